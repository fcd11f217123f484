#pragma once

#include <string>
#include <vector>

#include "sim/model/plan.hpp"

namespace warpshop::report {

/// `BS-TM-MM-VA`; of a long order its first tasks and how many follow. Streams are marked, since there the order is
/// only that of submission.
std::string order_text(const Plan& plan, const std::vector<std::string>& task_names);

}  // namespace warpshop::report
