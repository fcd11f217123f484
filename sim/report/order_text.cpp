#include "sim/report/order_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// By slot: what stands before a task that opens a round or the part of a device. Empty: there is but one part.
std::vector<std::string> openings_of(const Plan& plan, const std::vector<std::string>& fleet) {
  std::vector<std::string> openings(plan.rounds.empty() && plan.devices.empty() ? 0 : plan.order.size());
  std::size_t slot = 0;
  for (const std::uint32_t length : plan.rounds) {
    if (slot > 0) {
      openings[slot] = kBetweenRounds;
    }
    slot += length;
  }
  slot = 0;
  for (std::size_t device = 0; device < plan.devices.size(); ++device) {
    if (plan.devices[device] > 0) {
      openings[slot] = (slot > 0 ? "; " : "") + fleet[device] + ": ";
    }
    slot += plan.devices[device];
  }
  return openings;
}

}  // namespace

std::string order_text(const Plan& plan, const std::vector<std::string>& task_names,
                       const std::vector<std::string>& fleet) {
  const std::string_view between = separator(task_names);
  const std::vector<std::string> openings = openings_of(plan, fleet);
  std::string text;
  std::size_t shown = 0;
  for (; shown < plan.order.size() && (shown == 0 || display_width(text) < kLongest); ++shown) {
    const bool opens = !openings.empty() && !openings[shown].empty();
    text.append(opens ? openings[shown] : shown > 0 ? between : "").append(task_names[plan.order[shown]]);
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
