#pragma once

#include <string_view>
#include <vector>

#include "sim/study/problem.hpp"

namespace warpshop::cli {

/// The engines that this program was built with, the default one first.
const std::vector<study::Engine>& engines();

/// The one of that name, which is known to be one of engines(), and all of them.
study::EngineChoice engine(std::string_view name);

/// The same for thousands of plans: what the exact one says is not checked by one that takes a process a plan.
study::EngineChoice engine_of_many(std::string_view name);

}  // namespace warpshop::cli
