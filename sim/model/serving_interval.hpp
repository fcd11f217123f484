#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "sim/model/processor_part.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A request that was under way at some time of an interval. Times are of one clock.
struct RequestUnderWay {
  std::uint64_t number = 0;  ///< no other has it
  std::uint32_t application = 0;
  Millis queued{0};             ///< from when it came until it was handed in
  Millis begun{0};              ///< handed in
  std::optional<Millis> ended;  ///< done; none: it is still under way
  Millis device{0};             ///< once it is done: on a device whose speed does not hang on the cores that are held
};

/// What was seen of a process that serves, between two decisions.
struct ServingInterval {
  Millis begin{0}, end{0};
  ProcessorPart held;  ///< by its threads
  /// Of the time that its threads could have run, the part that they ran and did not wait for a core, 0 … 1; 1 where
  /// none could.
  double speed = 1;
  double threads = 0;  ///< that ran or waited for a core, on average
  std::span<const RequestUnderWay> requests;
};

/// What the threads that serve hold from now on.
using ServingPlanner = std::function<ProcessorPart(const ServingInterval&)>;

}  // namespace warpshop
