#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

bool fuzz_nsys(const std::string& text);
std::vector<std::string> nsys_seeds();

}  // namespace warpshop::test
