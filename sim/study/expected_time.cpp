#include "sim/study/expected_time.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/model/rough_time.hpp"

namespace warpshop::study {
namespace {

/// What a row of `compare` took on one core (preset dev, engine fast).
struct Measured {
  std::string_view policy;
  double tasks;
  Millis time;
  double power;  ///< of the number of tasks, from half as many on
};

/// Ways of sharing whose decisions are about everything that waits, and orders where the closed form does not apply.
constexpr std::array kMeasured{Measured{"spart", 1600, Millis{4e3}, 1}, Measured{"neh-gpu", 1024, Millis{60e3}, 3},
                               Measured{"neh", 1024, Millis{60e3}, 3}, Measured{"best", 1024, Millis{120e3}, 3},
                               Measured{"gated", 1024, Millis{120e3}, 3}};

constexpr Millis kMinute{60e3};

}  // namespace

std::optional<Millis> expected_time(const Policy& policy, const Instance& tasks, Objective objective) {
  const bool by_events = !evaluate::closed_form_applies(evaluate::traits_of(tasks), objective);
  const auto* const found = std::find_if(kMeasured.begin(), kMeasured.end(), [&](const Measured& measured) {
    return measured.policy == policy.name && (policy.sharing || by_events);
  });
  return found == kMeasured.end()
             ? std::nullopt
             : std::optional(found->time * std::pow(static_cast<double>(tasks.size()) / found->tasks, found->power));
}

std::string slow_policies(const std::vector<NamedPolicy>& policies, const Instance& tasks, Objective objective) {
  std::string text;
  for (const NamedPolicy& named : policies) {
    const std::optional<Millis> time = expected_time(*named.policy, tasks, objective);
    if (time && *time > kMinute) {
      text += fmt::format("{}{} takes {}", text.empty() ? "" : ", ", named.name(), rough(*time));
    }
  }
  return text.empty() ? "" : fmt::format("{} for {} tasks, as estimated from fewer", text, tasks.size());
}

}  // namespace warpshop::study
