#include "cli/completion.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/profile_template.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/device/chips.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/policy_choice.hpp"

namespace warpshop::cli {
namespace {

std::vector<std::string> policy_words() {
  std::vector<std::string> words;
  for (const Policy* policy : study::policies()) {
    words.push_back(policy->name);
  }
  for (const Policy* policy : study::first_of_families()) {
    if (std::find(words.begin(), words.end(), policy->family) == words.end()) {
      words.emplace_back(policy->family);
    }
  }
  return words;
}

std::vector<std::string> device_words() {
  std::vector<std::string> words;
  for (const auto& device : files::embedded_devices()) {
    words.emplace_back(device.name);
  }
  for (const std::string& chip : io::chip_names()) {
    if (std::find(words.begin(), words.end(), chip) == words.end()) {
      words.push_back(chip);
    }
  }
  return words;
}

/// `{a,b}` of a type name such as `TEXT:{a,b}`.
std::vector<std::string> choices_in(std::string_view type) {
  std::vector<std::string> choices;
  const std::size_t open = type.find('{');
  if (open == std::string_view::npos || type.back() != '}') {
    return choices;
  }
  for (std::string_view rest = type.substr(open + 1, type.size() - open - 2); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    choices.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return choices;
}

/// Without what checks add behind a colon: `UINT` of `UINT:1 to 1024`, but all of `NAME[:N]`.
std::string without_checks(const std::string& type) {
  const std::size_t colon = type.find(':');
  return type.substr(0, colon > 0 && colon != std::string::npos && type[colon - 1] == '[' ? std::string::npos : colon);
}

/// What can be completed, by what the options are called here.
void find_words(DescribedOption& option) {
  const auto is = [&](const char* name) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  };
  if (is("--policy") || is("--gantt") || is("POLICY")) {
    option.words = policy_words();
    option.kind = option.value == "LIST" ? ValueKind::list : ValueKind::word;
    if (is("--policy") && option.kind == ValueKind::list) {
      option.words.insert(option.words.begin(), {study::kDefaultPolicies, "all"});
    }
  } else if (is("--device")) {
    option.words = device_words();
    option.kind = ValueKind::list;
  } else if (is("--template")) {
    option.words = template_names();
    option.kind = ValueKind::word;
  } else if (!option.words.empty()) {
    option.kind = ValueKind::word;
  } else if (option.value.starts_with("FILE") || is("FILE") || is("WORKLOAD") || is("SWEEP") || is("FOLDER")) {
    option.kind = ValueKind::file;
  }
}

DescribedOption described(const CLI::Option& option) {
  DescribedOption described{.what = option.get_description(), .is_required = option.get_required()};
  for (const std::string& name : option.get_snames()) {
    described.names.push_back('-' + name);
  }
  for (const std::string& name : option.get_lnames()) {
    described.names.push_back("--" + name);
  }
  described.is_place = described.names.empty();
  if (described.is_place) {
    described.names.push_back(option.get_name(true));
    described.repeats = option.get_items_expected_max() > 1;
  }
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name();
    described.value = option.get_option_text().empty() ? without_checks(type) : option.get_option_text();
    described.words = choices_in(type);
    described.by_default = option.get_default_str();
    described.kind = ValueKind::other;
    find_words(described);
  }
  return described;
}

std::vector<DescribedOption> options_of(const CLI::App& app) {
  std::vector<DescribedOption> options;
  for (const CLI::Option* option : app.get_options({})) {
    if (!option->get_group().empty() || option->get_positional()) {
      options.push_back(described(*option));
    }
  }
  std::stable_partition(options.begin(), options.end(), [](const DescribedOption& option) { return option.is_place; });
  return options;
}

std::vector<DescribedCommand> commands_of(const CLI::App& app) {
  std::vector<DescribedCommand> commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) {
      commands.push_back(
          {command->get_name(), command->get_description(), options_of(*command), commands_of(*command)});
    }
  }
  return commands;
}

}  // namespace

DescribedProgram describe(const CLI::App& app) {
  return {.what = app.get_description(), .options = options_of(app), .commands = commands_of(app)};
}

std::vector<DescribedCommand> in_a_row(const std::vector<DescribedCommand>& commands) {
  std::vector<DescribedCommand> row;
  for (const DescribedCommand& command : commands) {
    row.push_back(command);
    for (DescribedCommand& own : in_a_row(command.commands)) {
      own.name = command.name + ' ' + own.name;
      row.push_back(std::move(own));
    }
  }
  return row;
}

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

