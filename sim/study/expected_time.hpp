#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/policy.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// About how long a comparison takes for a policy on some tasks, planned and judged: what was measured for fewer of
/// them on one core, times (tasks / those)ᵖ. Workloads differ by several times. Nothing: a policy that takes as many
/// such tasks as it may in less than a minute.
std::optional<Millis> expected_time(const Policy& policy, const Instance& tasks, Objective objective);

/// What a user is told before those of the policies begin that need more than a minute: `spart takes about 3 h for 1000
/// tasks, …`. Empty: none does.
std::string slow_policies(const std::vector<NamedPolicy>& policies, const Instance& tasks, Objective objective);

}  // namespace warpshop::study
