#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

// Clients, and ways of sharing a GPU between them, of which theory has something to say.
namespace warpshop::test {

/// A client whose requests are a kernel each that fills the GPU.
struct Asking {
  Arrivals arrivals;
  double service = 1;  ///< ms
  Demand demand = {};
  int priority = 0;
};

/// Clients of so many streams each, every client a process; context switches take no time.
Instance instance_of(const std::vector<Asking>& all, double horizon, std::uint32_t streams);
/// The kernel of the highest priority has the GPU; of several the one that has begun, else the longest ready. It takes
/// it away from others at once, or when it is free.
Plan by_priority(bool at_once);
/// Clients take turns of so many ms.
Plan in_slices(const Instance& instance, double slice);

inline constexpr std::uint32_t kChipSms = 28;

/// One client, or several, of so many streams each, whose kernels are compute-bound and have many CTAs: on part of the
/// SMs, so many times as many as a titanx has, they go so much slower. Requests are added later.
Instance fine_kernels(std::uint32_t clients, std::uint32_t streams, std::uint32_t times = 1);
/// How long a request takes that has the GPU to itself, ms.
double service_of(Instance instance, const Plan& plan);
/// Each of four tasks has a quarter of the SMs.
Plan by_quarters();

}  // namespace warpshop::test
