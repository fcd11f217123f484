#include "sim/report/order_text.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "sim/model/plan_text.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::report {

std::string order_text(const Plan& plan, const std::vector<std::string>& task_names,
                       const std::vector<std::string>& fleet, std::size_t longest) {
  const std::string_view between = name_separator(task_names);
  const std::vector<std::string> openings = slot_openings(plan, fleet);
  std::string text;
  std::size_t width = 0;
  std::size_t shown = 0;
  for (; shown < plan.order.size() && (shown == 0 || width < longest); ++shown) {
    const bool opens = !openings.empty() && !openings[shown].empty();
    const std::size_t before = text.size();
    text.append(opens ? openings[shown] : shown > 0 ? between : "").append(short_name(task_names[plan.order[shown]]));
    width += display_width(std::string_view(text).substr(before));
  }
  if (shown < plan.order.size()) {
    text += fmt::format("{}… {} more", between, plan.order.size() - shown);
  }
  if (!plan.gates.empty()) {
    text += fmt::format(" ({} gate{})", plan.gates.size(), plan.gates.size() == 1 ? "" : "s");
  }
  return plan.submission == Submission::streams ? "streams: " + text : text;
}

std::string names_in_order(const Plan& plan, const std::vector<std::string>& task_names) {
  std::string text;
  for (const std::uint32_t task : plan.order) {
    text.append(text.empty() ? "" : " > ").append(task_names[task]);
  }
  return text;
}

std::string gates_text(const Plan& plan, const std::vector<std::string>& task_names) {
  std::string text;
  for (const Gate& gate : plan.gates) {
    text += fmt::format("{} d2h {} after h2d {}", text.empty() ? "gates" : ",", short_name(task_names[gate.d2h]),
                        short_name(task_names[gate.h2d]));
  }
  return text;
}

std::string policy_text(const std::string& policy, bool seeks_optimum, bool proven_optimal) {
  return policy + (proven_optimal ? " (proven)" : seeks_optimum ? " (not proven)" : "");
}

}  // namespace warpshop::report
