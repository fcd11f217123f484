#include "sim/model/instance.hpp"

#include <algorithm>

namespace warpshop {

bool keeps_precedence(const Instance& instance, std::span<const std::uint32_t> order) {
  if (instance.precedence.empty()) {
    return true;
  }
  std::vector<std::size_t> place(order.size());
  for (std::size_t position = 0; position < order.size(); ++position) {
    place[order[position]] = position;
  }
  return std::all_of(instance.precedence.begin(), instance.precedence.end(),
                     [&](const Precedence& pair) { return place[pair.before] < place[pair.after]; });
}

}  // namespace warpshop
