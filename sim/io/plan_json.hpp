#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/model/plan.hpp"

namespace warpshop::io {

/// Policy and plan as every document shows them: `order` by position, `tasks` by name, `submission` where it is not
/// ordered.
nlohmann::ordered_json plan_json(const std::string& policy, const Plan& plan,
                                 const std::vector<std::string>& task_names);

}  // namespace warpshop::io
