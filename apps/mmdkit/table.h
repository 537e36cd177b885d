#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace mmdkit::app {

/// Rows of text, aligned by what a terminal shows: a CJK character takes two columns.
class Table {
 public:
  /// Columns behind the first are aligned right if `numbers` is true.
  explicit Table(bool numbers) : numbers_(numbers) {}

  void row(std::initializer_list<std::string> cells) { rows_.emplace_back(cells); }
  bool empty() const { return rows_.empty(); }

  /// All rows, two blanks between columns, each line indented by `indent` blanks.
  std::string text(std::size_t indent = 0) const;

 private:
  bool numbers_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace mmdkit::app
