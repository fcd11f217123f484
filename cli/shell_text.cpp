#include "cli/shell_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpshop::cli {

std::string words(const std::vector<std::string>& all) {
  return fmt::format("{}", fmt::join(all, " "));
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result;
  for (std::size_t start = 0;;) {
    const std::size_t found = text.find(what, start);
    result += text.substr(start, found - start);
    if (found == std::string_view::npos) {
      return result;
    }
    result += by;
    start = found + what.size();
  }
}

std::string brief(std::string_view text) {
  constexpr std::size_t kMost = 70;
  text = text.substr(0, text.find(';'));
  if (text.size() <= kMost) {
    return std::string(text);
  }
  return std::string(text.substr(0, text.rfind(' ', kMost - 3))) + "...";
}

std::string in_shell_quotes(std::string_view text) {
  return '\'' + replaced(text, "'", R"('\'')") + '\'';
}

std::string in_fish_quotes(std::string_view text) {
  return '\'' + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + '\'';
}

}  // namespace warpshop::cli
