#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/model/client_sweep.hpp"
#include "sim/model/device.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// A cell of a sweep of clients, ready to be compared.
struct ClientCell {
  std::vector<std::size_t> values;  ///< by axis
  std::string device;               ///< as outputs call it
  std::vector<Device> devices;      ///< one
  Problem problem;                  ///< not prepared yet
  PolicyChoice policies;
};

/// A sweep of clients, and all that it names.
struct ClientGrid {
  /// A cell with another value of an axis of clients; safe to call from several threads. Throws InputError.
  using CellAt = std::function<ClientCell(const ClientCell& cell, std::size_t axis, const std::string& value)>;

  std::string name;
  std::vector<SweepAxis> axes;
  std::vector<std::string> policies;  ///< as they were asked for
  std::vector<ClientCell> cells;      ///< by increasing values, the last axis running fastest
  bool refine = false;                ///< RefinedBound is searched for
  CellAt cell_at = {};
};

/// How a sweep of clients is made.
struct ClientSweepSettings {
  PlanOptions options;
  unsigned jobs = 1;  ///< ≥ 1 threads; the result does not depend on it
  /// Told by one thread at a time: so many of what there is to do are done, and what goes on.
  std::function<void(std::size_t done, std::size_t all, const std::string& doing)> progress =
      [](std::size_t /*done*/, std::size_t /*all*/, const std::string& /*doing*/) {};
};

/// How close to each other the two values of a RefinedBound are, relative to the smaller.
inline constexpr double kRefinedTo = 0.02;

/// compare_clients() in every cell, by what is assumed alone, and what follows for the axes. With `refine` each bound
/// between two values of an axis is searched for, by halving the gap in its logarithm until it is kRefinedTo, each time
/// with a search of the setting. Throws as compare_clients().
ClientSweep sweep_clients(const ClientGrid& grid, const ClientSweepSettings& settings);

}  // namespace warpshop::study
