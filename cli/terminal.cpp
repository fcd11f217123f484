#include "cli/terminal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

namespace warpshop::cli {
namespace {

constexpr std::size_t kUsual = 80;

/// 0: not set, or no number.
std::size_t named_columns() {
  const char* columns = std::getenv("COLUMNS");
  const std::string_view text = columns == nullptr ? "" : columns;
  std::size_t width = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  return error == std::errc{} && stop == text.data() + text.size() ? width : 0;
}

}  // namespace

std::size_t terminal_width(std::size_t otherwise) {
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  struct winsize size {};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  const std::size_t named = named_columns();
  return named > 0 ? named : terminal ? kUsual : otherwise;
}

bool shows_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      std::string locale(value);
      std::transform(locale.begin(), locale.end(), locale.begin(), [](char letter) {
        return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
      });
      return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
    }
  }
  return false;
}

}  // namespace warpshop::cli
