#include "sim/host/queries.hpp"

#include <algorithm>

namespace warpshop::host {

std::array<double, kPhases> drawn_phases(const QueryAssumptions& assumed, const stats::CounterDraws& draws,
                                         std::uint64_t number) {
  std::array<double, kPhases> phases{};
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    phases[phase] = 1 + assumed.phase_spread * (2 * draws.unit(number * kPhases + phase) - 1);
  }
  return phases;
}

std::vector<Query> drawn_queries(const Processor& processor, const QueryApplication& application,
                                 const QueryAssumptions& assumed, std::size_t count, std::uint64_t seed) {
  enum : std::uint64_t { kArrivals, kSizes, kPhasesOfThem };
  const std::uint64_t owner = stats::owner_of(application.name);
  const stats::CounterDraws arrivals(seed, owner, kArrivals);
  const stats::CounterDraws sizes(seed, owner, kSizes);
  const stats::CounterDraws phases(seed, owner, kPhasesOfThem);
  const Millis gap = application.mean / (assumed.load * processor.all.cores);
  std::vector<Query> queries;
  queries.reserve(count);
  Millis now{0};
  for (std::uint64_t number = 0; number < count; ++number) {
    now += gap * arrivals.exponential(number);
    queries.push_back({.arrived = now,
                       .size = std::clamp(sizes.exponential(number), 1e-6, assumed.longest),
                       .phases = drawn_phases(assumed, phases, number)});
  }
  return queries;
}

Millis work_of(const QueryApplication& application, double size) {
  return size * application.ipc * application.mean;
}

Millis alone(const Processor& processor, const QueryApplication& application, const Query& query, ProcessorPart grant) {
  const Running running{application.use, busy_cores(application.parallel_part, grant.cores),
                        static_cast<double>(grant.ways)};
  const double speed = speeds(processor, {&running, 1}).front();
  Millis time{0};
  for (const double phase : query.phases) {
    time += query.size / kPhases * application.mean / (speed * phase);
  }
  return time;
}

}  // namespace warpshop::host
