#include "sim/report/order_text.hpp"

#include <fmt/format.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// Where an order is cut, in characters: a table with it fits a wide terminal.
constexpr std::size_t kLongest = 60;

}  // namespace

std::string order_text(const Plan& plan, const std::vector<std::string>& task_names) {
  std::string text;
  std::size_t shown = 0;
  for (; shown < plan.order.size() && (shown == 0 || display_width(text) < kLongest); ++shown) {
    text += (shown > 0 ? "-" : "") + task_names[plan.order[shown]];
  }
  if (shown < plan.order.size()) {
    text += fmt::format("-… {} more", plan.order.size() - shown);
  }
  return plan.submission == Submission::streams ? "streams: " + text : text;
}

}  // namespace warpshop::report
