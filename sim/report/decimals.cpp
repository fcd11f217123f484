#include "sim/report/decimals.hpp"

#include <cmath>

#include <fmt/format.h>

namespace warpshop::report {

std::string rounded(double value, int decimals) {
  const double size = std::abs(value);
  if (size == 0) {
    return "0";
  }
  const bool shown = size >= 0.5 * std::pow(10, -decimals);
  return fmt::format("{:.{}f}", value, shown ? decimals : static_cast<int>(-std::floor(std::log10(size))));
}

std::string number_of(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace warpshop::report
