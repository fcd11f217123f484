#include <string_view>

#include "cli/completion.hpp"
#include "cli/shell_text.hpp"

namespace warpshop::cli {
namespace {

/// The names of all options, as words.
std::string names(const std::vector<DescribedOption>& options) {
  std::vector<std::string> all;
  for (const DescribedOption& option : options) {
    if (!option.is_place) {
      all.insert(all.end(), option.names.begin(), option.names.end());
    }
  }
  return words(all);
}

/// What bash is to complete: `file`, `word …`, `list …`, or `other`; nothing for a flag.
std::string bash_kind(const DescribedOption& option) {
  switch (option.kind) {
    case ValueKind::none:
      return "";
    case ValueKind::other:
      return "other";
    case ValueKind::word:
      return "word " + words(option.words);
    case ValueKind::list:
      return "list " + words(option.words);
    case ValueKind::file:
      return "file";
  }
  return "";
}

constexpr std::string_view kBashEnd = R"bash(
_warpshop() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' option='' kind words i
  [[ $word == '=' ]] && word=''
  [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ " $_warpshop_commands " == *" ${COMP_WORDS[i]} "* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  COMPREPLY=()
  if [[ $before == -* ]]; then
    option=$before
    kind=$(_warpshop_kind "$command $option")
  fi
  if [[ -z $kind && $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_warpshop_options "$command")" -- "$word"))
    return
  fi
  if [[ -z $kind && -z $command ]]; then
    COMPREPLY=($(compgen -W "$_warpshop_commands" -- "$word"))
    return
  fi
  [[ -n $kind ]] || kind=$(_warpshop_kind "$command")
  words=${kind#* }
  case $kind in
    'list '*)
      local done=''
      [[ $word == *,* ]] && done=${word%,*},
      COMPREPLY=($(compgen -P "$done" -W "$words" -- "${word##*,}"))
      ;;
    'word '*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
  # devices are names or files
  if [[ $option == --device && ${#COMPREPLY[@]} -eq 0 ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _warpshop warpshop
)bash";

}  // namespace

std::string bash_completion(const DescribedProgram& program) {
  std::vector<std::string> commands;
  std::string options = "    '') echo " + in_shell_quotes(names(program.options)) + " ;;\n";
  std::string kinds;
  for (const DescribedCommand& command : program.commands) {
    commands.push_back(command.name);
    options += "    " + command.name + ") echo " + in_shell_quotes(names(command.options)) + " ;;\n";
    for (const DescribedOption& option : command.options) {
      for (const std::string& name : option.names) {
        if (option.kind != ValueKind::none) {
          kinds += "    " + in_shell_quotes(command.name + (option.is_place ? "" : ' ' + name)) + ") echo " +
                   in_shell_quotes(bash_kind(option)) + " ;;\n";
        }
      }
    }
  }
  return "# bash completion for warpshop: made by warpshop --print-completion bash\n_warpshop_commands=" +
         in_shell_quotes(words(commands)) + "\n_warpshop_options() { # COMMAND\n  case $1 in\n" + options +
         "  esac\n}\n_warpshop_kind() { # 'COMMAND OPTION', or 'COMMAND' for what it takes by its place\n"
         "  case $1 in\n" +
         kinds + "  esac\n}" + std::string(kBashEnd);
}

}  // namespace warpshop::cli
