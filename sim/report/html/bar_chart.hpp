#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpshop::report::html {

/// Bars of one thing, one a series; nothing where it is not known.
struct BarGroup {
  std::string name;
  std::vector<std::optional<double>> values;  ///< ≥ 0, by series
};

struct BarChart {
  std::string caption;
  std::string more = {};
  std::string unit;  ///< behind numbers
  std::vector<std::string> series;
  std::vector<BarGroup> groups;
};

/// Bars from the left, each with its figure behind it.
std::string bar_chart(const BarChart& chart);

}  // namespace warpshop::report::html
