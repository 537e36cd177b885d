#include <array>
#include <cstdint>

#include "motion/selection.h"

namespace {

using namespace mmdkit;

/// Names of every kind: ordinary, cut, of another encoding, undecodable, empty, and of the
/// language.
const std::vector<FileName>& names() {
  static const std::vector<FileName> all = [] {
    constexpr std::array<std::string_view, 12> kBytes = {
        "\x83\x5A\x83\x93\x83\x5E\x81\x5B",                              // センター
        "\x8D\xB6\x98\x72",                                              // 左腕
        "\x89\x45\x98\x72",                                              // 右腕
        "\x8D\xB6\x91\xAB\x82\x68\x82\x6A",                              // 左足ＩＫ
        "\x8D\xB6\x82\xD0\x82\xB4\x95\xE2\x8F\x95\x83\x7B\x81\x5B\x83",  // cut
        "\xE3\x82\xBB\xE3\x83\xB3\xE3\x82\xBF\xE3\x83\xBC",              // UTF-8
        "\xFF\xFE",
        "",
        "a,b",
        "*",
        "!x",
        "aaaaaaaaaaaaaab"};
    auto codec = NameCodec::open(NameEncoding::kCp932);
    std::vector<FileName> made;
    for (const std::string_view bytes : kBytes)
      made.push_back({std::string(bytes), codec->decode(bytes)});
    return made;
  }();
  return all;
}

/// Uses, decisions and warnings of a selection that applied agree with one another.
void check(const SelectedNames& result, std::size_t terms) {
  if (result.selected.size() != names().size() || result.uses.size() != terms) __builtin_trap();
  for (const TermUse& use : result.uses) {
    if (use.matched > names().size()) __builtin_trap();
    if (use.by_cut && use.matched == 0) __builtin_trap();
    if (!use.hint.empty() && (use.matched != 0 || !use.literal)) __builtin_trap();
  }
  Diagnostics diagnostics;
  report_selection(result, "--bones", diagnostics);
}

}  // namespace

// Contract: any text is terms or an error; terms compile or give an error; what compiles decides
// for every name, the same each time.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find('@') != std::string_view::npos) return 0;  // would name a file
  const auto terms = selection_terms(text);
  if (!terms) {
    if (terms.error().code != ErrorCode::kUsage) __builtin_trap();
    return 0;
  }
  if (terms->empty()) __builtin_trap();
  static auto codec = NameCodec::open(NameEncoding::kCp932);
  const auto selection = Selection::compile(*terms, *codec);
  if (!selection) {
    if (selection.error().code != ErrorCode::kUsage) __builtin_trap();
    return 0;
  }
  const auto result = selection->apply(names());
  if (!result) {
    if (result.error().code != ErrorCode::kUsage) __builtin_trap();
    return 0;
  }
  check(*result, terms->size());
  if (selection->apply(names())->selected != result->selected) __builtin_trap();
  return 0;
}
