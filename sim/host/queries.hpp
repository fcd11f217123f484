#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/host/applications.hpp"
#include "sim/host/speeds.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::host {

/// How many phases of equal work a query has. Assumed.
inline constexpr std::size_t kPhases = 4;

struct Query {
  Millis arrived{0};
  double size = 1;                       ///< its work over that of a mean query, > 0
  std::array<double, kPhases> phases{};  ///< speed in each, over that of the application
};

/// Phases of the query of that number of a sequence.
std::array<double, kPhases> drawn_phases(const QueryAssumptions& assumed, const stats::CounterDraws& draws,
                                         std::uint64_t number);

/// Queries in the order in which they arrive: Poisson, at a rate of load · cores / mean. By application and seed alone,
/// so that all ways to run a server are compared on the same queries.
std::vector<Query> drawn_queries(const Processor& processor, const QueryApplication& application,
                                 const QueryAssumptions& assumed, std::size_t count, std::uint64_t seed);

/// Instructions of a query as a time at an IPC of 1: size · mean · ipc.
Millis work_of(const QueryApplication& application, double size);

/// How long a query takes that has that grant, with nothing beside it.
Millis alone(const Processor& processor, const QueryApplication& application, const Query& query, ProcessorPart grant);

}  // namespace warpshop::host
