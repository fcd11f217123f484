#pragma once

#include <string>

namespace CLI {
class App;
}

namespace warpshop::cli {

/// The command that was parsed, as it may be typed again: `warpshop compare 'my jobs.yaml' --device k20c`. Without what
/// changes no figure: where results go, how they look there, how many threads there are, notes.
std::string command_line(const CLI::App& command);

}  // namespace warpshop::cli
