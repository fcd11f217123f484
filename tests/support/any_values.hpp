#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rapidcheck.h>

namespace warpshop::test {

/// A whole number, first … end - 1, each equally likely whatever the size of the case.
template <class Number>
Number any_number(Number first, Number end) {
  return *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Number>(first, end)));
}

/// A double ≥ 0 of any size: zero, denormal, the largest.
inline double any_size() {
  switch (any_number(0, 10)) {
    case 0:
      return 0;
    case 1:
      return std::bit_cast<double>(any_number<std::uint64_t>(1, std::uint64_t{1} << 52));  // denormal
    case 2:
      return 0x1.fffffffffffffp1023;
    default:
      return std::bit_cast<double>(any_number<std::uint64_t>(0, std::uint64_t{0x7ff} << 52));
  }
}

/// A double whose sums neither overflow nor are always the largest term: 0 … 1000, of 1e-6 to 1e3, many of them equal.
inline double any_duration() {
  const double coarse = any_number(0, 20);
  return any_number(0, 2) == 0 ? coarse : std::exp(any_number(-13'800'000, 6'900'000) * 1e-6);
}

/// `least` … `most` of what `any` draws.
template <class Any>
std::vector<double> any_values(std::size_t least, std::size_t most, const Any& any) {
  std::vector<double> values(any_number<std::size_t>(least, most + 1));
  for (double& value : values) {
    value = any();
  }
  return values;
}

/// The same values in another order.
inline std::vector<double> shuffled(std::vector<double> values) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[any_number<std::size_t>(0, i)]);
  }
  return values;
}

}  // namespace warpshop::test
