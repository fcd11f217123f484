#include "cli/percent_option.hpp"

#include <charconv>
#include <system_error>

namespace warpshop::cli {

std::string check_percent(std::string& text) {
  constexpr double kHighest = 1000;
  const std::string given = text;
  if (text.ends_with('%')) {
    text.pop_back();
  }
  double value = -1;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !(value >= 0 && value <= kHighest)) {
    return "'" + given + "' is not a percentage, expected 0 to 1000, such as 5 or 5%";
  }
  return "";
}

}  // namespace warpshop::cli
