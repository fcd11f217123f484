#include "sim/order/fleet/each_deal.hpp"

namespace warpshop::order {
namespace {

bool are_alike(const Fleet& fleet, std::size_t one, std::size_t other) {
  const BusSeat* const seat = fleet.seat(one);
  const BusSeat* const other_seat = fleet.seat(other);
  const bool sit_alike = seat == nullptr || other_seat == nullptr ? seat == other_seat : *seat == *other_seat;
  return sit_alike && fleet.devices[one] == fleet.devices[other];
}

}  // namespace

std::vector<std::size_t> first_alike(const Fleet& fleet) {
  std::vector<std::size_t> first;
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    std::size_t like = 0;
    while (!are_alike(fleet, like, device)) {
      ++like;
    }
    first.push_back(like);
  }
  return first;
}

}  // namespace warpshop::order
