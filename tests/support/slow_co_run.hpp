#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/co_run.hpp"

namespace warpshop::test {

/// CTAs of a kernel on each SM of a group of SMs.
struct SlowResident {
  const CoRunKernel* kernel = nullptr;
  double ctas = 1;        ///< > 0
  std::size_t group = 0;  ///< < groups
};

/// The co-run law once more, from what docs/model.md says of it: by three searches within each other for the loads,
/// none of which exceeds 1, however long that takes. Subtasks in a millisecond on each SM of its group, by resident.
/// parts: of the device's SMs, by group.
std::vector<double> slow_co_run_rates(const std::vector<SlowResident>& residents, const std::vector<double>& parts);

/// What a kernel that uses such a part of a resource alone takes of it for a CTA, in milliseconds of one SM, by hand:
/// all SMs together are in use for use · time, which its CTAs divide among them.
double slow_demand(double use, double time, double ctas, double sms);

}  // namespace warpshop::test
