#include "cli/whole_number.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace warpshop::cli {
namespace {

bool is_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char character) { return character >= '0' && character <= '9'; });
}

}  // namespace

std::string check_whole_number(std::string& text, std::uint64_t low, std::uint64_t high) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
  if (!is_digits(digits)) {
    return "'" + text + "' is not a whole number, expected " + std::to_string(low) + " to " + std::to_string(high);
  }
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (stop == text.data() || error != std::errc{} || value < low || value > high) {
    return "Value " + text + " not in range " + std::to_string(low) + " to " + std::to_string(high);
  }
  text = std::to_string(value);
  return "";
}

}  // namespace warpshop::cli
