#include "sim/report/order_text.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// Where an order or a list of gates is cut, in characters: a table with it fits a wide terminal.
constexpr std::size_t kLongest = 60;

constexpr std::string_view kBetweenRounds = " | ";

/// What stands between two names: nothing that could be part of one.
std::string_view separator(const std::vector<std::string>& names) {
  const bool dashed = std::any_of(names.begin(), names.end(),
                                  [](const std::string& name) { return name.find('-') != std::string::npos; });
  return dashed ? " > " : "-";
}

}  // namespace

std::string order_text(const Plan& plan, const std::vector<std::string>& task_names) {
  const std::string_view between = separator(task_names);
  std::string text;
  std::size_t shown = 0;
  std::size_t round = 0;
  std::size_t round_begin = plan.rounds.empty() ? 0 : plan.rounds.front();
  for (; shown < plan.order.size() && (shown == 0 || display_width(text) < kLongest); ++shown) {
    const bool opens_round = shown > 0 && shown == round_begin;
    if (opens_round) {
      round_begin += plan.rounds[++round];
    }
    text.append(opens_round ? kBetweenRounds : shown > 0 ? between : "").append(task_names[plan.order[shown]]);
  }
  if (shown < plan.order.size()) {
    text += fmt::format("{}… {} more", between, plan.order.size() - shown);
  }
  if (!plan.gates.empty()) {
    text += fmt::format(" ({} gate{})", plan.gates.size(), plan.gates.size() == 1 ? "" : "s");
  }
  return plan.submission == Submission::streams ? "streams: " + text : text;
}

std::string gates_line(const Plan& plan, const std::vector<std::string>& task_names) {
  std::string text;
  std::size_t shown = 0;
  for (; shown < plan.gates.size() && (shown == 0 || display_width(text) < kLongest); ++shown) {
    const Gate& gate = plan.gates[shown];
    text +=
        fmt::format("{} d2h {} after h2d {}", shown > 0 ? "," : "gates", task_names[gate.d2h], task_names[gate.h2d]);
  }
  if (shown < plan.gates.size()) {
    text += fmt::format(", … {} more", plan.gates.size() - shown);
  }
  return shown > 0 ? text + "\n" : text;
}

std::string policy_text(const std::string& policy, bool seeks_optimum, bool proven_optimal) {
  return policy + (proven_optimal ? " (proven)" : seeks_optimum ? " (not proven)" : "");
}

}  // namespace warpshop::report
