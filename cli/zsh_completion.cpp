#include "cli/completion.hpp"
#include "cli/shell_text.hpp"

namespace warpshop::cli {
namespace {

std::string zsh_action(const DescribedOption& option) {
  switch (option.kind) {
    case ValueKind::none:
      return "";
    case ValueKind::other:
      return ": ";
    case ValueKind::word:
      return ":(" + words(option.words) + ')';
    case ValueKind::list:
      return ":_sequence compadd - " + words(option.words);
    case ValueKind::file:
      return ":_files";
  }
  return "";
}

/// As _arguments takes it: `--name[what]:value:action`.
std::string zsh_spec(const DescribedOption& option, const std::string& name) {
  std::string what = replaced(brief(option.what), "\\", "\\\\");
  for (const char* special : {"[", "]", ":"}) {
    what = replaced(what, special, '\\' + std::string(special));
  }
  const std::string value = replaced(option.value, ":", "\\:");
  if (option.is_place) {
    return in_shell_quotes((option.repeats ? "*" : "") + std::string(":") + option.names.front() + zsh_action(option));
  }
  return in_shell_quotes('*' + name + '[' + what + ']' +
                         (option.kind == ValueKind::none ? "" : ':' + value + zsh_action(option)));
}

std::string zsh_specs(const std::vector<DescribedOption>& options) {
  std::string text;
  for (const DescribedOption& option : options) {
    for (const std::string& name : option.names) {
      text += " \\\n        " + zsh_spec(option, name);
    }
  }
  return text;
}

}  // namespace

std::string zsh_completion(const DescribedProgram& program) {
  std::string commands;
  std::string cases;
  for (const DescribedCommand& command : program.commands) {
    commands += "    " + in_shell_quotes(command.name + ':' + replaced(command.what, ":", "\\:")) + '\n';
    cases += "    " + command.name + ")\n      _arguments -s" + zsh_specs(command.options) + "\n      ;;\n";
  }
  return "#compdef warpshop\n# made by warpshop --print-completion zsh\n\n_warpshop() {\n"
         "  local context state state_descr line curcontext=$curcontext\n  typeset -A opt_args\n"
         "  local -a commands=(\n" +
         commands + "  )\n  _arguments -C" + zsh_specs(program.options) +
         " \\\n        '1:command:->command' \\\n        '*::argument:->arguments' && return\n"
         "  if [[ $state == command ]]; then\n    _describe command commands\n    return\n  fi\n"
         "  case $words[1] in\n" +
         cases + "  esac\n}\n\n_warpshop \"$@\"\n";
}

}  // namespace warpshop::cli
