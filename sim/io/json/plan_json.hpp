#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/model/plan.hpp"

namespace warpshop::io {

/// Policy and plan as every document shows them: `order` by position, `tasks` by name, `order_text` as plan_text() has
/// it, `devices` (the order and the rounds of each) if there is a fleet of those names, and add_execution().
nlohmann::ordered_json plan_json(const std::string& policy, const Plan& plan,
                                 const std::vector<std::string>& task_names,
                                 const std::vector<std::string>& fleet = {});

/// What a plan says beside its order: `submission` where it is not ordered, `gates` (the D2H copy of one position waits
/// for the H2D copy of another) and, for one device, `rounds` (lengths) where it has them.
void add_execution(nlohmann::ordered_json& json, const Plan& plan);

}  // namespace warpshop::io
