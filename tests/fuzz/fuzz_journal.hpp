#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

bool fuzz_journal(const std::string& text);
std::vector<std::string> journal_seeds();

}  // namespace warpshop::test
