#include "sim/evaluate/bounds/machines.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace warpshop::evaluate {

Payloads payloads_of(const Job& job) {
  Payloads payloads{};
  for (const std::size_t side : {0U, 1U}) {
    payloads[side][index(job.memory[side])] = job.copies[side].payload.count();
  }
  return payloads;
}

Payloads payloads_of(const Instance& instance) {
  Payloads payloads{};
  for (const Job& job : instance.jobs) {
    for (const std::size_t side : {0U, 1U}) {
      payloads[side][index(job.memory[side])] += job.copies[side].payload.count();
    }
  }
  return payloads;
}

std::array<double, 2> largest_savings(const Instance& instance, Direction direction, const Payloads& payloads) {
  const std::size_t side = index(direction);
  std::array<double, 2> savings{};
  for (const std::size_t own : {0U, 1U}) {
    for (const std::size_t opposing : {0U, 1U}) {
      const bool exclude = instance.dma_engines == 1 || (own == 1 && opposing == 1);
      if (!exclude && payloads[1 - side][opposing] > 0) {
        const double rate = instance.rates[side][own][opposing];
        savings[own] = std::max(savings[own], (rate + instance.rates[1 - side][opposing][own] - 1) / rate);
      }
    }
  }
  return savings;
}

double overlapped_payloads(const Instance& instance, const Payloads& payloads) {
  std::array<double, 2> saved{};
  double total = 0;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const std::size_t side = index(direction);
    const auto savings = largest_savings(instance, direction, payloads);
    for (const std::size_t own : {0U, 1U}) {
      saved[side] += savings[own] * payloads[side][own];
      total += payloads[side][own];
    }
  }
  return total - std::min(saved[0], saved[1]);
}

Millis overlap_bound(const Instance& instance) {
  return Millis{overlapped_payloads(instance, payloads_of(instance))};
}

bool couples(const DuplexRates& rates) {
  return rates.h2d <= 1 && rates.d2h <= 1 && rates.h2d + rates.d2h >= 1;
}

double coupled_copies(const DuplexRates& rates, const CoupledCopies& copies) {
  const double c = (1 - rates.h2d) / rates.d2h;
  const double not_overlapped = (copies.head - copies.h2d_payload) * rates.d2h_per_work + copies.d2h_payload;
  return copies.h2d_payload + c * copies.d2h_payload + (1 - c) * std::max({copies.tail, not_overlapped, 0.0});
}

bool all_coupled(const Instance& instance) {
  const auto pinned = [](const Job& job) {
    return !(job.has[0] && job.memory[0] == Memory::pageable) && !(job.has[2] && job.memory[1] == Memory::pageable);
  };
  return instance.dma_engines == 2 && couples({.h2d = instance.rates[0][0][0], .d2h = instance.rates[1][0][0]}) &&
         std::all_of(instance.jobs.begin(), instance.jobs.end(), pinned);
}

Millis duplex_bound(const Instance& instance) {
  if (!all_coupled(instance)) {
    return Millis{0};
  }
  constexpr Millis kNone{std::numeric_limits<double>::infinity()};
  Millis h2d_payload{0};
  Millis d2h_payload{0};
  Millis head = kNone;
  Millis tail = kNone;
  for (const Job& job : instance.jobs) {
    h2d_payload += job.copies[0].payload;
    d2h_payload += job.copies[1].payload;
    if (job.has[0]) {
      tail = std::min(tail, job.kernel + job.alone(Stage::d2h));
    }
    if (job.has[2]) {
      head = std::min(head, job.release + job.alone(Stage::h2d) + job.kernel + job.copies[1].latency);
    }
  }
  if (head == kNone || tail == kNone) {
    return Millis{0};
  }
  return Millis{coupled_copies({.h2d = instance.rates[0][0][0], .d2h = instance.rates[1][0][0]},
                               {.h2d_payload = h2d_payload.count(),
                                .d2h_payload = d2h_payload.count(),
                                .head = head.count(),
                                .tail = tail.count()})};
}

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

double fastest_rate(const Instance& instance, Direction direction, Memory own) {
  if (instance.dma_engines == 1) {
    return 1;
  }
  const auto& rates = instance.rates[index(direction)][index(own)];
  return std::max({1.0, rates[0], rates[1]});
}

Instance beside_others(Instance part) {
  std::array<std::array<double, 2>, 2> fastest{};  // [Direction][Memory]
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      fastest[index(direction)][index(memory)] = fastest_rate(part, direction, memory);
    }
  }
  for (Job& job : part.jobs) {
    for (const std::size_t side : {0U, 1U}) {
      job.copies[side].payload /= fastest[side][index(job.memory[side])];
    }
  }
  for (const std::size_t side : {0U, 1U}) {
    for (const std::size_t memory : {0U, 1U}) {
      for (double& rate : part.rates[side][memory]) {
        rate /= fastest[side][memory];
      }
    }
  }
  return part;
}

std::array<Millis, 3> least_times(const Instance& instance, const Job& job) {
  std::array<Millis, 3> times{Millis{0}, job.kernel, Millis{0}};
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const Copy& copy = job.copy(direction);
    times[2 * index(direction)] =
        copy.latency + copy.payload / fastest_rate(instance, direction, job.memory[index(direction)]);
  }
  return times;
}

Visit HostMachines::visit_of(std::uint32_t task, bool of_stream) const {
  const Job& job = instance_.jobs[task];
  const std::array<Millis, 3> least = least_times(instance_, job);
  const bool depth_first = instance_.issue.order == IssueOrder::depth_first;
  Visit visit{.head = job.release};
  Millis passed{0};  // of the task, since its first command began
  for (const Stage stage : kStages) {
    passed += least[index(stage)];
    if ((of_stream && job.legacy) || (stage != Stage::kernel && job.blocks[index(stage) / 2])) {
      visit.work = depth_first ? passed : visit.work + least[index(stage)];
    }
  }
  visit.tail = depth_first ? passed - visit.work : Millis{0};
  return visit;
}

void HostMachines::add(std::uint32_t task, Millis thread, Millis stream) {
  auto& [of_thread, of_stream] = machines_[instance_.program(task)];
  Visit visit = visit_of(task, false);
  visit.head = std::max(visit.head, thread);
  visit.work += instance_.host.empty() ? Millis{0} : instance_.host[task];
  of_thread.add(visit);
  visit = visit_of(task, true);
  visit.head = std::max(visit.head, stream);
  if (visit.work > Millis{0}) {
    of_stream.add(visit);
  }
}

Millis HostMachines::bound() const {
  Millis bound{0};
  for (const auto& [thread, stream] : machines_) {
    bound = std::max({bound, thread.bound(), stream.bound()});
  }
  return bound;
}

Millis host_bound(const Instance& instance) {
  if (!instance.issue.one_thread) {
    return Millis{0};
  }
  HostMachines machines(instance);
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    machines.add(task);
  }
  return machines.bound();
}

}  // namespace warpshop::evaluate
