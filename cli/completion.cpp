#include "cli/completion.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpshop::cli {
namespace {

/// By ValueKind: what a shell is to offer, `{}` its words.
using Offers = std::array<std::string_view, 5>;
constexpr Offers kBash{"", "other", "word {}", "list {}", "file"};
constexpr Offers kZsh{"", ": ", ":({})", ":_sequence compadd - {}", ":_files"};
constexpr Offers kFish{"", " -x", " -x -a '{}'", " -x -a '(__fish_append , {})'", " -r -F"};
constexpr Offers kFishPlace{"", "", " -f -a '{}'", " -x -a '(__fish_append , {})'", " -F"};

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result(text);
  for (std::size_t at = result.find(what); at != std::string::npos; at = result.find(what, at + by.size())) {
    result.replace(at, what.size(), by);
  }
  return result;
}

std::string words(const std::vector<std::string>& all) {
  return fmt::format("{}", fmt::join(all, " "));
}

std::string offer(const Offers& offers, const DescribedOption& option) {
  return replaced(offers[static_cast<std::size_t>(option.kind)], "{}", words(option.words));
}

/// The beginning of what help says, up to a semicolon, in at most 70 bytes, for a line of a list.
std::string brief(std::string_view text) {
  constexpr std::size_t kMost = 70;
  text = text.substr(0, text.find(';'));
  return text.size() <= kMost ? std::string(text) : std::string(text.substr(0, text.rfind(' ', kMost - 3))) + "...";
}

std::string in_fish_quotes(std::string_view text) {
  return '\'' + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + '\'';
}

/// The names of all options, as words in quotes.
std::string option_names(const std::vector<DescribedOption>& options) {
  std::vector<std::string> all;
  for (const DescribedOption& option : options) {
    if (!option.is_place) {
      all.insert(all.end(), option.names.begin(), option.names.end());
    }
  }
  return in_shell_quotes(words(all));
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

/// As _arguments takes it: `--name[what]:value:action`.
std::string zsh_specs(const std::vector<DescribedOption>& options) {
  std::string text;
  for (const DescribedOption& option : options) {
    std::string what = replaced(brief(option.what), "\\", "\\\\");
    for (const char* special : {"[", "]", ":"}) {
      what = replaced(what, special, '\\' + std::string(special));
    }
    const std::string action =
        (option.kind == ValueKind::none || option.is_place ? "" : ':' + replaced(option.value, ":", "\\:")) +
        offer(kZsh, option);
    for (const std::string& name : option.names) {
      const std::string spec = option.is_place ? (option.repeats ? "*:" : ":") + name : '*' + name + '[' + what + ']';
      text += " \\\n        " + in_shell_quotes(spec + action);
    }
  }
  return text;
}

std::string fish_option(const std::string& when, const DescribedOption& option) {
  std::string text = "complete -c warpshop" + when;
  for (const std::string& name : option.names) {
    text += option.is_place ? "" : name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  text +=
      option.is_place ? offer(kFishPlace, option) : " -d " + in_fish_quotes(brief(option.what)) + offer(kFish, option);
  return text + '\n';
}

}  // namespace

std::string in_shell_quotes(std::string_view text) {
  return '\'' + replaced(text, "'", R"('\'')") + '\'';
}

std::string bash_completion(const DescribedProgram& program) {
  std::vector<std::string> commands;
  std::string options = "    '') echo " + option_names(program.options) + " ;;\n";
  std::string kinds;
  for (const DescribedCommand& command : program.commands) {
    commands.push_back(command.name);
    options += "    " + command.name + ") echo " + option_names(command.options) + " ;;\n";
    for (const DescribedOption& option : command.options) {
      for (const std::string& name : option.names) {
        if (option.kind != ValueKind::none) {
          kinds += "    " + in_shell_quotes(command.name + (option.is_place ? "" : ' ' + name)) + ") echo " +
                   in_shell_quotes(offer(kBash, option)) + " ;;\n";
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
