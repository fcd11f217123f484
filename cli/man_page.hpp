#pragma once

#include <string>

#include "cli/completion.hpp"

namespace warpshop::cli {

/// warpshop(1), for man: in the man macros of roff.
std::string man_page(const DescribedProgram& program, const std::string& version);

}  // namespace warpshop::cli
