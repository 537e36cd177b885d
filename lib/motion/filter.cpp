#include "motion/filter.h"

#include <algorithm>
#include <cstring>

#include "format/vmd_writer.h"
#include "motion/filter_property.h"

namespace mmdkit {
namespace {

/// Where the frame number lies in a record.
std::size_t frame_offset(VmdSectionId id) {
  return id == VmdSectionId::kBone || id == VmdSectionId::kMorph ? kVmdNameBytes : 0;
}

std::uint32_t frame_of(std::span<const std::byte> record, VmdSectionId id) {
  std::uint32_t frame = 0;
  std::memcpy(&frame, record.data() + frame_offset(id), sizeof frame);
  return frame;
}

std::string_view name_of(std::span<const std::byte> record) {
  const std::string_view field(reinterpret_cast<const char*>(record.data()), kVmdNameBytes);
  return field.substr(0, field.find('\0'));
}

void count(KeptCount& counts, bool kept) {
  ++(kept ? counts.kept : counts.dropped);
}

/// Decides for the records of one section. `selected` is asked with the index of the record.
template <class Selected>
void decide(const VmdLayout& layout, VmdSectionId id, const FilterOptions& options,
            FilterPlan& plan, const Selected& selected) {
  const std::size_t section = static_cast<std::size_t>(id);
  const std::size_t record_bytes = vmd_record_bytes(id);
  const auto records = layout.records(id);
  std::vector<std::uint8_t>& keep = plan.keep[section];
  keep.resize(layout.section(id).count);
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const bool in_range =
        !options.frames ||
        options.frames->contains(frame_of(records.subspan(i * record_bytes, record_bytes), id));
    const bool kept = options.sections[section] && in_range && selected(i);
    keep[i] = kept ? 1 : 0;
    count(plan.report.sections[section], kept);
  }
}

/// Bone or morph section: one decision per distinct name, then per record.
Status decide_named(const VmdLayout& layout, VmdSectionId id, const FilterOptions& options,
                    NameCodec& codec, FilterPlan& plan) {
  const bool bones = id == VmdSectionId::kBone;
  const auto& selection = bones ? options.bones : options.morphs;
  const std::size_t record_bytes = vmd_record_bytes(id);
  const auto records = layout.records(id);

  NameTable table;
  std::vector<std::uint32_t> name_index(layout.section(id).count);
  for (std::size_t i = 0; i < name_index.size(); ++i)
    name_index[i] = table.intern(name_of(records.subspan(i * record_bytes, record_bytes)));
  const std::vector<FileName> names = table.decode(codec);

  std::vector<std::uint8_t> selected(names.size(), 1);
  if (selection) {
    auto result = selection->apply(names);
    if (!result) return fail(std::move(result.error()));
    selected = result->selected;
    (bones ? plan.report.bone_terms : plan.report.morph_terms) = std::move(*result);
  }
  decide(layout, id, options, plan, [&](std::size_t i) { return selected[name_index[i]] != 0; });

  std::vector<NameCount>& counts = bones ? plan.report.bones : plan.report.morphs;
  counts.reserve(names.size());
  for (const FileName& name : names) counts.push_back({name, {}});
  const auto& keep = plan.keep[static_cast<std::size_t>(id)];
  for (std::size_t i = 0; i < keep.size(); ++i) count(counts[name_index[i]].keys, keep[i] != 0);
  return {};
}

/// Smallest frame of a kept record of a fixed-size section, if there is one.
std::optional<std::uint32_t> first_kept_frame(const VmdLayout& layout, const FilterPlan& plan) {
  std::optional<std::uint32_t> first;
  for (std::size_t section = 0; section < plan.keep.size(); ++section) {
    const auto id = static_cast<VmdSectionId>(section);
    const std::size_t record_bytes = vmd_record_bytes(id);
    const auto records = layout.records(id);
    for (std::size_t i = 0; i < plan.keep[section].size(); ++i)
      if (plan.keep[section][i] != 0) {
        const std::uint32_t frame = frame_of(records.subspan(i * record_bytes, record_bytes), id);
        first = std::min(first.value_or(frame), frame);
      }
  }
  return first;
}

bool keeps_every_record(const FilterReport& report) {
  const auto nothing_dropped = [](const KeptCount& counts) { return counts.dropped == 0; };
  return std::ranges::all_of(report.sections, nothing_dropped) &&
         std::ranges::all_of(report.ik_names,
                             [](const NameCount& n) { return n.keys.dropped == 0; });
}

}  // namespace

