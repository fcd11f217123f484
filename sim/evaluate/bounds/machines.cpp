#include "sim/evaluate/bounds/machines.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/evaluate/bounds/least_times.hpp"

namespace warpshop::evaluate {

std::array<Visit, 3> visits(const Instance& instance, const Job& job) {
  const auto [h2d, kernel, d2h] = least_times(instance, job);
  const Millis in = job.has[0] && job.has[1] ? instance.gaps.copy_kernel : Millis{0};
  const Millis out = job.has[1] && job.has[2] ? instance.gaps.kernel_copy : Millis{0};
  return {Visit{job.release, h2d, in + kernel + out + d2h}, Visit{job.release + h2d + in, kernel, out + d2h},
          Visit{job.release + h2d + in + kernel + out, d2h, Millis{0}}};
}

void Machine::add(const Visit& visit) {
  add(Machine{visit.head, visit.work, visit.tail});
}

void Machine::add(const Machine& other) {
  head = std::min(head, other.head);
  work += other.work;
  tail = std::min(tail, other.tail);
}

Millis Machine::bound() const {
  return head < kUnreached ? head + work + tail : Millis{0};
}

void Load::add(const Load& other) {
  for (std::size_t stage = 0; stage < machines.size(); ++stage) {
    machines[stage].add(other.machines[stage]);
  }
  for (std::size_t side = 0; side < payloads.size(); ++side) {
    for (std::size_t memory = 0; memory < payloads[side].size(); ++memory) {
      payloads[side][memory] += other.payloads[side][memory];
    }
  }
  longest = std::max(longest, other.longest);
  total += other.total;
}

Millis Load::bound(const Instance& device) const {
  return std::max({longest, Millis{overlapped_payloads(device, payloads)}, machines[0].bound(), machines[1].bound(),
                   machines[2].bound()});
}

Load load_of(const Instance& device, const Job& job) {
  const auto [h2d, kernel, d2h] = visits(device, job);
  Load load{.payloads = payloads_of(job), .longest = d2h.head + d2h.work, .total = h2d.work + kernel.work + d2h.work};
  const std::array all{h2d, kernel, d2h};
  for (std::size_t stage = 0; stage < all.size(); ++stage) {
    if (job.occupies(kStages[stage])) {
      load.machines[stage].add(all[stage]);
    }
  }
  return load;
}

Millis classical_bound(const Instance& instance, Machines count) {
  Load load;
  for (const Job& job : instance.jobs) {
    load.add(load_of(instance, job));
  }
  Millis bound = load.longest;
  for (std::size_t stage = 0; stage < count.size(); ++stage) {
    bound = count[stage] ? std::max(bound, load.machines[stage].bound()) : bound;
  }
  return bound;
}

Millis exclusive_bound(const Instance& instance) {
  Machine shared;
  for (const Job& job : instance.jobs) {
    const auto [h2d, kernel, d2h] = visits(instance, job);
    if (job.has[0] && job.exclusive[0]) {
      shared.add(h2d);
    }
    if (job.has[2] && job.exclusive[1]) {
      shared.add(d2h);
    }
  }
  return shared.bound();
}

}  // namespace warpshop::evaluate
