#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/model/plan.hpp"

namespace warpshop::cli {

/// `1,2,0,3`: a permutation of the positions from 0; or `BS,TM,MM,VA`: of the tasks, where not every entry is a number.
/// Throws InputError that says which entry is wrong.
Order parse_order(std::string_view text, const std::vector<std::string>& task_names);

}  // namespace warpshop::cli
