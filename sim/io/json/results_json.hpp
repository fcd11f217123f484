#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace warpshop::io {

/// `results_correct`: null if they were not checked; `wrong`: names of the tasks whose results were not those of the
/// CPU, only where there are any. wrong: positions in task_names.
void add_results(nlohmann::ordered_json& json, bool checked, const std::vector<std::size_t>& wrong,
                 const std::vector<std::string>& task_names);

}  // namespace warpshop::io
