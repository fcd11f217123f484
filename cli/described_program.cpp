#include "cli/described_program.hpp"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/profile_template.hpp"
#include "sim/files/embedded_devices.hpp"
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
  } else if (option.value.starts_with("FILE") || is("WORKLOAD") || is("SWEEP") || is("FOLDER")) {
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

}  // namespace

DescribedProgram describe(const CLI::App& app) {
  DescribedProgram program{.what = app.get_description(), .options = options_of(app), .commands = {}};
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) {
      program.commands.push_back({command->get_name(), command->get_description(), options_of(*command)});
    }
  }
  return program;
}

}  // namespace warpshop::cli
