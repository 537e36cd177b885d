#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "motion/random_stack.h"

// What must hold for every stack, whatever is in it. Seeds are printed; a law that a mode does not
// promise is not asked of it.

namespace mmdkit {
namespace {

using test::gentle_motion;
using test::Random;
using test::StackBuilder;

constexpr FrameRange kFrames = {0, 60};
constexpr BlendMode kModes[] = {BlendMode::kMean, BlendMode::kSequential, BlendMode::kNormalized,
                                BlendMode::kComposite};

std::optional<BonePose> pose_at(const LoadedStack& stack, std::string_view name, double frame) {
  for (const BoneMix& mix : bone_mixes(stack))
    if (mix.name == test::cp932(name)) {
      MixCursor cursor;
      return evaluate(stack, mix, frame, cursor);
    }
  return std::nullopt;
}

/// Both stacks say the same to the last bit about `names` on some frames.
void expect_equal(const LoadedStack& a, const LoadedStack& b, Random& random,
                  std::span<const char* const> names = test::kStackBones) {
  for (const char* name : names)
    for (int i = 0; i < 6; ++i) {
      const double frame = random.between(-5, 70);
      const auto one = pose_at(a, name, frame), other = pose_at(b, name, frame);
      ASSERT_EQ(one.has_value(), other.has_value()) << name;
      if (!one) continue;
      ASSERT_EQ(one->rotation, other->rotation) << name << " at " << frame;
      ASSERT_EQ(one->translation, other->translation) << name << " at " << frame;
      ASSERT_EQ(one->physics_on, other->physics_on) << name << " at " << frame;
    }
}

void expect_near(const LoadedStack& a, const LoadedStack& b, Random& random, double tolerance) {
  for (const char* name : test::kStackBones)
    for (int i = 0; i < 6; ++i) {
      const double frame = random.between(-5, 70);
      const auto one = pose_at(a, name, frame), other = pose_at(b, name, frame);
      ASSERT_EQ(one.has_value(), other.has_value()) << name;
      if (!one) continue;
      ASSERT_LT(test::angle_between(normalized(one->rotation), normalized(other->rotation)),
                tolerance)
          << name << " at " << frame;
      ASSERT_LT(glm::length(one->translation - other->translation), tolerance * 40) << name;
    }
}

/// Runs `law(random, mode)` for every mode on some motions.
template <class Law>
void for_modes(std::uint32_t seed, std::span<const BlendMode> modes, const Law& law) {
  Random random(seed);
  for (int round = 0; round < 25; ++round)
    for (const BlendMode mode : modes) {
      SCOPED_TRACE(fmt::format("seed {}, round {}, {}", seed, round, to_text(mode)));
      ASSERT_NO_FATAL_FAILURE(law(random, mode));
    }
}

TEST(LayerLaws, ASilentLayerChangesNoBit) {
  for_modes(301, kModes, [](Random& random, BlendMode mode) {
    const Vmd base = gentle_motion(random, 50), a = gentle_motion(random, 50),
              b = gentle_motion(random, 50);
    const std::string first = test::random_options(random, 50);
    const auto build = [&](const char* silent) {
      StackBuilder builder(kFrames);
      builder.mode(mode).base(base).layer(a, first);
      if (silent != nullptr) builder.layer(b, silent);
      return builder.layer(b, ",weight=0.3");
    };
    for (const char* silent : {",weight=0", ",enabled=false", ",weight=[0:0,10:0]",
                               ",weight=0,mode=additive", ",enabled=false,loop=forever"})
      expect_equal(build(nullptr).stack(), build(silent).stack(), random);
  });
}

// Not silent, but not heard on these frames either: it still must leave every value alone.
TEST(LayerLaws, ALayerOutsideItsPlayChangesNoBit) {
  for_modes(307, kModes, [](Random& random, BlendMode mode) {
    const Vmd base = gentle_motion(random, 50), a = gentle_motion(random, 50);
    for (const char* away : {",range=0:9,offset=900", ",range=0:9,offset=-900",
                             ",weight=[900:0,901:1]", ",fade-in=5,offset=900,mode=additive"}) {
      StackBuilder with(kFrames), without(kFrames);
      without.mode(mode).base(base).layer(base, ",weight=0.4");
      with.mode(mode).base(base).layer(a, away).layer(base, ",weight=0.4");
      for (const char* name : test::kStackBones) {
        const auto one = pose_at(without.stack(), name, 20),
                   other = pose_at(with.stack(), name, 20);
        if (!one) continue;
        ASSERT_EQ(one->rotation, other->rotation) << away;
        ASSERT_EQ(one->translation, other->translation) << away;
      }
    }
  });
}

TEST(LayerLaws, LayersOnOtherBonesChangeNoBit) {
  for_modes(311, kModes, [](Random& random, BlendMode mode) {
    const Vmd base = gentle_motion(random, 50), a = gentle_motion(random, 50),
              b = gentle_motion(random, 50);
    StackBuilder with(kFrames), without(kFrames);
    without.mode(mode).base(base).layer(a, ",weight=0.6,bones=頭");
    with.mode(mode)
        .base(base)
        .layer(b, ",weight=1.2,bones=左腕")
        .layer(a, ",weight=0.6,bones=頭")
        .layer(b, ",bones=センター,mode=additive");
    const char* const head[] = {"頭"};
    ASSERT_NO_FATAL_FAILURE(expect_equal(without.stack(), with.stack(), random, head));
  });
}

TEST(LayerLaws, TheOrderOfTheStackIsOfNoAccountToTheMean) {
  constexpr BlendMode kMean[] = {BlendMode::kMean};
  for_modes(313, kMean, [](Random& random, BlendMode) {
    std::vector<std::pair<Vmd, std::string>> layers;
    // Three weights whose sum does not depend on the order in which it is taken.
    for (const char* weight : {",weight=0.25", ",weight=0.5,offset=3", ",weight=1.125,speed=0.5"})
      layers.emplace_back(gentle_motion(random, 50), weight);
    const Vmd base = gentle_motion(random, 50);
    std::vector<std::size_t> order = {0, 1, 2};
    std::vector<StackBuilder> stacks;
    do {
      StackBuilder builder(kFrames);
      builder.base(base);
      for (const std::size_t i : order) builder.layer(layers[i].first, layers[i].second);
      stacks.push_back(builder);
    } while (std::ranges::next_permutation(order).found);
    for (std::size_t i = 1; i < stacks.size(); ++i)
      for (const char* name : test::kStackBones) {
        const double frame = random.between(0, 60);
        const auto one = pose_at(stacks[0].stack(), name, frame),
                   other = pose_at(stacks[i].stack(), name, frame);
        ASSERT_EQ(one.has_value(), other.has_value());
        if (!one) continue;
        ASSERT_EQ(one->rotation, other->rotation) << name << ", permutation " << i;
        ASSERT_LT(glm::length(one->translation - other->translation), 1e-12);
        ASSERT_EQ(one->physics_on, other->physics_on);
      }
  });
}

TEST(LayerLaws, SequentialGoesByWeightWhateverTheStackSays) {
  constexpr BlendMode kSequential[] = {BlendMode::kSequential};
  for_modes(317, kSequential, [](Random& random, BlendMode mode) {
    const Vmd base = gentle_motion(random, 50), a = gentle_motion(random, 50),
              b = gentle_motion(random, 50);
    StackBuilder ab(kFrames), ba(kFrames);
    ab.mode(mode).base(base).layer(a, ",weight=0.75").layer(b, ",weight=0.5");
    ba.mode(mode).base(base).layer(b, ",weight=0.5").layer(a, ",weight=0.75");
    ASSERT_NO_FATAL_FAILURE(expect_near(ab.stack(), ba.stack(), random, 1e-12));
  });
}

TEST(LayerLaws, OneLayerAtFullWeightIsTheLayerToTheBit) {
  constexpr BlendMode kReplacing[] = {BlendMode::kMean, BlendMode::kSequential};
  for_modes(331, kReplacing, [](Random& random, BlendMode mode) {
    Vmd base = gentle_motion(random, 50);
    const Vmd layer = gentle_motion(random, 50);
    // Bones that only the base has stay as they are and are not compared here.
    std::erase_if(base.bone_keys, [&](const VmdBoneKey& key) {
      return std::ranges::none_of(layer.bone_keys,
                                  [&](const VmdBoneKey& k) { return k.name == key.name; });
    });
    StackBuilder alone(kFrames), over(kFrames), without_base(kFrames);
    alone.mode(mode).base(layer);
    over.mode(mode).base(base).layer(layer, ",weight=1");
    without_base.mode(mode).layer(layer, ",weight=1");
    for (const StackBuilder* each : {&over, &without_base})
      for (const char* name : test::kStackBones) {
        const double frame = random.between(0, 60);
        const auto wanted = pose_at(alone.stack(), name, frame),
                   got = pose_at(each->stack(), name, frame);
        ASSERT_EQ(wanted.has_value(), got.has_value());
        if (!wanted) continue;
        // q and -q are the same rotation; which one comes out is decided when keys are written.
        ASSERT_TRUE(got->rotation == wanted->rotation || got->rotation == -wanted->rotation);
        ASSERT_EQ(got->translation, wanted->translation);
        ASSERT_EQ(got->physics_on, wanted->physics_on);
      }
  });
}

TEST(LayerLaws, TwoCopiesOfALayerAtFullWeightEqualOne) {
  constexpr BlendMode kIdempotent[] = {BlendMode::kMean};
  for_modes(337, kIdempotent, [](Random& random, BlendMode mode) {
    const Vmd base = gentle_motion(random, 50), layer = gentle_motion(random, 50);
    StackBuilder once(kFrames), twice(kFrames), thrice(kFrames);
    once.mode(mode).base(base).layer(layer);
    twice.mode(mode).base(base).layer(layer).layer(layer);
    thrice.mode(mode).base(base).layer(layer, ",weight=0.3").layer(layer, ",weight=2").layer(layer);
    ASSERT_NO_FATAL_FAILURE(expect_near(once.stack(), twice.stack(), random, 1e-9));
    ASSERT_NO_FATAL_FAILURE(expect_near(once.stack(), thrice.stack(), random, 1e-9));
  });
}

TEST(LayerLaws, ALayerEqualToTheBaseChangesNothingInAnyMode) {
  for_modes(347, kModes, [](Random& random, BlendMode mode) {
    const Vmd base = gentle_motion(random, 50);
    StackBuilder plain(kFrames), with(kFrames);
    plain.mode(mode).base(base);
    with.mode(mode).base(base).layer(base, ",weight=0.7").layer(base, ",weight=0.9");
    ASSERT_NO_FATAL_FAILURE(expect_near(plain.stack(), with.stack(), random, 1e-9));
  });
}

TEST(LayerLaws, TheSignOfAQuaternionMeansNothing) {
  for_modes(349, kModes, [](Random& random, BlendMode mode) {
    const Vmd base = gentle_motion(random, 50), layer = gentle_motion(random, 50);
    Vmd turned = layer, turned_base = base;
    for (Vmd* each : {&turned, &turned_base})
      for (VmdBoneKey& key : each->bone_keys)
        if (random.chance(0.5))
          for (float& c : key.rotation) c = -c;
    StackBuilder one(kFrames), other(kFrames);
    one.mode(mode).base(base).layer(layer, ",weight=0.6").layer(base, ",weight=0.2,offset=2");
    other.mode(mode)
        .base(turned_base)
        .layer(turned, ",weight=0.6")
        .layer(turned_base, ",weight=0.2,offset=2");
    ASSERT_NO_FATAL_FAILURE(expect_near(one.stack(), other.stack(), random, 1e-9));
  });
}

TEST(LayerLaws, WithoutABaseHalfWeightGoesHalfWayFromRest) {
  constexpr BlendMode kModesFromRest[] = {BlendMode::kMean, BlendMode::kSequential,
                                          BlendMode::kComposite};
  for_modes(353, kModesFromRest, [](Random& random, BlendMode mode) {
    const Vmd layer = gentle_motion(random, 50);
    StackBuilder full(kFrames), half(kFrames);
    full.mode(mode).layer(layer);
    half.mode(mode).layer(layer, ",weight=0.5");
    for (const char* name : test::kStackBones) {
      const double frame = random.between(0, 60);
      const auto whole = pose_at(full.stack(), name, frame),
                 got = pose_at(half.stack(), name, frame);
      if (!whole) continue;
      ASSERT_LT(test::angle_between(got->rotation, rotation_power(whole->rotation, 0.5)), 1e-7);
      ASSERT_LT(glm::length(got->translation - whole->translation * 0.5), 1e-12);
    }
  });
}

TEST(LayerLaws, FramesInAnyOrderGiveTheSame) {
  Random random(359);
  for (int round = 0; round < 60; ++round) {
    const test::RandomStack made = test::random_stack(random, kFrames);
    SCOPED_TRACE(fmt::format("seed 359, round {}: {}", round, made.description));
    const LoadedStack& stack = made.builder.stack();
    std::vector<double> frames;
    for (int i = 0; i < 40; ++i) frames.push_back(random.between(-10, 90));
    for (const BoneMix& mix : bone_mixes(stack)) {
      std::vector<BonePose> shuffled;
      MixCursor cursor;
      for (const double frame : frames) shuffled.push_back(evaluate(stack, mix, frame, cursor));
      for (std::size_t i = 0; i < frames.size(); ++i) {
        MixCursor fresh;
        const BonePose alone = evaluate(stack, mix, frames[i], fresh);
        ASSERT_EQ(alone.rotation, shuffled[i].rotation);
        ASSERT_EQ(alone.translation, shuffled[i].translation);
      }
    }
    for (const MorphMix& mix : morph_mixes(stack)) {
      MixCursor cursor;
      for (const double frame : frames) {
        MixCursor fresh;
        ASSERT_EQ(evaluate(stack, mix, frame, cursor), evaluate(stack, mix, frame, fresh));
      }
    }
  }
}

}  // namespace
}  // namespace mmdkit
