#pragma once

#include <string>
#include <vector>

#include "sim/model/plan.hpp"

namespace warpshop::report::html {

/// The order of a plan in a sentence: `BS, TM, MM, VA` where that is all of it and short, else as order_text() has it.
std::string answer_order(const Plan& plan, const std::vector<std::string>& task_names,
                         const std::vector<std::string>& fleet);

}  // namespace warpshop::report::html
