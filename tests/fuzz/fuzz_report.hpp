#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

// The texts of sim/io/import/report: each GPU of an accepted one becomes a profile by itself, and is added to another.
bool fuzz_nvbandwidth(const std::string& text);
bool fuzz_bandwidth_test(const std::string& text);
bool fuzz_device_query(const std::string& text);
bool fuzz_nvidia_smi(const std::string& text);
std::vector<std::string> nvbandwidth_seeds();
std::vector<std::string> bandwidth_test_seeds();
std::vector<std::string> device_query_seeds();
std::vector<std::string> nvidia_smi_seeds();

}  // namespace warpshop::test
