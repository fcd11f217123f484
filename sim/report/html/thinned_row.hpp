#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/report/engine_rows.hpp"

namespace warpshop::report::html {

/// A bar of a row: one span that is wide enough to be seen, or several that are not, next to each other.
struct RowBar {
  Millis start{0};
  Millis end{0};
  std::size_t first = 0;  ///< position in the spans by start: the bar stands for `count` of them from there
  std::size_t count = 1;  ///< ≥ 1; the counts of all bars of a row add up to its spans
  Millis busy{0};         ///< of several, how much of the bar they cover; ≤ end - start where they do not overlap
};

/// Bars of a row. spans: by start. Those shorter than `narrow` ≥ 0 become one bar with others as short that are less
/// than `narrow` away, as long as it stays below 4 · narrow. O(n).
std::vector<RowBar> thinned_row(std::span<const TimeSpan> spans, Millis narrow);

}  // namespace warpshop::report::html
