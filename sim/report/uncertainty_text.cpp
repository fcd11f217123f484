#include "sim/report/uncertainty_text.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/split_comparison.hpp"
#include "sim/report/objective_text.hpp"

namespace warpshop::report {
namespace {

/// `in all of 200 draws`, `in 98 % of 200 draws (smk in 3 of them, timeslice in 1)`.
std::string how_often(const Uncertainty& found) {
  if (found.others.empty()) {
    return fmt::format("in all of {} draws", found.draws);
  }
  std::vector<std::string> others;
  others.reserve(found.others.size());
  for (const FirstInDraws& other : found.others) {
    others.push_back(fmt::format("{} in {}", other.policy, other.draws));
  }
  const double part = static_cast<double>(found.first_stays) / static_cast<double>(found.draws);
  return fmt::format("in {:.3g} % of {} draws (else {})", 100 * part, found.draws, fmt::join(others, ", "));
}

/// `0.65 to 1.25 times what is assumed`, `0.005 to 0.2 ms`, `11 to 82 %`.
std::string range_text(const AssumedSwing& value) {
  if (value.as_parts) {
    return fmt::format("{:g} to {:g} times what is assumed", value.low, value.high);
  }
  const bool time = value.path == kContextSwitchPath;
  return value.path.starts_with("timeslice") ? std::string("no time to the whole slice")
         : time                              ? fmt::format("{:g} to {:g} ms", value.low, value.high)
                                             : fmt::format("{:g} to {:g} %", 100 * value.low, 100 * value.high);
}

/// Which value tells most of who is first. Empty: that is the same in all draws, or none of them tells anything.
std::string what_to_measure(const Uncertainty& found) {
  if (found.others.empty() || !found.lead || found.values.empty() ||
      tied(found.values.front().lead_low, found.values.front().lead_high)) {
    return "";
  }
  const AssumedSwing& most = found.values.front();
  const auto [low, high] = std::minmax(most.lead_low, most.lead_high);
  return fmt::format("Measure {} first: over {} the lead over the next, {:.3f} ms as assumed, is {:.3f} … {:.3f} ms.\n",
                     most.path, range_text(most), found.lead->count(), low.count(), high.count());
}

}  // namespace

std::string uncertainty_lines(const Comparison& comparison) {
  if (!comparison.uncertainty) {
    return "";
  }
  const Uncertainty& found = *comparison.uncertainty;
  std::string text = "Nothing here rests on an assumed value whose range is known.\n";
  if (std::any_of(found.not_drawn.begin(), found.not_drawn.end(), is_cpu_rate)) {
    text = "Nothing that can be drawn is assumed here.\n";
  }
  if (!found.values.empty()) {
    const std::string spread =
        fmt::format("its {} is {:.3f} … {:.3f} ms in nine of ten.\n", objective_text(comparison.objective),
                    found.cost.low.count(), found.cost.high.count());
    text = comparison.results.size() > 1 ? fmt::format("{} stays first {} of what is assumed; {}",
                                                       comparison.results.front().policy, how_often(found), spread) +
                                               what_to_measure(found)
                                         : fmt::format("Over {} draws of what is assumed {}", found.draws, spread);
  }
  std::vector<std::string> unknown = found.not_drawn;
  std::vector<std::string> of_steps;
  std::copy_if(unknown.begin(), unknown.end(), std::back_inserter(of_steps), is_cpu_rate);
  std::erase_if(unknown, is_cpu_rate);
  if (!unknown.empty()) {
    text += fmt::format("Not drawn, as nobody knows a range: {}.\n", fmt::join(unknown, ", "));
  }
  if (!of_steps.empty()) {
    text += fmt::format(
        "Not drawn, as there would be other steps to plan: {}; a note says what the task takes alone over its range.\n",
        fmt::join(of_steps, ", "));
  }
  return text;
}

}  // namespace warpshop::report
