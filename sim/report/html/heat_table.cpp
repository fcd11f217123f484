#include "sim/report/html/heat_table.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "sim/report/html/svg.hpp"

namespace warpshop::report::html {

std::string heat_table(const HeatTable& heat) {
  constexpr int kShades = 9;
  double low = 0;
  double high = 0;
  bool any = false;
  for (std::size_t row = 0; row < heat.names.size(); ++row) {
    for (std::size_t column = 0; column < heat.names.size(); ++column) {
      if (const auto value = heat.value(row, column)) {
        low = any ? std::min(low, *value) : *value;
        high = any ? std::max(high, *value) : *value;
        any = true;
      }
    }
  }
  if (!any) {
    return "";
  }
  std::string text = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table class=\"heat\"><caption><span>{0}"
      "</span></caption>\n<thead><tr><td></td>",
      escaped(heat.caption));
  for (const std::string& name : heat.names) {
    text += fmt::format("<th scope=\"col\">{}</th>", escaped(name));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (std::size_t row = 0; row < heat.names.size(); ++row) {
    text += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(heat.names[row]));
    for (std::size_t column = 0; column < heat.names.size(); ++column) {
      const auto value = heat.value(row, column);
      if (!value) {
        text += "<td></td>";
        continue;
      }
      const double part = high > low ? (*value - low) / (high - low) : 0.5;
      text += fmt::format("<td class=\"h{}\">{:.3f}</td>", std::clamp(static_cast<int>(part * kShades), 0, kShades - 1),
                          *value);
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace warpshop::report::html
