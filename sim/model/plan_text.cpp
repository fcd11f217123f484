#include "sim/model/plan_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace warpshop {
namespace {

constexpr std::string_view kBetweenRounds = " | ";

}  // namespace

std::string_view name_separator(const std::vector<std::string>& names) {
  const auto in_a_name = [&](char character) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name.find(character) != std::string::npos; });
  };
  return !in_a_name('-') ? "-" : in_a_name('>') && !in_a_name(',') ? ", " : " > ";
}

std::vector<std::string> slot_openings(const Plan& plan, const std::vector<std::string>& fleet) {
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

std::string gate_pairs(const Plan& plan) {
  std::string text;
  for (const Gate& gate : plan.gates) {
    text.append(text.empty() ? "" : " ").append(std::to_string(gate.d2h)).append(":").append(std::to_string(gate.h2d));
  }
  return text;
}

std::string plan_text(const Plan& plan, const std::vector<std::string>& task_names,
                      const std::vector<std::string>& fleet) {
  const std::string_view between = name_separator(task_names);
  const std::vector<std::string> openings = slot_openings(plan, fleet);
  std::string text = plan.submission == Submission::streams ? "streams: " : "";
  for (std::size_t slot = 0; slot < plan.order.size(); ++slot) {
    const bool opens = !openings.empty() && !openings[slot].empty();
    text.append(opens ? openings[slot] : slot > 0 ? between : "").append(task_names[plan.order[slot]]);
  }
  return plan.gates.empty() ? text : text + " (gates " + gate_pairs(plan) + ')';
}

std::string names_in_order(const Plan& plan, const std::vector<std::string>& task_names) {
  std::string text;
  for (const std::uint32_t task : plan.order) {
    text.append(text.empty() ? "" : " > ").append(task_names[task]);
  }
  return text;
}

std::string share_text(const Share& share) {
  std::string text = share.way.empty() ? share.policy : share.policy + " by " + share.way;
  text += share.settings.text();
  return share.to_set.empty() ? text : text.append(", ").append(share.to_set);
}

}  // namespace warpshop
