#include "sim/evaluate/bounds/lower_bound.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "sim/evaluate/bounds/pair_bounds.hpp"

namespace warpshop::evaluate {
namespace {

constexpr Millis kNone{std::numeric_limits<double>::infinity()};

/// One engine: what comes at least before its first stage, on it, and after its last.
struct OneMachine {
  Millis head = kNone;
  Millis work{0};
  Millis tail = kNone;

  void add(Millis before, Millis here, Millis after) {
    head = std::min(head, before);
    work += here;
    tail = std::min(tail, after);
  }
  Millis bound() const { return head < kNone ? head + work + tail : Millis{0}; }
};

}  // namespace

double fastest_rate(const Instance& instance, Direction direction, Memory own) {
  if (instance.dma_engines == 1) {
    return 1;
  }
  const auto& rates = instance.rates[index(direction)][index(own)];
  return std::max({1.0, rates[0], rates[1]});
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

Millis classical_bound(const Instance& instance) {
  std::array<OneMachine, 3> machines;
  Millis longest_task{0};
  for (const Job& job : instance.jobs) {
    const auto stage = least_times(instance, job);
    longest_task = std::max(longest_task, job.release + stage[0] + stage[1] + stage[2]);
    const std::array heads{job.release, job.release + stage[0], job.release + stage[0] + stage[1]};
    const std::array tails{stage[1] + stage[2], stage[2], Millis{0}};
    for (std::size_t machine = 0; machine < machines.size(); ++machine) {
      if (job.has[machine]) {
        machines[machine].add(heads[machine], stage[machine], tails[machine]);
      }
    }
  }
  return std::max({longest_task, machines[0].bound(), machines[1].bound(), machines[2].bound()});
}

Millis exclusive_bound(const Instance& instance) {
  OneMachine shared;
  for (const Job& job : instance.jobs) {
    const auto stage = least_times(instance, job);
    if (job.has[0] && job.exclusive[0]) {
      shared.add(job.release, stage[0], stage[1] + stage[2]);
    }
    if (job.has[2] && job.exclusive[1]) {
      shared.add(job.release + stage[0] + stage[1], stage[2], Millis{0});
    }
  }
  return shared.bound();
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
  Payloads payloads{};
  for (const Job& job : instance.jobs) {
    for (const std::size_t side : {0U, 1U}) {
      payloads[side][index(job.memory[side])] += job.copies[side].payload.count();
    }
  }
  return Millis{overlapped_payloads(instance, payloads)};
}

bool couples(const DuplexRates& rates) {
  return rates.h2d <= 1 && rates.d2h <= 1 && rates.h2d + rates.d2h >= 1;
}

double coupled_copies(const DuplexRates& rates, const CoupledCopies& copies) {
  const double c = (1 - rates.h2d) / rates.d2h;
  const double not_overlapped = (copies.head - copies.h2d_payload) * rates.d2h_per_work + copies.d2h_payload;
  return copies.h2d_payload + c * copies.d2h_payload + (1 - c) * std::max({copies.tail, not_overlapped, 0.0});
}

Millis duplex_bound(const Instance& instance) {
  const DuplexRates rates{.h2d = instance.rates[0][0][0], .d2h = instance.rates[1][0][0]};
  if (instance.dma_engines != 2 || !couples(rates)) {
    return Millis{0};
  }
  Millis h2d_payload{0};
  Millis d2h_payload{0};
  Millis head = kNone;
  Millis tail = kNone;
  for (const Job& job : instance.jobs) {
    if ((job.has[0] && job.memory[0] == Memory::pageable) || (job.has[2] && job.memory[1] == Memory::pageable)) {
      return Millis{0};
    }
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
  return Millis{coupled_copies(rates, {.h2d_payload = h2d_payload.count(),
                                       .d2h_payload = d2h_payload.count(),
                                       .head = head.count(),
                                       .tail = tail.count()})};
}

Millis lower_bound(const Instance& instance) {
  return std::max({classical_bound(instance), johnson_bound(instance), exclusive_bound(instance),
                   overlap_bound(instance), duplex_bound(instance), coupled_bound(instance)});
}

}  // namespace warpshop::evaluate
