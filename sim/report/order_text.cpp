#include "sim/report/order_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "sim/model/plan_text.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

namespace {

/// A name that ends in a number, as repeats of a task do: `chat#` and 12.
struct Numbered {
  std::string_view base;
  std::uint32_t number = 0;
};

std::optional<Numbered> numbered(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(last + 1);
  std::uint32_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return digits.empty() || digits.front() == '0' || read.ec != std::errc{}
             ? std::nullopt
             : std::optional(Numbered{.base = name.substr(0, last + 1), .number = number});
}

/// Where the tasks end that go on counting from the one at `start`, behind which `openings`, if any, open nothing;
/// start + 1 where they are fewer than three.
std::size_t end_of_repeats(std::span<const std::uint32_t> tasks, const std::vector<std::string>& names,
                           const std::vector<std::string>& openings, std::size_t start) {
  constexpr std::size_t kFewest = 3;
  const auto first = numbered(names[tasks[start]]);
  std::size_t end = start + 1;
  for (; first && end < tasks.size() && (openings.empty() || openings[end].empty()); ++end) {
    const auto next = numbered(names[tasks[end]]);
    if (!next || next->base != first->base || next->number != first->number + (end - start)) {
      break;
    }
  }
  return end - start < kFewest ? start + 1 : end;
}

/// `chat#1…8`.
std::string repeats_text(std::span<const std::uint32_t> tasks, const std::vector<std::string>& names, std::size_t start,
                         std::size_t end) {
  const std::string text = short_name(names[tasks[start]]);
  return end == start + 1 ? text : fmt::format("{}…{}", text, numbered(names[tasks[end - 1]])->number);
}

}  // namespace

bool is_as_listed(const Plan& plan) {
  return plan.order.size() > 1 && plan.rounds.empty() && plan.devices.empty() &&
         std::is_sorted(plan.order.begin(), plan.order.end());
}

std::string order_text(const Plan& plan, const std::vector<std::string>& task_names,
                       const std::vector<std::string>& fleet, std::size_t longest) {
  const std::string_view between = name_separator(task_names);
  const std::vector<std::string> openings = slot_openings(plan, fleet);
  std::string text = is_as_listed(plan) ? "as listed" : "";
  std::size_t width = 0;
  std::size_t shown = text.empty() ? 0 : plan.order.size();
  while (shown < plan.order.size() && (shown == 0 || width < longest)) {
    const bool opens = !openings.empty() && !openings[shown].empty();
    const std::size_t before = text.size();
    const std::size_t end = end_of_repeats(plan.order, task_names, openings, shown);
    text.append(opens       ? openings[shown]
                : shown > 0 ? between
                            : "")
        .append(repeats_text(plan.order, task_names, shown, end));
    width += display_width(std::string_view(text).substr(before));
    shown = end;
  }
  if (shown < plan.order.size()) {
    text += fmt::format("{}… {} more", between, plan.order.size() - shown);
  }
  if (!plan.gates.empty()) {
    text += fmt::format(" ({} gate{})", plan.gates.size(), plan.gates.size() == 1 ? "" : "s");
  }
  return plan.submission == Submission::streams ? "streams: " + text : text;
}

std::string tasks_text(std::span<const std::uint32_t> tasks, const std::vector<std::string>& task_names,
                       std::size_t longest) {
  std::string text;
  std::size_t width = 0;
  std::size_t shown = 0;
  while (shown < tasks.size() && (shown == 0 || width < longest)) {
    const std::size_t end = end_of_repeats(tasks, task_names, {}, shown);
    const std::string entry = repeats_text(tasks, task_names, shown, end);
    text.append(shown > 0 ? ", " : "").append(entry);
    width += display_width(entry);
    shown = end;
  }
  return shown == tasks.size() ? text : fmt::format("{}, … {} more", text, tasks.size() - shown);
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
