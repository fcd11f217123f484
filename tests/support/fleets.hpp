#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "sim/model/fleet.hpp"
#include "tests/support/instances.hpp"

namespace warpshop {

// rapidcheck shows it when something fails.
inline void show(const Fleet& fleet, std::ostream& out) {
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    if (const BusSeat* seat = fleet.seat(device)) {
      out << "bus " << seat->bus << " demand " << seat->demand[0][0] << ' ' << seat->demand[0][1] << ' '
          << seat->demand[1][0] << ' ' << seat->demand[1][1] << ", ";
    }
    show(fleet.devices[device], out);
  }
}
inline std::ostream& operator<<(std::ostream& out, const Fleet& fleet) {
  show(fleet, out);
  return out;
}

}  // namespace warpshop

namespace warpshop::test {

/// A task with times alone, a negative one for a stage that is missing.
inline Job job_of(double h2d, double kernel, double d2h) {
  Job job;
  job.copies = {Copy{.payload = Millis{h2d < 0 ? 0 : h2d}}, Copy{.payload = Millis{d2h < 0 ? 0 : d2h}}};
  job.kernel = Millis{kernel < 0 ? 0 : kernel};
  job.has = {h2d >= 0, kernel >= 0, d2h >= 0};
  return job;
}

inline Rates even_rates(double rate) {
  Rates rates{};
  for (auto& direction : rates) {
    for (auto& own : direction) {
      own.fill(rate);
    }
  }
  return rates;
}

/// So many devices alike, on a bus of `width` times the bandwidth of one of them; 0: no bus.
inline Fleet alike(const Instance& instance, std::size_t devices, double width = 0) {
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

/// The seats of any_fleet(), so that a replay can prepare them.
inline const std::vector<BusSeat>& all_seats() {
  static const std::vector<BusSeat> all{{.bus = 0, .demand = {{{0.7, 0.4}, {0.8, 0.5}}}},
                                        {.bus = 0, .demand = {{{1.0, 0.3}, {0.9, 0.6}}}},
                                        {.bus = 1, .demand = {{{0.55, 0.2}, {0.45, 0.35}}}}};
  return all;
}

/// What each device does, relative to the first: rates, lengths and a bus of its own.
inline Instance other_device(Instance instance, const Rates& rates, double slower) {
  instance.rates = rates;
  for (Job& job : instance.jobs) {
    for (Copy& copy : job.copies) {
      copy.payload *= slower;
    }
    job.kernel *= slower;
  }
  return instance;
}

/// Fleets of 2 … 4 devices with 1 … most tasks, some of them on buses if so wanted.
inline rc::Gen<Fleet> any_fleet(int most, bool with_buses) {
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

/// The tasks in their order, dealt anyhow.
inline Plan any_dealing(const Fleet& fleet, Submission submission = Submission::ordered) {
  std::vector<Plan> plans(fleet.devices.size(), Plan{.order = {}, .submission = submission});
  for (std::uint32_t task = 0; task < fleet.size(); ++task) {
    plans[*rc::gen::inRange<std::size_t>(0, plans.size())].order.push_back(task);
  }
  return joined(plans);
}

}  // namespace warpshop::test
