#include "sim/share/split_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "sim/model/error.hpp"
#include "sim/model/plan_text.hpp"

namespace warpshop::share {

void check_whole_numbers(std::string_view policy, const std::vector<double>& split, std::size_t count,
                         std::int64_t most) {
  const auto fits = [most](double each) {
    return each >= 1 && each <= static_cast<double>(most) && each == std::floor(each);
  };
  if (!split.empty() && (split.size() != count || !std::all_of(split.begin(), split.end(), fits))) {
    throw InputError("policy '" + share_text({.policy = std::string(policy), .split = split}) +
                     "' cannot split the SMs of this device between these kernels so, expected " +
                     (count == 1 ? "a whole number" : std::to_string(count) + " whole numbers") + " from 1 to " +
                     std::to_string(most));
  }
}

}  // namespace warpshop::share
