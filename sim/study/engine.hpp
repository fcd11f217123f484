#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::study {

/// What says how long a plan takes. Studies ask through checked_timeline().
struct Engine {
  std::string_view name;
  Timeline (*timeline)(const Fleet& fleet, const Plan& plan);
  /// Writes its own record of the plan, in the Paje format, to a file; nullptr: it keeps none.
  void (*record)(const Fleet& fleet, const Plan& plan, const std::string& file) = nullptr;
};

/// The engine that tells all times apart that a double does.
inline constexpr std::string_view kExactEngine = "fast";

/// The engine that is asked, and all that there are: those that have to agree with it. Both outlive it.
struct EngineChoice {
  const Engine& asked;
  std::span<const Engine> all;
};

}  // namespace warpshop::study
