#pragma once

#include <string>
#include <vector>

namespace warpshop::test {

/// The starts of the *.yaml files in a folder of the project.
std::vector<std::string> files_below(const std::string& folder);

}  // namespace warpshop::test
