#include "sim/report/html/answer_order.hpp"

#include <cstddef>

#include "sim/model/utf8.hpp"
#include "sim/report/order_text.hpp"

namespace warpshop::report::html {

std::string answer_order(const Plan& plan, const std::vector<std::string>& task_names,
                         const std::vector<std::string>& fleet) {
  constexpr std::size_t kLongest = 70;
  constexpr std::size_t kMostTasks = 12;
  const bool plain = plan.submission == Submission::ordered && plan.gates.empty() && plan.rounds.empty() &&
                     plan.devices.empty() && plan.order.size() <= kMostTasks;
  std::string text;
  for (std::size_t i = 0; plain && i < plan.order.size(); ++i) {
    text.append(i > 0 ? ", " : "").append(task_names[plan.order[i]]);
  }
  return plain && display_width(text) <= kLongest ? text : order_text(plan, task_names, fleet, kLongest);
}

}  // namespace warpshop::report::html
