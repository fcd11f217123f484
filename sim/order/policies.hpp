#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/fields.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::order {

/// Every policy, in the order in which they are listed; of two with equal makespans the earlier one ranks first.
const std::vector<Policy>& policies();

/// The policy of that name, which is one of them.
const Policy& find_policy(std::string_view name);

/// What stands between a policy and a workload with that objective, if anything does: a field that is used, an
/// objective that it does not plan for, more tasks than it takes.
std::optional<Refusal> refusal(const Policy& policy, const Workload& workload, Objective objective);

/// Throws InputError at the first task that uses one of the fields, which the planner, like `a proxy`, cannot honour;
/// names both.
void check_fields(std::string_view planner, const Workload& workload, std::initializer_list<Field> fields);

/// Throws InputError: the objective asks for a field that no task has.
void check_objective(const Workload& workload, Objective objective);

/// Throws the refusal as an InputError, if there is one.
void check_applicable(const Policy& policy, const Workload& workload, Objective objective);

}  // namespace warpshop::order
