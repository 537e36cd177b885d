#include "motion/layer_oracle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace mmdkit::test {

using Triple = std::array<double, 3>;

SlowQuat operator*(const SlowQuat& a, const SlowQuat& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

SlowQuat slow_inverse(const SlowQuat& q) {
  const double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  return {q.w / square, -q.x / square, -q.y / square, -q.z / square};
}

Triple slow_log(const SlowQuat& q) {
  const double sign = q.w < 0 ? -1 : 1;
  const double sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  if (sine == 0) return {};
  const double k = sign * 2 * std::atan2(sine, sign * q.w) / sine;
  return {q.x * k, q.y * k, q.z * k};
}

namespace {

SlowQuat slow_exp(const Triple& v) {
  const double angle = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (angle == 0) return {};
  const double k = std::sin(angle / 2) / angle;
  return {std::cos(angle / 2), v[0] * k, v[1] * k, v[2] * k};
}

double angle_of(const SlowQuat& q) {
  const Triple v = slow_log(q);
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

}  // namespace

SlowQuat slow_power(const SlowQuat& q, double t) {
  const Triple v = slow_log(q);
  return slow_exp({v[0] * t, v[1] * t, v[2] * t});
}

SlowQuat slow_slerp(const SlowQuat& a, const SlowQuat& b, double t) {
  return a * slow_power(slow_inverse(a) * b, t);
}

double spread_about(const SlowQuat& m, std::span<const SlowWeighted> rotations) {
  double sum = 0;
  for (const SlowWeighted& each : rotations) {
    const double angle = angle_of(slow_inverse(m) * each.rotation);
    sum += each.weight * angle * angle;
  }
  return sum;
}

SlowQuat slow_mean(std::span<const SlowWeighted> rotations) {
  double total = 0;
  for (const SlowWeighted& each : rotations) total += each.weight;
  SlowQuat m = rotations[0].rotation;
  for (int i = 0; i < 400; ++i) {
    Triple step{};
    for (const SlowWeighted& each : rotations) {
      const Triple v = slow_log(slow_inverse(m) * each.rotation);
      for (std::size_t c = 0; c < 3; ++c) step[c] += v[c] * each.weight / total / 2;
    }
    m = m * slow_exp(step);
    if (std::abs(step[0]) + std::abs(step[1]) + std::abs(step[2]) < 1e-16) break;
  }
  return m;
}

double slow_curve(CurveHandles h, double time) {
  const auto b = [](double p, double q, double t) {
    return 3 * (1 - t) * (1 - t) * t * p / 127 + 3 * (1 - t) * t * t * q / 127 + t * t * t;
  };
  double low = 0, high = 1;
  for (int i = 0; i < 80; ++i) {
    const double t = (low + high) / 2;
    (b(h.x1, h.x2, t) < time ? low : high) = t;
  }
  return b(h.y1, h.y2, (low + high) / 2);
}

namespace {

/// The last record of every frame, by frame.
template <class Key>
std::map<std::uint32_t, const Key*> keys_named(const std::vector<Key>& keys,
                                               std::string_view name) {
  std::map<std::uint32_t, const Key*> found;
  for (const Key& key : keys)
    if (name_bytes(key.name) == name) found[key.frame] = &key;
  return found;
}

/// The keys around `frame` and the progress between them; `to` null outside the first and last.
template <class Key>
struct Around {
  const Key* from;
  const Key* to = nullptr;
  double time = 0;
};

template <class Key>
Around<Key> around(const std::map<std::uint32_t, const Key*>& keys, double frame) {
  Around<Key> found{keys.begin()->second};
  for (const auto& [at, key] : keys) {
    if (static_cast<double>(at) <= frame) {
      found.from = key;
      continue;
    }
    if (static_cast<double>(found.from->frame) > frame) break;  // before the first key
    found.to = key;
    const auto start = static_cast<double>(found.from->frame);
    found.time = (frame - start) / (static_cast<double>(at) - start);
    break;
  }
  return found;
}

SlowQuat rotation_of(const VmdBoneKey& key) {
  const auto& r = key.rotation;
  const SlowQuat q{double(r[3]), double(r[0]), double(r[1]), double(r[2])};
  const double norm = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (norm == 0) return {};
  return {q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

CurveHandles channel(const VmdBoneKey& key, std::size_t c) {
  const auto at = [&](std::size_t i) {
    return std::min(key.interpolation[16 * c + i], std::uint8_t{127});
  };
  return {at(0), at(4), at(8), at(12)};
}

}  // namespace

std::optional<SlowPose> slow_sample_bone(const Vmd& vmd, std::string_view name, double frame) {
  const auto keys = keys_named(vmd.bone_keys, name);
  if (keys.empty()) return std::nullopt;
  const auto [from, to, time] = around(keys, frame);
  SlowPose pose;
  const auto& bytes = from->interpolation;
  pose.physics_on = bytes[2] != 0x63 || bytes[3] != 0x0F || (bytes[17] == 0x63 && bytes[18] == 0xF);
  pose.rotation = rotation_of(*from);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto a = double(from->translation[c]);
    pose.translation[c] = a;
    if (to != nullptr && time > 0)
      pose.translation[c] += (double(to->translation[c]) - a) * slow_curve(channel(*to, c), time);
  }
  if (to != nullptr && time > 0)
    pose.rotation = slow_slerp(pose.rotation, rotation_of(*to), slow_curve(channel(*to, 3), time));
  return pose;
}

std::optional<double> slow_sample_morph(const Vmd& vmd, std::string_view name, double frame) {
  const auto keys = keys_named(vmd.morph_keys, name);
  if (keys.empty()) return std::nullopt;
  const auto [from, to, time] = around(keys, frame);
  const auto a = double(from->weight);
  return to == nullptr ? a : a + (double(to->weight) - a) * time;
}

namespace {

struct Play {
  double first = 0, last = 0, start = 0, pass = 0, end = 0;
};

Play play_of(const Layer& layer, double source_last) {
  Play play;
  play.last = source_last;
  if (layer.range) {
    play.first = layer.range->first;
    play.last = std::max(play.first, std::min(static_cast<double>(layer.range->last), source_last));
  }
  play.start = play.first + layer.offset;
  play.pass = (play.last - play.first) / layer.speed;
  const double passes = layer.loop ? (*layer.loop == kLoopForever ? HUGE_VAL : *layer.loop) : 1;
  play.end = play.pass > 0 ? play.start + passes * play.pass : play.start;
  return play;
}

}  // namespace

double slow_source_frame(const Layer& layer, double source_last, double frame) {
  const Play play = play_of(layer, source_last);
  if (frame < play.start) return play.first;
  if (!layer.loop || play.pass == 0) {
    const double shown = play.first + (frame - play.start) * layer.speed;
    return layer.range ? std::min(shown, play.last) : shown;
  }
  if (frame >= play.end) return play.last;
  double pass_start = play.start;
  while (pass_start + play.pass <= frame) pass_start += play.pass;
  return play.first + (frame - pass_start) * layer.speed;
}

double slow_weight(const Layer& layer, double source_last, double frame) {
  const Play play = play_of(layer, source_last);
  if (!layer.enabled) return 0;
  if ((layer.range || layer.fade_in > 0) && frame < play.start) return 0;
  if ((layer.range || layer.fade_out > 0) && frame > play.end) return 0;
  const auto& curve = layer.weight;
  double weight = curve.back().weight;
  for (std::size_t i = curve.size(); i-- > 0;) {
    if (frame >= curve[i].frame) {
      if (i + 1 == curve.size()) break;
      const double u = (frame - curve[i].frame) / (curve[i + 1].frame - curve[i].frame);
      weight = curve[i].weight * (1 - u) + curve[i + 1].weight * u;
      break;
    }
    weight = curve[i].weight;
  }
  if (layer.fade_in > 0) weight *= std::min(1.0, (frame - play.start) / layer.fade_in);
  if (layer.fade_out > 0) weight *= std::min(1.0, (play.end - frame) / layer.fade_out);
  return weight;
}

}  // namespace mmdkit::test
