#pragma once

#include <string_view>
#include <vector>

#include "sim/model/policy.hpp"

namespace warpshop::study {

/// Every policy: the orders, then the ways of sharing the GPU, each in the order of its registry. Of two with equal
/// makespans the earlier one ranks first.
const std::vector<const Policy*>& policies();

/// The policy of that name, or the first of such a family. Throws InputError that lists the names there are.
const Policy& find_policy(std::string_view name);

/// The first policy of each family, by which `find_policy()` finds it.
std::vector<const Policy*> first_of_families();

/// That of the order that the workload has, from which gains are counted.
const Policy& as_listed();

}  // namespace warpshop::study
