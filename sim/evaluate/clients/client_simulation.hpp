#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/model/client_outcome.hpp"
#include "sim/model/client_window.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::evaluate {

/// How clients are simulated.
struct ClientRun {
  std::uint64_t seed = 1;
  Millis horizon{0};  ///< 0: the instance's
  bool staggered =
      false;  ///< every CTA is followed as it drifts, see kMostStaggered; else those of a kernel stay in step
  std::optional<TimeWindow> window = {};  ///< what runs in it is kept, see ClientsOutcome
  std::optional<Millis> warm_up = {};     ///< nothing: that of the clients, see warm_up()
};

/// The requests of the instance's clients on the GPU, shared as the plan says; without a share, one kernel at a time,
/// whatever became ready first. Copies and kernels are served as in a plan of free streams. A request goes to a stream
/// of its client as soon as one is free, first come first served.
///
/// Requests cost what they are, not how many there are: memory is that of the clients' streams and of their figures.
/// An instant, see tied(), grows with the time that has passed: at most 1e-9 of it.
///
/// The instance has clients, and is prepared, see prepare_sharing(). Throws std::logic_error as shared_timeline() does,
/// InputError where more than kMostInWindow commands run in the window.
ClientsOutcome simulate_clients(const Instance& instance, const Plan& plan, const ClientRun& run);

}  // namespace warpshop::evaluate
