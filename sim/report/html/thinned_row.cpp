#include "sim/report/html/thinned_row.hpp"

#include <algorithm>

namespace warpshop::report::html {

std::vector<RowBar> thinned_row(std::span<const TimeSpan> spans, Millis narrow) {
  constexpr double kWidest = 4;  // of a bar of several, in `narrow`
  std::vector<RowBar> bars;
  bool open = false;  // the last bar takes more
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const TimeSpan& span = spans[i];
    const Millis length = span.end - span.start;
    const bool short_one = length < narrow;
    if (open && short_one && span.start - bars.back().end < narrow && span.end - bars.back().start < kWidest * narrow) {
      RowBar& bar = bars.back();
      bar.end = std::max(bar.end, span.end);
      bar.busy += length;
      ++bar.count;
      continue;
    }
    bars.push_back({.start = span.start, .end = span.end, .first = i, .count = 1, .busy = length});
    open = short_one;
  }
  return bars;
}

}  // namespace warpshop::report::html
