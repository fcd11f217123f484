#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpshop::report {

/// Whether what the device computed is what the CPU computed: `results correct`, `results not checked`, or
/// `wrong results: NAME, …` (of many the first ten, and how many more).
/// wrong: positions in task_names.
std::string results_text(bool checked, const std::vector<std::size_t>& wrong,
                         const std::vector<std::string>& task_names);

}  // namespace warpshop::report
