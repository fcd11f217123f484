#include "cli/command_line.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/completion.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::cli {
namespace {

constexpr std::array<std::string_view, 10> kChangesNothing{
    "--report", "--output", "--format", "--trace", "--trace-form", "--paje", "--rows", "--jobs", "--quiet", "--resume"};

/// As a shell takes it.
std::string as_argument(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+@%#";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos && text.front() != '#') {
    return text;
  }
  if (printable(text) != text) {
    return in_dollar_quotes(text);
  }
  return in_shell_quotes(text);
}

std::string joined_results(const CLI::Option& option) {
  std::string text;
  for (const std::string& result : option.results()) {
    text += (text.empty() ? "" : std::string{option.get_delimiter()}) + result;
  }
  return text;
}

}  // namespace

std::string command_line(const CLI::App& command) {
  std::string text = "warpshop " + command.get_name();
  std::set<const CLI::Option*> told;
  for (const CLI::Option* option : command.parse_order()) {
    const std::string name = option->get_positional() ? "" : option->get_name();
    if (!told.insert(option).second ||
        std::find(kChangesNothing.begin(), kChangesNothing.end(), name) != kChangesNothing.end()) {
      continue;
    }
    if (option->get_expected_max() == 0) {
      text += ' ' + name;
    } else if (option->get_delimiter() != '\0') {
      text += (name.empty() ? "" : ' ' + name) + ' ' + as_argument(joined_results(*option));
    } else {
      for (const std::string& result : option->results()) {
        text += (name.empty() ? "" : ' ' + name) + ' ' + as_argument(result);
      }
    }
  }
  return text;
}

}  // namespace warpshop::cli
