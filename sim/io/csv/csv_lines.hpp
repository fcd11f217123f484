#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpshop::io {

/// Calls take(line, number) for each line that says something: not for empty ones, nor for those that start with '#'.
/// Numbers count from 1, all lines together; a line has no CR at its end.
void each_csv_line(std::string_view text, const auto& take) {
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    ++number;
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (!line.empty() && !line.starts_with('#')) {
      take(line, number);
    }
  }
}

}  // namespace warpshop::io
