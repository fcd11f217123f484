#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

/// What `ncu --csv` prints: refused with a place, or a workload that loads.
bool fuzz_ncu(const std::string& text);
std::vector<std::string> ncu_seeds();

/// What trtexec prints, the same.
bool fuzz_trtexec(const std::string& text);
std::vector<std::string> trtexec_seeds();

}  // namespace warpshop::test
