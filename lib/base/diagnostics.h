#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mmdkit {

/// Something odd but usable in the input, counted over all the places where it occurs.
struct Diagnostic {
  std::string id;  ///< Stable name such as `vmd-duplicate-key`; listed in docs/warnings.md.
  std::uint64_t count = 0;  ///< How many places.
  std::string first;  ///< The first place, e.g. `bone key 12 (センター, frame 30)`; may be empty.
  std::string message;  ///< What it means and what is done about it. Free to change.
};

/// Warnings gathered over one job, in the order of their first occurrence.
class Diagnostics {
 public:
  /// Counts one more occurrence of `id`. Place and message of the first occurrence are kept.
  void add(std::string_view id, std::string_view place, std::string_view message) {
    add_many(id, 1, place, message);
  }

  /// Counts `count` occurrences at once; does nothing if `count` is 0.
  void add_many(std::string_view id, std::uint64_t count, std::string_view place,
                std::string_view message);

  /// Appends all of `other` as warnings of their own, with `prefix` (a file name, say; may be
  /// empty) in front of their first places.
  void append(const Diagnostics& other, std::string_view prefix);

  const std::vector<Diagnostic>& items() const { return items_; }
  bool empty() const { return items_.empty(); }

 private:
  std::vector<Diagnostic> items_;
};

/// One line of text: `id: message (3 times, first at place)`.
std::string to_text(const Diagnostic& diagnostic);

}  // namespace mmdkit
