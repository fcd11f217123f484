#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

bool fuzz_workload(const std::string& text);
std::vector<std::string> workload_seeds();

}  // namespace warpshop::test
