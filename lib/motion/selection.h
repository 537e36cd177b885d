#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/name_codec.h"
#include "base/result.h"
#include "format/name_table.h"

// The selection language of --bones, --morphs and --ik-names; docs/selection.md is its manual.

namespace mmdkit {

/// The terms of a comma-separated selection. `re:` ends the list and takes the rest as it is;
/// `@file` is replaced by the lines of that file. Fails with `kUsage` (empty list or term), or as
/// reading the file does.
Result<std::vector<std::string>> selection_terms(std::string_view text);

/// How one term of a selection fared against the names of a file.
struct TermUse {
  std::string term;           ///< As written.
  bool literal = false;       ///< A plain name, no pattern and no set.
  std::uint32_t matched = 0;  ///< Distinct names that it matches, whoever decided in the end.
  bool by_cut = false;        ///< Longer than 15 bytes: matched by its first 15.
  std::string hint;           ///< For a literal without match: what may have been meant, or empty.
};

/// Which names are selected, and what became of each term.
struct SelectedNames {
  std::vector<std::uint8_t> selected;  ///< Per name, 0 or 1.
  std::vector<TermUse> uses;           ///< Per term.
};

/// A compiled selection. Immutable and thread-safe.
class Selection {
 public:
  /// Compiles single terms (no commas, no `@file`). `codec` gives literals their bytes. Fails with
  /// `kUsage`: no or empty term, unknown set, bad regular expression, `under:` without a model.
  static Result<Selection> compile(std::span<const std::string> terms, NameCodec& codec);

  /// Decides for each of `names`: the last term that matches wins; without one, a name is selected
  /// only if the first term drops. Fails with `kUsage` if a regular expression gives up.
  Result<SelectedNames> apply(std::span<const FileName> names) const;

 private:
  struct Term;
  std::vector<std::shared_ptr<const Term>> terms_;
  std::vector<TermUse> sources_;
  NameEncoding encoding_ = NameEncoding::kCp932;
};

/// Warnings about a selection: `selection-unmatched` for terms that match nothing, with hints,
/// `selection-cut-name` for literals that matched by their first 15 bytes, and `selection-empty`
/// if there were names and none was selected. `option` names it: `--bones`.
void report_selection(const SelectedNames& result, std::string_view option,
                      Diagnostics& diagnostics);

}  // namespace mmdkit
