#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace warpshop::cli {

/// What may stand behind an option.
enum class ValueKind : std::uint8_t {
  none,   ///< it is a flag
  other,  ///< a number, a name that only its user knows
  word,   ///< one of DescribedOption::words
  list,   ///< some of them, with commas between
  file,
};

/// An option of a command, or what it takes by its place.
struct DescribedOption {
  std::vector<std::string> names;  ///< `-o`, `--output`; of a place its own: `WORKLOAD`
  std::string what;                ///< may be empty
  std::string value;               ///< what help calls the value: `FILE`; empty for a flag
  std::string by_default;          ///< may be empty
  ValueKind kind = ValueKind::none;
  std::vector<std::string> words = {};
  bool is_place = false;
  bool is_required = false;
  bool repeats = false;  ///< of a place: takes several
};

struct DescribedCommand {
  std::string name;
  std::string what;
  std::vector<DescribedOption> options;         ///< places first
  std::vector<DescribedCommand> commands = {};  ///< one of which follows: torch, nsys
};

/// The command line as it is, from the tables that parse it; what is hidden there is left out.
struct DescribedProgram {
  std::string what;
  std::vector<DescribedOption> options;  ///< before any command
  std::vector<DescribedCommand> commands;
};

/// Words of policies and devices come from the registry and the shipped profiles.
DescribedProgram describe(const CLI::App& app);

/// All commands in a row, those that follow one behind it, with both names: `import`, `import torch`.
std::vector<DescribedCommand> in_a_row(const std::vector<DescribedCommand>& commands);

// Scripts that complete commands, options, and what stands behind them: names of policies, devices and formats, also
// in lists with commas, and files.

/// In single quotes, for bash and zsh.
std::string in_shell_quotes(std::string_view text);

std::string bash_completion(const DescribedProgram& program);
std::string zsh_completion(const DescribedProgram& program);
std::string fish_completion(const DescribedProgram& program);

}  // namespace warpshop::cli
