#include "sim/report/client_answer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/quantity.hpp"
#include "sim/report/comparison_answer.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/text_table.hpp"
#include "sim/stats/quantile_interval.hpp"

namespace warpshop::report {
namespace {

std::string digits_of(double value) {
  return rounded(value, value < 10 ? 2 : 1);
}
std::string milliseconds(Millis time) {
  return digits_of(time.count()) + " ms";
}
std::string rate(PerSecond value) {
  return digits_of(value.value) + " /s";
}

/// The first few, and how many more.
std::string joined(std::vector<std::string> parts, std::string_view with) {
  constexpr std::size_t kMost = 6;
  const std::size_t more = parts.size() > kMost ? parts.size() - kMost : 0;
  parts.resize(parts.size() - more);
  return fmt::format("{}{}", fmt::join(parts, with), more > 0 ? fmt::format("{}… {} more", with, more) : "");
}

/// `vision's memory`, `changes of context`: what a client's kernel uses, or what a change takes.
std::string assumed_name(std::string_view path) {
  constexpr std::string_view kStart = "clients.";
  const std::size_t last = path.rfind('.');
  return path.starts_with(kStart) && last > kStart.size()
             ? fmt::format("{}'s {}", short_name(std::string(path.substr(kStart.size(), last - kStart.size()))),
                           path.substr(last + 1))
             : "changes of context";
}

std::string assumed_names(const std::vector<AssumedBetween>& assumed) {
  std::vector<std::string> names;
  names.reserve(assumed.size());
  for (const AssumedBetween& each : assumed) {
    names.push_back(assumed_name(each.path));
  }
  return joined(std::move(names), ", ");
}

/// `52.9 to 95.8 ms`: the figure of a goal over what is assumed.
std::string assumed_range_text(const ClientFigures& client) {
  const AssumedFigures& over = *client.over_assumed;
  if (std::holds_alternative<LatencyGoal>(*client.goal)) {
    if (!over.reached_low) {
      return "never answered";
    }
    return over.reached_high
               ? fmt::format("{} to {}", digits_of(over.reached_low->count()), milliseconds(*over.reached_high))
               : fmt::format("{} to never", milliseconds(*over.reached_low));
  }
  if (std::holds_alternative<RateGoal>(*client.goal)) {
    return fmt::format("{} to {}", digits_of(over.rate_low.value), rate(over.rate_high));
  }
  return fmt::format("{:.1f} to {:.1f} % of its speed alone", 100 * over.of_alone_low.value_or(0),
                     100 * over.of_alone_high.value_or(0));
}

/// `99 % within 41.2 ms of 50`.
std::string figure_text(const ClientFigures& client) {
  if (const auto* latency = std::get_if<LatencyGoal>(&*client.goal)) {
    const std::string part = quantity_text(100 * latency->quantile, {}) + " %";
    return client.reached     ? fmt::format("{} within {} of {}", part,
                                            milliseconds(client.reached->high.value_or(client.reached->value)),
                                            quantity_text(latency->latency.count(), kTimeUnits[4]))
           : client.none_came ? "no request came in the time that counts"
                              : fmt::format("fewer than {} are answered", part);
  }
  if (const auto* wanted = std::get_if<RateGoal>(&*client.goal)) {
    return fmt::format("{} of {}", rate(client.rate), rate(wanted->rate));
  }
  return fmt::format("{:.1f} % of its speed alone, of {:.1f} %", 100 * client.of_alone.value_or(0),
                     100 * std::get<SpeedGoal>(*client.goal).part);
}

/// `chat: 99 % within 41.2 ms of 50`; where what is assumed decides on the goal, what was said of it as assumed, and
/// its figure over that.
std::string reached_text(const ClientFigures& client, const std::vector<AssumedBetween>& assumed = {}) {
  if (!client.turns()) {
    return fmt::format("{}: {}", short_name(client.name), figure_text(client));
  }
  return fmt::format("{}: {} as assumed, {}; {} over what is assumed of {}", short_name(client.name),
                     name(*client.over_assumed->as_assumed), figure_text(client), assumed_range_text(client),
                     assumed_names(assumed));
}

std::string how_many_kept(const ClientsFigures& figures) {
  const std::size_t unsure = figures.goals - figures.goals_kept - figures.goals_missed;
  if (figures.goals_kept == figures.goals) {
    return figures.goals == 1 ? "keeps the goal" : "keeps every goal";
  }
  if (figures.goals_missed == figures.goals) {
    return figures.goals == 1 ? "does not keep the goal" : "keeps no goal";
  }
  if (figures.goals == 1) {
    return "is not sure to keep the goal";
  }
  return fmt::format("keeps {} of {} goals{}", figures.goals_kept, figures.goals,
                     unsure > 0 ? fmt::format(", {} not sure", unsure) : "");
}

std::string goals_text(const ClientsResult& result) {
  const ClientsFigures& figures = result.figures;
  std::vector<std::string> reached;
  for (const ClientFigures& client : figures.clients) {
    if (client.goal) {
      reached.push_back(reached_text(client, result.assumed));
    }
  }
  return fmt::format("{} ({})", how_many_kept(figures), joined(std::move(reached), "; "));
}

/// What the clients without goals get, each relative to alone, added up: by that the rows are ranked.
double rest_of(const ClientsFigures& figures) {
  double rest = 0;
  for (const ClientFigures& client : figures.clients) {
    rest += client.goal ? 0 : client.of_alone.value_or(0);
  }
  return rest;
}

}  // namespace

std::string rest_text(const ClientsFigures& figures) {
  std::vector<std::string> each;
  for (const ClientFigures& client : figures.clients) {
    if (!client.goal) {
      each.push_back(fmt::format("{} {}", short_name(client.name), rate(client.rate)));
    }
  }
  return joined(std::move(each), ", ");
}

namespace {

/// The next row that keeps as many goals.
const ClientsResult* next_of(const ClientComparison& comparison) {
  const ClientsResult& best = comparison.results.front();
  const auto found =
      std::find_if(comparison.results.begin() + 1, comparison.results.end(),
                   [&](const ClientsResult& result) { return result.figures.goals_kept == best.figures.goals_kept; });
  return found == comparison.results.end() ? nullptr : &*found;
}

std::string beside_next(const ClientComparison& comparison) {
  const ClientsFigures& best = comparison.results.front().figures;
  const ClientsResult* next = next_of(comparison);
  if (comparison.results.size() == 1) {
    return "";
  }
  if (next == nullptr) {
    return "; nothing else tried keeps as many";
  }
  const double rest = rest_of(best);
  const double other = rest_of(next->figures);
  if (best.goals == best.clients.size()) {
    return "; so does " + next->policy;
  }
  if (!(other > 0)) {
    return rest > 0 ? ", where " + next->policy + " leaves nothing" : "; so does " + next->policy;
  }
  const double more = 100 * (rest / other - 1);
  constexpr double kShown = 0.05;
  if (std::abs(more) < kShown) {
    return ", as " + next->policy + " does";
  }
  return more > 0 ? fmt::format(", {:.1f} % more than {}", more, next->policy)
                  : fmt::format(", {:.1f} % less than {}, which is further from its goals", -more, next->policy);
}

std::string horizon_text(double milliseconds) {
  const double seconds = std::ceil(milliseconds / 1000);
  return fmt::format("{:.0f} s", seconds);
}

const Estimate* found(const std::optional<Estimate>& figure) {
  return figure ? &*figure : nullptr;
}

/// Of the first row, else of what each client gets alone.
void add_short_horizons(const ClientComparison& comparison, std::vector<std::string>& remarks) {
  const std::span<const ClientFigures> clients =
      comparison.results.empty() ? comparison.alone : comparison.results.front().figures.clients;
  for (const ClientFigures& client : clients) {
    const auto* latency = client.goal ? std::get_if<LatencyGoal>(&*client.goal) : nullptr;
    const double quantile = latency == nullptr ? 0.99 : latency->quantile;
    const Estimate* const figure = latency != nullptr ? found(client.reached)
                                   : client.latency   ? found(client.latency->p99)
                                                      : nullptr;
    if (client.kind != ClientClass::online || client.falls_behind || client.unfinished > 0 || figure == nullptr ||
        figure->low.has_value() || client.verdict == Verdict::missed) {
      continue;
    }
    // Of requests that come at random fewer may come.
    const double fewer = 1 + 2 / std::sqrt(static_cast<double>(client.requests) * figure->runs);
    const double five_percent = stats::kIndependentForFivePercent * figure->dependence /
                                (static_cast<double>(client.requests) * (1 - quantile));
    remarks.push_back(fmt::format(
        "{}{}: {} requests{} are too few for an interval of its {} % quantile; a horizon of about {} would give one, "
        "of {} one of about 5 %",
        client.name, comparison.results.empty() ? "" : " under " + comparison.results.front().policy, client.requests,
        figure->dependence > 2 ? fmt::format(", of which {:.0f} tell as much as one,", figure->dependence) : "",
        quantity_text(100 * quantile, {}),
        horizon_text(comparison.horizon.count() * std::max(1.01, fewer * figure->runs)),
        horizon_text(comparison.horizon.count() * std::max(five_percent, fewer * figure->runs))));
  }
}

/// `a, b: what` of the ways of sharing of which that is true; nothing where there are none.
template <class Is>
void remark_on(const ClientComparison& comparison, Is is, std::string_view what, std::vector<std::string>& remarks) {
  std::vector<std::string> names;
  for (const ClientsResult& result : comparison.results) {
    if (result.plan.share && is(*result.plan.share)) {
      names.push_back(result.policy);
    }
  }
  if (!names.empty()) {
    remarks.push_back(fmt::format("{}: {}", joined(std::move(names), ", "), what));
  }
}

/// Ways of sharing for which nobody can just set something, and MIG that keeps nobody apart.
void add_what_they_take(const ClientComparison& comparison, std::vector<std::string>& remarks) {
  const auto is_rewritten = [](const Share& share) {
    return share.form == KernelForm::persistent && share.grants != Grant::sms;  // of contexts they stay as they are
  };
  remark_on(comparison, is_rewritten,
            "to run so, kernels have to be rewritten: persistent CTAs, as many on each SM as they are told", remarks);
  const auto keeps_nobody_apart = [&](const Share& share) {
    return comparison.clients.size() > 1 && !share.home.empty() &&
           std::all_of(share.home.begin(), share.home.end(), [&](auto home) { return home == share.home.front(); });
  };
  remark_on(comparison, keeps_nobody_apart,
            "all clients are in one MIG instance, which keeps nothing apart: there they share as under leftover",
            remarks);
}

/// Reservations that could not be had at once.
void add_kept_waiting(const ClientComparison& comparison, std::vector<std::string>& remarks) {
  for (const ClientsResult& result : comparison.results) {
    for (const ClientFigures& client : result.figures.clients) {
      if (client.kept_waiting.value_or(0) > 0) {
        remarks.push_back(
            fmt::format("the reservation of {} could not be had at once, and its kernels waited, {} times under {}",
                        short_name(client.name), *client.kept_waiting, result.policy));
      }
    }
  }
}

/// What it costs that CTAs are told to leave.
void add_preempted(const ClientComparison& comparison, std::vector<std::string>& remarks) {
  constexpr double kAny = 0.0005;  // of the SMs: what shows with one digit
  for (const ClientsResult& result : comparison.results) {
    double cost = 0;
    std::uint64_t times = 0;
    for (const ClientFigures& client : result.figures.clients) {
      cost += client.preemption_cost.value_or(0);
      times += client.preempted;
    }
    if (cost >= kAny) {
      remarks.push_back(fmt::format("under {} kernels give CTAs up {} times, which takes {:.1f} % of the SMs",
                                    result.policy, times, 100 * cost));
    }
  }
}

/// Whose goals what is assumed decides on, under which ways of sharing; or that it decides on none.
void add_over_assumed(const ClientComparison& comparison, std::vector<std::string>& remarks) {
  bool any = false;
  bool turns = false;
  for (std::size_t i = 0; i < comparison.clients.size(); ++i) {
    std::vector<std::string> under;
    for (const ClientsResult& result : comparison.results) {
      const ClientFigures& client = result.figures.clients[i];
      any = any || (client.goal && client.over_assumed);
      if (client.turns()) {
        under.push_back(fmt::format("{} under {}", assumed_range_text(client), result.policy));
      }
    }
    turns = turns || !under.empty();
    if (!under.empty()) {
      remarks.push_back(fmt::format("whether {} keeps its goal depends on what is assumed: {}",
                                    short_name(comparison.clients[i].name), joined(std::move(under), ", ")));
    }
  }
  if (any && !turns) {
    remarks.emplace_back(
        "what is said of goals holds over the ranges of what is assumed of kernels and context switches");
  }
}

/// Instants grow with the time that has passed, see tied().
void add_long_horizons(const ClientComparison& comparison, std::vector<std::string>& remarks) {
  for (const ClientFigures& client : comparison.alone) {
    const Millis instant = client.latency ? off_by_instants(comparison.horizon, client.latency->mean) : Millis{0};
    if (instant > Millis{0}) {
      remarks.push_back(
          fmt::format("what happens within {:.3g} ms is decided together at the end of so long a horizon: "
                      "latencies of {} may be off by as much",
                      instant.count(), short_name(client.name)));
    }
  }
}

}  // namespace

std::string answer_text(const ClientComparison& comparison) {
  if (comparison.results.empty()) {
    return "No way of sharing was compared.";
  }
  const ClientsResult& best = comparison.results.front();
  const ClientsFigures& figures = best.figures;
  if (figures.goals == 0) {
    return fmt::format("{} answers {}: {:.3f} times what one client alone does{}.", best.policy, rest_text(figures),
                       figures.throughput, beside_next(comparison));
  }
  const bool leaves = figures.goals < figures.clients.size();
  return fmt::format("{} {}{}{}.", best.policy, goals_text(best),
                     leaves ? " and leaves " + rest_text(figures) : std::string{}, beside_next(comparison));
}

std::string to_do_text(const ClientComparison& comparison) {
  if (comparison.results.empty()) {
    return "";
  }
  const ClientsResult& best = comparison.results.front();
  return best.plan.share ? "To set: " + set_text(*best.plan.share, best.settings, comparison.task_names)
                         : "To set: nothing; one kernel at a time, whatever became ready first.";
}

std::vector<std::string> remarks(const ClientComparison& comparison) {
  std::vector<std::string> remarks;
  for (const ClientFigures& client : comparison.alone) {
    if (client.goal && client.verdict == Verdict::missed) {
      remarks.push_back(fmt::format("{} does not keep its goal with the GPU to itself ({}): no setting can",
                                    client.name, reached_text(client)));
    }
  }
  constexpr std::array<std::string_view, 3> kMachines{"copies in", "kernels, one at a time,", "copies out"};
  for (std::size_t machine = 0; machine < kMachines.size(); ++machine) {
    if (comparison.load[machine] > 1) {
      remarks.push_back(
          fmt::format("requests that do not wait for answers bring {:.0f} % of the {} that the GPU can do",
                      100 * comparison.load[machine], kMachines[machine]));
    }
  }
  std::vector<std::string> overloaded;
  for (const ClientsResult& result : comparison.results) {
    if (result.figures.overloaded) {
      overloaded.push_back(result.policy);
    }
  }
  if (!overloaded.empty()) {
    remarks.push_back(
        fmt::format("more requests come than are answered under {}: how long they take grows with the horizon",
                    fmt::join(overloaded, ", ")));
  }
  add_short_horizons(comparison, remarks);
  add_long_horizons(comparison, remarks);
  add_what_they_take(comparison, remarks);
  add_kept_waiting(comparison, remarks);
  add_preempted(comparison, remarks);
  add_over_assumed(comparison, remarks);
  return remarks;
}

}  // namespace warpshop::report
