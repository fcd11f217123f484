#include "sim/report/percent.hpp"

#include <cmath>

#include <fmt/format.h>

namespace warpshop::report {
namespace {

/// In per cent; exactly 0 where one decimal shows no more.
double rounded_to_zero(double fraction) {
  const double percent = fraction * 100;
  return std::abs(percent) < 0.05 ? 0 : percent;
}

}  // namespace

std::string percent(double fraction) {
  return fmt::format("{:.1f} %", rounded_to_zero(fraction));
}

std::string signed_percent(double fraction) {
  const double value = rounded_to_zero(fraction);
  return value == 0 ? "0.0" : fmt::format("{:+.1f}", value);
}

}  // namespace warpshop::report
