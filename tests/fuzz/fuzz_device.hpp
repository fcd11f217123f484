#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

bool fuzz_device(const std::string& text);
std::vector<std::string> device_seeds();

}  // namespace warpshop::test
