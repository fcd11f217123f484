#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

/// Reads the text as it is and, if it is not gzip, as gzip too: both must come to the same.
bool fuzz_torch_trace(const std::string& text);
std::vector<std::string> torch_trace_seeds();

}  // namespace warpshop::test
