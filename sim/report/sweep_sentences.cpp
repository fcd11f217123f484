#include "sim/report/sweep_sentences.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/sweep.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::report {
namespace {

/// Tests below it are told as differences.
constexpr double kClearP = 0.01;
/// Of fewer sets no exact two-sided p, at least 2^(1 - sets), is below that.
constexpr std::uint64_t kFewestSets = 8;
/// Pairs of policies that are named; of more there is their number.
constexpr std::size_t kMostPairs = 6;
/// Cells of a ranking that are named.
constexpr std::size_t kMostRanked = 20;
/// An order that gains less over the median one does not matter.
constexpr double kMatters = 1.01;

constexpr std::string_view kTest = "(Wilcoxon's signed ranks, Holm's correction: p {} 0.01)";

/// Without a sign, if it is 0 as it is printed.
std::string zero_without_sign(std::string number) {
  return number.find_first_of("123456789") == std::string::npos ? number.substr(number.find('0')) : number;
}

std::string gain_text(double speedup) {
  return zero_without_sign(fmt::format("{:.1f}", (speedup - 1) * 100));
}

std::string pairs_text(const Sweep& sweep, const std::vector<SweepTest>& tests) {
  std::vector<std::string> parts;
  parts.reserve(tests.size());
  for (const SweepTest& test : tests) {
    parts.push_back(
        fmt::format("{} and {} (p {:.2g})", sweep.policies[test.first], sweep.policies[test.second], test.p));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// From which value on the best order gains less than a per cent over the median one: its position; none: it matters at
/// the last.
std::size_t stops_to_matter(const SweepEffect& effect) {
  std::size_t from = effect.gain.size();
  while (from > 0 && effect.gain[from - 1] < kMatters) {
    --from;
  }
  return from;
}

/// Of numbers: where another policy becomes the best, where the order stops to matter, and what it gains.
std::vector<std::string> along_the_axis(const Sweep& sweep, const SweepEffect& effect) {
  const std::vector<std::string>& values = sweep.axes[effect.axis].values;
  std::vector<std::string> found;
  for (std::size_t i = 0; i < effect.best.size(); ++i) {
    if (i == 0 || effect.best[i] != effect.best[i - 1] || effect.open[i] != effect.open[i - 1]) {
      found.push_back(fmt::format("{}{} is best{}", i == 0 ? "" : "from " + values[effect.values[i]] + " on ",
                                  sweep.policies[effect.best[i]], effect.open[i] ? kIfAssumed : ""));
    }
  }
  const std::size_t from = stops_to_matter(effect);
  if (from > 0 && from < effect.gain.size()) {
    found.push_back(
        fmt::format("from {} on the order gains less than 1 % over the median one", values[effect.values[from]]));
  }
  const auto [least, most] = std::minmax_element(effect.gain.begin(), effect.gain.end());
  found.push_back(fmt::format("it gains {} to {} % over the median order", gain_text(*least), gain_text(*most)));
  if (effect.elasticity) {
    found.push_back(fmt::format("1 % more of {} changes the median cost by {} %{}", sweep.axes[effect.axis].name,
                                zero_without_sign(fmt::format("{:+.2f}", *effect.elasticity)),
                                effect.fit ? fmt::format(" (r² {:.2f})", *effect.fit) : ""));
  }
  return found;
}

/// Of values without an order: who is best at each.
std::vector<std::string> value_by_value(const Sweep& sweep, const SweepEffect& effect) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < effect.best.size(); ++i) {
    found.push_back(fmt::format("{} is best{} with {} ({:.3f} ms) and gains {} % over the median order",
                                sweep.policies[effect.best[i]], effect.open[i] ? kIfAssumed : "",
                                sweep.axes[effect.axis].values[effect.values[i]], effect.cost[i],
                                gain_text(effect.gain[i])));
  }
  return found;
}

/// `pageable costs 1.41 times pinned`: each value against the one that costs least; empty: that costs nothing.
std::string costs_text(const Sweep& sweep, const SweepEffect& effect) {
  const SweepAxis& axis = sweep.axes[effect.axis];
  const auto least =
      static_cast<std::size_t>(std::min_element(effect.cost.begin(), effect.cost.end()) - effect.cost.begin());
  if (!(effect.cost[least] > 0)) {
    return "";
  }
  const auto called = [&](std::size_t i) {
    return (effect.numbers ? axis.name + ' ' : std::string{}) + axis.values[effect.values[i]];
  };
  std::string text;
  for (std::size_t i = 0; i < effect.values.size(); ++i) {
    if (i != least) {
      text += fmt::format("{}{}{:.2f} times {}", text.empty() ? called(i) : ", " + called(i),
                          text.empty() ? " costs " : " ", effect.cost[i] / effect.cost[least], called(least));
    }
  }
  return text;
}

std::string effect_line(const Sweep& sweep, const SweepEffect& effect) {
  const std::string& axis = sweep.axes[effect.axis].name;
  const std::string at = place_text(sweep, effect.others, effect.axis);
  std::vector<std::string> found = effect.numbers ? along_the_axis(sweep, effect) : value_by_value(sweep, effect);
  if (const std::string costs = costs_text(sweep, effect);
      !costs.empty() && axis != kObjectiveAxis && (!effect.numbers || axis == kGpusAxis)) {
    found.push_back(costs);
  }
  return fmt::format("{}{}: {}.\n", axis, at.empty() ? "" : " (" + at + ")", fmt::join(found, "; "));
}

bool one_objective(const Sweep& sweep) {
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    for (const SweepCell& cell : sweep.cells) {
      if (sweep.axes[axis].name == kObjectiveAxis && cell.values[axis] != sweep.cells.front().values[axis]) {
        return false;
      }
    }
  }
  return true;
}

