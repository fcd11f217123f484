#include "sim/evaluate/bounds/copies.hpp"

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

}  // namespace warpshop::evaluate