std::vector<std::string> names_of(const std::vector<DescribedCommand>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const DescribedCommand& command : commands) {
    names.push_back(command.name);
  }
  return names;
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
    if [[ -n $command ]]; then
      [[ -z $(_warpshop_options "$command ${COMP_WORDS[i]}") ]] || command+=" ${COMP_WORDS[i]}"
      break
    fi
    [[ " $_warpshop_commands " != *" ${COMP_WORDS[i]} "* ]] || command=${COMP_WORDS[i]}
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
      const std::string spec =
          option.is_place ? (option.repeats ? "*:" : ":") + name : fmt::format("*{}[{}]", name, what);
      text += " \\\n        " + in_shell_quotes(spec + action);
    }
  }
  return text;
}

/// What completes behind each command, by its name, in a `case`.
std::string zsh_cases(const std::vector<DescribedCommand>& commands, const std::string& indent) {
  std::string text = indent + "case $words[1] in\n";
  for (const DescribedCommand& command : commands) {
    const bool more = !command.commands.empty();
    text.append(indent).append("  ").append(command.name).append(")\n").append(indent);
    text.append("    _arguments ").append(more ? "-C" : "-s").append(zsh_specs(command.options));
    if (more) {
      text += " \\\n        " + in_shell_quotes("1:command:(" + words(names_of(command.commands)) + ')') +
              " \\\n        '*::argument:->own' && return\n" + zsh_cases(command.commands, indent + "    ");
    }
    text += (more ? "" : "\n") + indent + "    ;;\n";
  }
  return text + indent + "esac\n";
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

std::string fish_command(const std::string& when, const DescribedCommand& command) {
  return "complete -c warpshop -n " + in_fish_quotes(when) + " -f -a " + command.name + " -d " +
         in_fish_quotes(command.what) + '\n';
}

/// Of a command that has been named, which `seen` says, and of those that may follow it.
std::string fish_options(const std::string& seen, const DescribedCommand& command) {
  std::string text;
  for (const DescribedOption& option : command.options) {
    text += fish_option(" -n " + in_fish_quotes(seen), option);
  }
  for (const DescribedCommand& own : command.commands) {
    text += fish_command(seen + "; and not __fish_seen_subcommand_from " + words(names_of(command.commands)), own);
    text += fish_options(seen + "; and __fish_seen_subcommand_from " + own.name, own);
  }
  return text;
}

}  // namespace

std::string in_shell_quotes(std::string_view text) {
  return '\'' + replaced(text, "'", R"('\'')") + '\'';
}

std::string bash_completion(const DescribedProgram& program) {
  std::string options = "    '') echo " + option_names(program.options) + " ;;\n";
  std::string kinds;
  for (const DescribedCommand& command : in_a_row(program.commands)) {
    options += "    " + replaced(command.name, " ", "\\ ") + ") echo " + option_names(command.options) + " ;;\n";
    if (!command.commands.empty()) {
      kinds += "    " + in_shell_quotes(command.name) + ") echo " +
               in_shell_quotes("word " + words(names_of(command.commands))) + " ;;\n";
    }
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
         in_shell_quotes(words(names_of(program.commands))) + "\n_warpshop_options() { # COMMAND\n  case $1 in\n" +
         options +
         "  esac\n}\n_warpshop_kind() { # 'COMMAND OPTION', or 'COMMAND' for what it takes by its place\n"
         "  case $1 in\n" +
         kinds + "  esac\n}" + std::string(kBashEnd);
}

std::string zsh_completion(const DescribedProgram& program) {
  std::string commands;
  for (const DescribedCommand& command : program.commands) {
    commands += "    " + in_shell_quotes(command.name + ':' + replaced(command.what, ":", "\\:")) + '\n';
  }
  return "#compdef warpshop\n# made by warpshop --print-completion zsh\n\n_warpshop() {\n"
         "  local context state state_descr line curcontext=$curcontext\n  typeset -A opt_args\n"
         "  local -a commands=(\n" +
         commands + "  )\n  _arguments -C" + zsh_specs(program.options) +
         " \\\n        '1:command:->command' \\\n        '*::argument:->arguments' && return\n"
         "  if [[ $state == command ]]; then\n    _describe command commands\n    return\n  fi\n" +
         zsh_cases(program.commands, "  ") + "}\n\n_warpshop \"$@\"\n";
}

std::string fish_completion(const DescribedProgram& program) {
  std::string text = "# made by warpshop --print-completion fish\ncomplete -c warpshop -n __fish_use_subcommand -f\n";
  for (const DescribedOption& option : program.options) {
    text += fish_option(" -n __fish_use_subcommand", option);
  }
  for (const DescribedCommand& command : program.commands) {
    text += fish_command("__fish_use_subcommand", command);
  }
  for (const DescribedCommand& command : program.commands) {
    text += fish_options("__fish_seen_subcommand_from " + command.name, command);
  }
  return text;
}

}  // namespace warpshop::cli
