#pragma once

#include <string>

#include "cli/described_program.hpp"

namespace warpshop::cli {

// Scripts that complete commands, options, and what stands behind them: names of policies, devices and formats, also
// in lists with commas, and files.

std::string bash_completion(const DescribedProgram& program);
std::string zsh_completion(const DescribedProgram& program);
std::string fish_completion(const DescribedProgram& program);

}  // namespace warpshop::cli
