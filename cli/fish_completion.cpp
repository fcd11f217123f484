#include "cli/completion.hpp"
#include "cli/shell_text.hpp"

namespace warpshop::cli {
namespace {

std::string fish_option(const std::string& when, const DescribedOption& option) {
  std::string text = "complete -c warpshop" + when;
  if (!option.is_place) {
    for (const std::string& name : option.names) {
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    text += " -d " + in_fish_quotes(brief(option.what));
  }
  switch (option.kind) {
    case ValueKind::none:
      return text + '\n';
    case ValueKind::other:
      return text + (option.is_place ? "" : " -x") + '\n';
    case ValueKind::word:
      return text + (option.is_place ? " -f" : " -x") + " -a " + in_fish_quotes(words(option.words)) + '\n';
    case ValueKind::list:
      return text + " -x -a " + in_fish_quotes("(__fish_append , " + words(option.words) + ")") + '\n';
    case ValueKind::file:
      return text + (option.is_place ? " -F" : " -r -F") + '\n';
  }
  return text + '\n';
}

}  // namespace

std::string fish_completion(const DescribedProgram& program) {
  std::string text = "# made by warpshop --print-completion fish\ncomplete -c warpshop -n __fish_use_subcommand -f\n";
  for (const DescribedOption& option : program.options) {
    text += fish_option(" -n __fish_use_subcommand", option);
  }
  for (const DescribedCommand& command : program.commands) {
    text += "complete -c warpshop -n __fish_use_subcommand -a " + command.name + " -d " + in_fish_quotes(command.what) +
            '\n';
  }
  for (const DescribedCommand& command : program.commands) {
    for (const DescribedOption& option : command.options) {
      text += fish_option(" -n " + in_fish_quotes("__fish_seen_subcommand_from " + command.name), option);
    }
  }
  return text;
}

}  // namespace warpshop::cli
