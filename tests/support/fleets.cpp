#include "tests/support/fleets.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpshop {

void show(const Fleet& fleet, std::ostream& out) {
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    if (const BusSeat* seat = fleet.seat(device)) {
      out << "bus " << seat->bus << " demand " << seat->demand[0][0] << ' ' << seat->demand[0][1] << ' '
          << seat->demand[1][0] << ' ' << seat->demand[1][1] << ", ";
    }
    show(fleet.devices[device], out);
  }
}

std::ostream& operator<<(std::ostream& out, const Fleet& fleet) {
  show(fleet, out);
  return out;
}

}  // namespace warpshop

namespace warpshop::test {

Fleet alike(const Instance& instance, std::size_t devices, double width) {
  Fleet fleet;
  fleet.devices.assign(devices, instance);
  for (std::size_t device = 1; device <= devices; ++device) {
    fleet.names.push_back("gpu#" + std::to_string(device));
  }
  if (width > 0) {
    const BusSeat seat{.bus = 0, .demand = {{{1 / width, 1 / width}, {1 / width, 1 / width}}}};
    fleet.seats.assign(devices, seat);
  }
  return fleet;
}

const std::vector<BusSeat>& all_seats() {
  static const std::vector<BusSeat> all{{.bus = 0, .demand = {{{0.7, 0.4}, {0.8, 0.5}}}},
                                        {.bus = 0, .demand = {{{1.0, 0.3}, {0.9, 0.6}}}},
                                        {.bus = 1, .demand = {{{0.55, 0.2}, {0.45, 0.35}}}}};
  return all;
}

namespace {

/// What each device does, relative to the first: rates, lengths and a bus of its own.
Instance other_device(Instance instance, const Rates& rates, double slower) {
  instance.rates = rates;
  for (Job& job : instance.jobs) {
    for (Copy& copy : job.copies) {
      copy.payload *= slower;
    }
    job.kernel *= slower;
  }
  return instance;
}

}  // namespace

rc::Gen<Fleet> any_fleet(int most, bool with_buses) {
  return rc::gen::exec([most, with_buses] {
    const Instance first = *instance(*any_family(), most);
    Fleet fleet;
    const auto devices = static_cast<std::size_t>(*rc::gen::inRange(2, 5));
    for (std::size_t device = 0; device < devices; ++device) {
      const double slower = *rc::gen::element(1.0, 1.0, 0.5, 2.5);
      fleet.devices.push_back(other_device(first, *rc::gen::elementOf(all_rates()), slower));
      fleet.names.push_back("gpu" + std::to_string(device));
      if (with_buses) {
        const bool seated = *rc::gen::inRange(0, 4) > 0;
        fleet.seats.push_back(seated ? std::optional(*rc::gen::elementOf(all_seats())) : std::nullopt);
      }
    }
    return fleet;
  });
}

Plan any_dealing(const Fleet& fleet, Submission submission) {
  std::vector<Plan> plans(fleet.devices.size(), Plan{.order = {}, .submission = submission});
  for (std::uint32_t task = 0; task < fleet.size(); ++task) {
    plans[*rc::gen::inRange<std::size_t>(0, plans.size())].order.push_back(task);
  }
  return joined(plans);
}

}  // namespace warpshop::test
