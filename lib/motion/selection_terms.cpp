#include <fmt/format.h>

#include "base/input_file.h"
#include "base/unicode.h"
#include "motion/selection.h"

namespace mmdkit {
namespace {

bool is_regex(std::string_view term) {
  return term.starts_with("re:") || term.starts_with("!re:");
}

/// Splits at commas that no backslash escapes. Escapes stay for the compiler of the term.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> terms(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (terms.back().empty() && is_regex(text.substr(i))) {
      terms.back() = text.substr(i);
      break;
    }
    if (text[i] == ',') {
      terms.emplace_back();
      continue;
    }
    terms.back() += text[i];
    if (text[i] == '\\' && i + 1 < text.size()) terms.back() += text[++i];
  }
  return terms;
}

/// A file name with its escapes, which let it hold commas, taken away.
std::string unescaped(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    name += text[i];
  }
  return name;
}

std::string inverted(std::string_view term) {
  return term.starts_with('!') ? std::string(term.substr(1)) : fmt::format("!{}", term);
}

/// One term a line; blank lines and lines that begin with # are for the reader of the file.
Result<std::vector<std::string>> terms_of_file(const std::string& path, bool drop) {
  const auto file = InputFile::open(path);
  if (!file) return fail(Error(file.error()).in(path));
  std::string_view text(reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string> terms;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const auto refuse = [&](const char* why) {
      return fail(Error{ErrorCode::kMalformed, fmt::format("line {}: {}", number, why)}.in(path));
    };
    if (!is_utf8(line)) return refuse("not UTF-8");
    if (line.starts_with('@') || line.starts_with("!@"))
      return refuse("a list of names cannot name another list");
    terms.push_back(drop ? inverted(line) : std::string(line));
  }
  if (terms.empty()) return fail(Error{ErrorCode::kMalformed, "no names in this list"}.in(path));
  return terms;
}

}  // namespace

Result<std::vector<std::string>> selection_terms(std::string_view text) {
  std::vector<std::string> terms;
  for (const std::string& term : split(text)) {
    if (term.empty())
      return fail({ErrorCode::kUsage, text.empty()
                                          ? "the selection is empty; '*' selects all"
                                          : fmt::format("empty term in the selection '{}'", text)});
    const bool drop = term.starts_with("!@");
    if (!drop && !term.starts_with('@')) {
      terms.push_back(term);
      continue;
    }
    if (term.size() == (drop ? 2U : 1U))
      return fail({ErrorCode::kUsage, "@ needs the name of a list file"});
    auto lines = terms_of_file(unescaped(term.substr(drop ? 2 : 1)), drop);
    if (!lines) return fail(std::move(lines.error()));
    terms.insert(terms.end(), lines->begin(), lines->end());
  }
  return terms;
}

}  // namespace mmdkit
