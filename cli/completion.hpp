#pragma once

#include <string>
#include <string_view>

#include "cli/described_program.hpp"

namespace warpshop::cli {

// Scripts that complete commands, options, and what stands behind them: names of policies, devices and formats, also
// in lists with commas, and files.

/// In single quotes, for bash and zsh.
std::string in_shell_quotes(std::string_view text);

std::string bash_completion(const DescribedProgram& program);
std::string zsh_completion(const DescribedProgram& program);
std::string fish_completion(const DescribedProgram& program);

}  // namespace warpshop::cli
