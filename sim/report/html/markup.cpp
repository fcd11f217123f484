#include "sim/report/html/markup.hpp"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::report::html {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string coordinate(double value) {
  constexpr double kLargest = 1e9;
  if (!(std::abs(value) <= kLargest)) {
    return "0";
  }
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

}  // namespace warpshop::report::html
