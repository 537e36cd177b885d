#include "motion/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/unicode.h"
#include "motion/bone_set.h"
#include "motion/name_pattern.h"
#include "motion/selection_hint.h"

namespace mmdkit {

struct Selection::Term {
  std::size_t source = 0;  ///< Index into `sources_`: a set has many terms and one source.
  bool drop = false;
  NamePattern pattern;
};

namespace {

Error usage(std::string message) {
  return {ErrorCode::kUsage, std::move(message)};
}

/// Takes `prefix` off the front of `text` if it is there.
bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

Result<std::vector<std::string>> set_terms(std::string_view name) {
  const BoneSet* set = find_bone_set(name);
  if (set != nullptr) return selection_terms(set->terms);
  std::string known;
  for (const BoneSet& each : bone_sets()) known += fmt::format(" {}", each.name);
  return fail(usage(fmt::format("unknown bone set '{}'; known:{}", name, known)));
}

}  // namespace

Result<Selection> Selection::compile(std::span<const std::string> terms, NameCodec& codec) {
  if (terms.empty()) return fail(usage("the selection is empty; '*' selects all"));
  Selection selection;
  selection.encoding_ = codec.encoding();
  for (const std::string& written : terms) {
    std::string_view text = written;
    const bool drop = take_prefix(text, "!");
    if (text.empty()) return fail(usage(fmt::format("empty term '{}' in the selection", written)));
    if (text.starts_with("under:"))
      return fail(usage(fmt::format("'{}' needs a model to know what is under a bone", written)));
    TermUse source;
    source.term = written;
    std::vector<std::string> patterns = {std::string(text)};
    const bool is_set = take_prefix(text, "set:");
    if (is_set) {
      auto members = set_terms(text);
      if (!members) return fail(std::move(members.error()));
      patterns = std::move(*members);
    }
    for (const std::string& each : patterns) {
      auto pattern = NamePattern::compile(each, codec);
      if (!pattern) return fail(std::move(pattern.error()));
      if (!is_set) source.literal = pattern->is_literal();
      selection.terms_.push_back(
          std::make_shared<const Term>(Term{selection.sources_.size(), drop, std::move(*pattern)}));
    }
    selection.sources_.push_back(std::move(source));
  }
  return selection;
}

Result<SelectedNames> Selection::apply(std::span<const FileName> names) const {
  SelectedNames result;
  result.uses = sources_;
  const bool from_all = terms_.front()->drop;
  for (const FileName& name : names) {
    bool selected = from_all;
    std::optional<std::size_t> counted;  // a name counts once for a set, however many terms match
    for (const auto& term : terms_) {
      const auto match = term->pattern.match(name);
      if (!match) return fail(match.error());
      if (*match == NameMatch::kNone) continue;
      selected = !term->drop;
      TermUse& use = result.uses[term->source];
      if (counted != term->source) ++use.matched;
      counted = term->source;
      use.by_cut |= *match == NameMatch::kByCut;
    }
    result.selected.push_back(selected ? 1 : 0);
  }
  for (TermUse& use : result.uses)
    if (use.literal && use.matched == 0) use.hint = selection_hint(use.term, names, encoding_);
  return result;
}

namespace {

/// `a, b, c and 12 more`.
std::string join(const std::vector<std::string>& items) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, items.size()); ++i)
    text += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > kShown) text += fmt::format(" and {} more", items.size() - kShown);
  return text;
}

}  // namespace

void report_selection(const SelectedNames& result, std::string_view option,
                      Diagnostics& diagnostics) {
  std::vector<std::string> unmatched, cut;
  for (const TermUse& use : result.uses) {
    // A file without any name is no news for a pattern: it selects all of nothing.
    // Nor is it to drop what is not there: lists of drops serve many files.
    const bool asked_for = !use.term.starts_with('!');
    if (use.matched == 0 && asked_for && (use.literal || !result.selected.empty()))
      unmatched.push_back(printable(use.term) + (use.hint.empty() ? "" : " (" + use.hint + ")"));
    if (use.by_cut) cut.push_back(printable(use.term));
  }
  diagnostics.add_many("selection-unmatched", unmatched.size(), option,
                       "nothing in the file matches " + join(unmatched));
  diagnostics.add_many("selection-cut-name", cut.size(), option,
                       "longer than the file stores, matched by the first 15 bytes: " + join(cut));
  if (!result.selected.empty() &&
      std::ranges::none_of(result.selected, [](std::uint8_t s) { return s != 0; }))
    diagnostics.add("selection-empty", option, "the selection keeps nothing");
}

}  // namespace mmdkit
