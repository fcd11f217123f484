#pragma once

#include <string>
#include <vector>

#include "sim/stats/box_statistics.hpp"

namespace warpshop::report::html {

/// A row of a box plot.
struct BoxRow {
  std::string name;  ///< text
  stats::BoxStatistics box;
  std::size_t colour = 0;  ///< rows of one are drawn alike
  bool marked = false;
};

/// Rows under a heading.
struct BoxGroup {
  std::string name;  ///< text; empty: no heading
  std::vector<BoxRow> rows;
};

struct BoxPlot {
  std::string caption;
  std::string more = {};
  std::string unit;
  double reference = 1;  ///< a line is drawn there, where it is within what is drawn
  std::vector<BoxGroup> groups;
};

/// Quartiles as a box with the median in it, whiskers, and beyond them the least and the largest value as rings, with
/// how many values are there. Nothing without rows.
std::string box_plot(const BoxPlot& plot);

}  // namespace warpshop::report::html