/// The cells by what their best policy costs in the median.
std::string ranking_line(const Sweep& sweep) {
  struct Ranked {
    std::size_t cell;
    std::size_t policy;
    double cost;
  };
  std::vector<Ranked> ranked;
  for (std::size_t i = 0; i < sweep.cells.size(); ++i) {
    const std::size_t best = best_policy(sweep.cells[i], sweep.policies);
    ranked.push_back({.cell = i, .policy = best, .cost = sweep.cells[i].policies[best].cost.median});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.cost < b.cost; });
  std::vector<std::string> parts;
  for (const Ranked& each : ranked) {
    if (parts.size() == kMostRanked) {
      parts.push_back(fmt::format("and {} more", ranked.size() - kMostRanked));
      break;
    }
    const SweepCell& cell = sweep.cells[each.cell];
    parts.push_back(fmt::format("{}: {:.3f} ms ({}){}", place_text(sweep, cell.values, sweep.axes.size()), each.cost,
                                sweep.policies[each.policy], best_policies(cell).empty() ? kIfAssumed : ""));
  }
  return fmt::format("Cells by the median cost of their best policy: {}.\n", fmt::join(parts, "; "));
}

}  // namespace

std::string place_text(const Sweep& sweep, const std::vector<std::size_t>& values, std::size_t without) {
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    if (axis != without) {
      const std::string& value = sweep.axes[axis].values[values[axis]];
      parts.push_back(axis == 0 ? value : fmt::format("{} {}", sweep.axes[axis].name, value));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string ends_lines(const Sweep& sweep, const SweepCell& cell) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < cell.policies.size(); ++i) {
    if (const std::vector<SweepEnd>& ends = cell.policies[i].ends; !ends.empty()) {
      parts.push_back(
          fmt::format("{:.3f} … {:.3f} ms for {}", ends[0].cost.median, ends[1].cost.median, sweep.policies[i]));
    }
  }
  if (parts.empty()) {
    return "";
  }
  return fmt::format(
      "Over what context_switch, and the patience of time slices, may be, the median is {}.\n{}",
      fmt::join(parts, ", "),
      best_policies(cell).empty() ? "No policy is marked as the best: which one is depends on that.\n" : "");
}

std::string tests_line(const Sweep& sweep, const SweepCell& cell) {
  std::vector<SweepTest> same;
  std::vector<SweepTest> different;
  for (const SweepTest& test : cell.tests) {
    (test.p < kClearP ? different : same).push_back(test);
  }
  if (cell.tests.empty() || sweep.sets < kFewestSets) {
    return "";
  }
  const std::string clear = fmt::format(kTest, "<");
  const std::string unclear = fmt::format(kTest, "≥");
  if (same.empty()) {
    return fmt::format("Every two policies differ {}.\n", clear);
  }
  if (same.size() <= kMostPairs) {
    return fmt::format("No clear difference {}: {}.\n", unclear, pairs_text(sweep, same));
  }
  if (different.empty()) {
    return fmt::format("No two policies differ clearly {}.\n", unclear);
  }
  if (different.size() <= kMostPairs) {
    return fmt::format("Clear differences {} between these alone: {}.\n", clear, pairs_text(sweep, different));
  }
  return fmt::format("No clear difference {} between {} of {} pairs of policies; JSON has each.\n", unclear,
                     same.size(), cell.tests.size());
}

std::vector<std::string> sweep_lines(const Sweep& sweep) {
  std::vector<std::string> lines;
  if (sweep.sets < kFewestSets && sweep.policies.size() > 1) {
    lines.push_back(fmt::format("Of fewer than {} sets no test can tell two policies apart {}.\n", kFewestSets,
                                fmt::format(kTest, "<")));
  }
  for (const SweepEffect& effect : sweep.effects) {
    lines.push_back(effect_line(sweep, effect));
  }
  if (sweep.effects.empty() && sweep.cells.size() > 1 && one_objective(sweep)) {
    lines.push_back(ranking_line(sweep));
  }
  return lines;
}

}  // namespace warpshop::report
