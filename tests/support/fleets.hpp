#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

#include <rapidcheck.h>

#include "sim/model/fleet.hpp"
#include "tests/support/instances.hpp"

namespace warpshop {

// rapidcheck shows it when something fails.
void show(const Fleet& fleet, std::ostream& out);
std::ostream& operator<<(std::ostream& out, const Fleet& fleet);

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
Fleet alike(const Instance& instance, std::size_t devices, double width = 0);

/// All copies of so many tasks ask for so much of a bus.
BusPort port_of(std::size_t tasks, double demand, std::uint32_t bus = 0);

/// How many buses any_fleet() has, so that a replay can prepare them.
inline constexpr std::uint32_t kBuses = 2;

/// Fleets of 2 … 4 devices with 1 … most tasks, some of them on buses if so wanted.
rc::Gen<Fleet> any_fleet(int most, bool with_buses);

/// The same with demands of the tasks.
Fleet demanding_fleet(int most, bool with_buses);

/// The tasks in their order, dealt anyhow.
Plan any_dealing(const Fleet& fleet, Submission submission = Submission::ordered);

}  // namespace warpshop::test
