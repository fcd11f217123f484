#include "sim/model/confidence.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

namespace warpshop {

bool Confidence::is_valid() const {
  return low >= 0 && low <= 1 && high >= 1 && std::isfinite(high) && samples >= 1;
}

double end_of_interval(double value, double relative) {
  constexpr int kDigits = 6;
  constexpr double kSlack = 1e-6;  // of the last digit
  const double product = value * relative;
  if (!std::isnormal(product)) {
    return 0;
  }
  const int exponent = kDigits - 1 - static_cast<int>(std::floor(std::log10(product)));
  const double scaled = product * std::pow(10.0, exponent);
  const double digits = relative <= 1 ? std::floor(scaled + kSlack) : std::ceil(scaled - kSlack);
  const double end = std::strtod((std::to_string(digits) + 'e' + std::to_string(-exponent)).c_str(), nullptr);
  const bool same_side = relative <= 1 ? end <= value : end >= value;
  return same_side && relative != 1 ? end : value;
}

}  // namespace warpshop
