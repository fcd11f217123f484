#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpshop::report::html {

/// Figures by row and column, the larger the darker.
struct HeatTable {
  std::string caption;
  std::vector<std::string> names;  ///< of rows, and of columns
  std::function<std::optional<double>(std::size_t row, std::size_t column)> value;
};

/// A table with all figures written out; nothing without names.
std::string heat_table(const HeatTable& heat);

}  // namespace warpshop::report::html
