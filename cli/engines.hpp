#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::cli {

/// What says how long a plan takes. Commands ask through checked_timeline().
struct Engine {
  std::string_view name;
  Timeline (*timeline)(const Fleet& fleet, const Plan& plan);
};

/// The engine that tells all times apart that a double does.
inline constexpr std::string_view kExactEngine = "fast";

/// The engines that this program was built with, the default one first.
const std::vector<Engine>& engines();

/// By name; the name is known to be one of engines().
const Engine& engine(std::string_view name);

}  // namespace warpshop::cli
