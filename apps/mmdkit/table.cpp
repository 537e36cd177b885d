#include "apps/mmdkit/table.h"

#include <algorithm>

#include "base/unicode.h"

namespace mmdkit::app {

std::string Table::text(std::size_t indent) const {
  std::vector<std::size_t> widths;
  for (const auto& cells : rows_) {
    widths.resize(std::max(widths.size(), cells.size()));
    for (std::size_t c = 0; c < cells.size(); ++c)
      widths[c] = std::max(widths[c], display_width(cells[c]));
  }
  std::string text;
  for (const auto& cells : rows_) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string blanks(widths[c] - display_width(cells[c]), ' ');
      if (c > 0) line += "  ";
      line += numbers_ && c > 0 ? blanks + cells[c] : cells[c] + blanks;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace mmdkit::app
