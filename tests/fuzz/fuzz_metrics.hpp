#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

/// Samples of a profiler (`import metrics`): refused with a place, or series of which each figure can be told.
bool fuzz_metrics(const std::string& text);
std::vector<std::string> metrics_seeds();

}  // namespace warpshop::test
