#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "motion/layer_oracle.h"
#include "motion/layer_switches.h"
#include "motion/motion_vmd.h"
#include "motion/random_stack.h"

namespace mmdkit {
namespace {

using test::property;
using test::Random;
using test::StackBuilder;

constexpr std::array<const char*, 3> kIk = {"左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ"};

/// What property keys say at a frame, read record by record: the state of the first key holds
/// before it, a bone that no key has named is on, later records of a frame win.
struct Switches {
  bool visible = true;
  std::map<std::string, bool> ik;
};

Switches read(const std::vector<VmdPropertyKey>& records, double frame) {
  Switches state;
  for (const char* name : kIk) state.ik[test::cp932(name)] = true;
  if (records.empty()) return state;
  std::map<std::uint32_t, const VmdPropertyKey*> keys;
  for (const VmdPropertyKey& key : records) keys[key.frame] = &key;
  const std::uint32_t first = keys.begin()->first;
  for (const auto& [at, key] : keys) {
    if (at != first && static_cast<double>(at) > frame) break;
    state.visible = key->visible != 0;
    for (const VmdIkState& each : key->ik_states)
      state.ik[std::string(name_bytes(each.name))] = each.enabled != 0;
  }
  return state;
}

Switches expected(const LoadedStack& stack, std::uint32_t frame) {
  Switches state =
      read(stack.base ? stack.base->vmd.property_keys : std::vector<VmdPropertyKey>{}, frame);
  for (const StackLayer& each : stack.layers) {
    const auto last = static_cast<double>(last_frame(each.source.vmd));
    if (each.layer.mode == LayerMode::kAdditive || each.source.vmd.property_keys.empty() ||
        test::slow_weight(each.layer, last, frame) < 0.5)
      continue;
    const Switches voice =
        read(each.source.vmd.property_keys, test::slow_source_frame(each.layer, last, frame));
    state.visible = state.visible && voice.visible;
    for (const auto& [name, on] : voice.ik) {
      const auto& chosen = each.layer.bones;
      const bool taken =
          !chosen || std::ranges::any_of(*chosen, [&ik_name = name](const std::string& term) {
            return test::cp932(term) == ik_name;
          });
      if (taken) state.ik[name] = state.ik[name] && on;
    }
  }
  return state;
}

/// `complete`: every key names every IK bone, as MMD writes them.
std::vector<VmdPropertyKey> random_keys(Random& random, bool complete) {
  std::vector<VmdPropertyKey> keys;
  for (std::uint32_t i = random.below(6); i > 0; --i) {
    std::vector<test::IkSwitch> ik;
    for (const char* name : kIk)
      if (complete || random.chance(0.6)) ik.push_back({name, random.chance(0.5)});
    keys.push_back(property(random.below(40), random.chance(0.6), ik));
    if (random.chance(0.2)) keys.back().visible = 2;
  }
  return keys;
}

void expect_right_on_every_frame(const LoadedStack& stack) {
  const auto keys = bake_switches(stack);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_TRUE(stack.frames.contains(keys[i].frame));
    if (i > 0) {
      ASSERT_GT(keys[i].frame, keys[i - 1].frame) << "ascending, one key a frame";
    }
  }
  for (std::uint32_t frame = stack.frames.first; frame <= stack.frames.last; ++frame) {
    const Switches got = read(keys, frame), wanted = expected(stack, frame);
    ASSERT_EQ(got.visible, wanted.visible) << "frame " << frame;
    ASSERT_EQ(got.ik, wanted.ik) << "frame " << frame;
  }
}

void bake_random_stacks(std::uint32_t seed, bool complete, bool cut) {
  Random random(seed);
  for (int round = 0; round < 1000; ++round) {
    const std::uint32_t first = cut && random.chance(0.5) ? random.below(30) : 0;
    StackBuilder builder({first, first + random.below(60)});
    std::string description;
    if (random.chance(0.6)) {
      Vmd base = test::gentle_motion(random, 40);
      base.property_keys = random_keys(random, complete);
      builder.base(base);
      description = "base";
    }
    for (std::uint32_t i = random.below(3); i > 0; --i) {
      Vmd layer = test::gentle_motion(random, 40);
      layer.property_keys = random_keys(random, complete);
      std::string options = random.chance(0.3) ? "" : test::random_options(random, 40);
      if (!cut && options.find("offset=-") != std::string::npos) options.clear();
      if (options.find("bones") == std::string::npos && random.chance(0.2))
        options += ",bones=左足ＩＫ";
      builder.layer(layer, options);
      description += " | " + options;
    }
    SCOPED_TRACE(fmt::format("seed {}, round {}: {}:{} {}", seed, round,
                             builder.stack().frames.first, builder.stack().frames.last,
                             description));
    ASSERT_NO_FATAL_FAILURE(expect_right_on_every_frame(builder.stack()));
  }
}

TEST(LayerSwitchesOracle, OnEveryFrameTheyAreWhatTheSourcesSay) {
  bake_random_stacks(601, false, false);
}

TEST(LayerSwitchesOracle, ACutKeepsTheStateOfKeysThatNameEveryBone) {
  bake_random_stacks(607, true, true);
}

// A key that names some IK bones leaves the others as earlier keys had them, and those are cut off.
TEST(LayerSwitchesOracle, ACutKeepsTheStateOfBonesThatItsLastKeyDoesNotName) {
  bake_random_stacks(613, false, true);
}

// The records of a layer that alone decides stay; moved by its offset and cut they say the same.
TEST(LayerSwitchesOracle, ALoneLayerMayBeMovedAndCut) {
  Random random(617);
  for (int round = 0; round < 1000; ++round) {
    const std::uint32_t first = random.below(30);
    StackBuilder builder({first, first + random.below(40)});
    Vmd layer = test::gentle_motion(random, 40);
    layer.property_keys = random_keys(random, false);
    const std::string options =
        fmt::format(",weight=1,offset={}", static_cast<int>(random.below(60)) - 30);
    builder.layer(layer, options);
    SCOPED_TRACE(fmt::format("seed 617, round {}: {}:{} {}", round, first,
                             builder.stack().frames.last, options));
    ASSERT_NO_FATAL_FAILURE(expect_right_on_every_frame(builder.stack()));
  }
}

// PROP-01: a step on exactly its frame.
TEST(LayerSwitchesOracle, AnIkBoneIsOffFromItsKeyUntilTheNext) {
  Vmd vmd = test::motion(
      {test::bone("頭", 0)}, {},
      {property(0, true, {{"左足ＩＫ", true}}), property(10, true, {{"左足ＩＫ", false}}),
       property(20, true, {{"左足ＩＫ", true}})});
  StackBuilder builder({0, 30});
  builder.base(test::motion({test::bone("頭", 0)})).layer(vmd, ",weight=0.5");
  const auto keys = bake_switches(builder.stack());
  for (std::uint32_t frame = 0; frame <= 30; ++frame)
    EXPECT_EQ(read(keys, frame).ik.at(test::cp932("左足ＩＫ")), frame < 10 || frame >= 20) << frame;
}

// PROP-02: any byte but 0 is visible.
TEST(LayerSwitchesOracle, AnyByteButZeroIsVisible) {
  Vmd vmd = test::motion({}, {}, {property(0, false), property(30, true)});
  vmd.property_keys[1].visible = 2;
  StackBuilder builder({0, 40});
  builder.base(test::motion({test::bone("頭", 0)})).layer(vmd, ",weight=0.75");
  const auto keys = bake_switches(builder.stack());
  for (std::uint32_t frame = 0; frame <= 40; ++frame)
    EXPECT_EQ(read(keys, frame).visible, frame >= 30) << frame;
}

}  // namespace
}  // namespace mmdkit