Result<FilterPlan> plan_filter(const VmdLayout& layout, const FilterOptions& options,
                               NameCodec& codec) {
  FilterPlan plan;
  for (const VmdSectionId id : {VmdSectionId::kBone, VmdSectionId::kMorph})
    if (Status named = decide_named(layout, id, options, codec, plan); !named)
      return fail(std::move(named.error()));
  for (const VmdSectionId id : {VmdSectionId::kCamera, VmdSectionId::kLight, VmdSectionId::kShadow})
    decide(layout, id, options, plan, [](std::size_t) { return true; });
  auto properties = filter_properties(layout, options, codec, plan.report);
  if (!properties) return fail(std::move(properties.error()));

  if (options.shift) {
    std::optional<std::uint32_t> first = first_kept_frame(layout, plan);
    for (const VmdPropertyKey& key : *properties)
      first = std::min(first.value_or(key.frame), key.frame);
    plan.report.shifted_by = first.value_or(0);
  }
  for (VmdPropertyKey& key : *properties) key.frame -= plan.report.shifted_by;
  plan.property_count = static_cast<std::uint32_t>(properties->size());
  plan.property_records = write_property_records(*properties);
  plan.report.unchanged = keeps_every_record(plan.report) && plan.report.shifted_by == 0 &&
                          !plan.report.state_copied_from;
  return plan;
}

namespace {

/// The kept records of one section, runs of neighbours in one piece.
Status write_records(const VmdLayout& layout, VmdSectionId id, const FilterPlan& plan,
                     const ByteSink& sink) {
  const auto& keep = plan.keep[static_cast<std::size_t>(id)];
  const std::size_t record_bytes = vmd_record_bytes(id);
  const auto records = layout.records(id);
  std::vector<std::byte> moved;
  for (std::size_t i = 0; i < keep.size();) {
    std::size_t end = i + 1;
    while (end < keep.size() && keep[end] == keep[i]) ++end;
    auto run = records.subspan(i * record_bytes, (end - i) * record_bytes);
    const bool kept = keep[i] != 0;
    i = end;
    if (!kept) continue;
    if (plan.report.shifted_by != 0) {
      moved.assign(run.begin(), run.end());
      for (std::size_t at = 0; at < moved.size(); at += record_bytes) {
        const std::uint32_t frame =
            frame_of(std::span(moved).subspan(at, record_bytes), id) - plan.report.shifted_by;
        std::memcpy(moved.data() + at + frame_offset(id), &frame, sizeof frame);
      }
      run = moved;
    }
    if (Status written = sink(run); !written) return written;
  }
  return {};
}

Status write_count(std::uint32_t count, const ByteSink& sink) {
  return sink(std::as_bytes(std::span(&count, 1)));
}

}  // namespace

Status write_filtered(const VmdLayout& layout, const FilterPlan& plan, const ByteSink& sink) {
  if (plan.report.unchanged) return sink(layout.bytes);
  if (Status written = sink(layout.bytes.first(layout.header_bytes)); !written) return written;
  for (std::size_t section = 0; section < kVmdSectionCount; ++section) {
    const auto id = static_cast<VmdSectionId>(section);
    if (!layout.section(id).present) break;
    const bool property = id == VmdSectionId::kProperty;
    const std::uint32_t kept = plan.report.sections[section].kept;
    if (Status written = write_count(kept, sink); !written) return written;
    Status written = property ? sink(plan.property_records) : write_records(layout, id, plan, sink);
    if (!written) return written;
    if (id == VmdSectionId::kCamera) {
      // Not counted, so not part of the section: it stays where the file has it.
      written = sink(layout.bytes.subspan(layout.section(id).end, layout.uncounted_camera_bytes));
      if (!written) return written;
    }
  }
  return sink(layout.bytes.subspan(layout.end));
}

}  // namespace mmdkit
