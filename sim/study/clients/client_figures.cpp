#include "sim/study/clients/client_figures.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "sim/stats/binomial_tail.hpp"
#include "sim/stats/quantile_interval.hpp"

namespace warpshop::study {
namespace {

constexpr double kMillisPerSecond = 1000;
/// Of all that arrived: nothing where it lies among those that were never begun.
std::optional<Millis> quantile(const ClientOutcome& outcome, const stats::LatencyHistogram& latencies, double part) {
  const double among_answered = part * static_cast<double>(outcome.arrived) / static_cast<double>(latencies.count());
  return among_answered <= 1 ? std::optional(Millis{latencies.quantile(among_answered)}) : std::nullopt;
}

/// A quantile, and its interval whether it is to be believed or not.
struct Judged {
  Estimate estimate;
  std::optional<Millis> low = {}, high = {};

  /// Every figure may be off by so much.
  void widen(Millis off) {
    for (std::optional<Millis>* end : {&estimate.low, &estimate.rough_low, &low}) {
      *end = *end ? std::optional(std::max(**end - off, Millis{0})) : std::nullopt;
    }
    for (std::optional<Millis>* end : {&estimate.high, &estimate.rough_high, &high}) {
      *end = *end ? std::optional(**end + off) : std::nullopt;
    }
  }
};

std::optional<Judged> judged(const ClientOutcome& outcome, const stats::LatencyHistogram& latencies, double part,
                             Millis off) {
  const std::optional<Millis> value = quantile(outcome, latencies, part);
  if (!value) {
    return std::nullopt;
  }
  Judged found{.estimate = {.value = *value}};
  if (outcome.unfinished > 0) {
    return found;
  }
  const stats::QuantileEstimate of_batches = stats::quantile_estimate(outcome.latencies, part);
  found.low = Millis{of_batches.low};
  if (of_batches.high) {
    found.high = Millis{*of_batches.high};
  }
  found.estimate.rough_low = found.low;
  found.estimate.rough_high = found.high;
  found.estimate.runs = of_batches.runs;
  found.estimate.dependence = of_batches.dependence;
  if (of_batches.believed()) {
    found.estimate.low = found.low;
    found.estimate.high = found.high;
  }
  found.widen(off);
  return found;
}

LatencyFigures latency_of(const ClientOutcome& outcome, const stats::LatencyHistogram& latencies, Millis off) {
  const std::optional<Judged> p99 = judged(outcome, latencies, 0.99, off);
  LatencyFigures figures{.mean = Millis{latencies.mean()},
                         .p50 = quantile(outcome, latencies, 0.5),
                         .p95 = quantile(outcome, latencies, 0.95),
                         .p99 = p99 ? std::optional(p99->estimate) : std::nullopt};
  if (outcome.unfinished == 0) {
    figures.most = Millis{latencies.largest()};
  }
  return figures;
}

/// Whether requests that do not wait for answers come faster than these: how long they take follows from how long one
/// looks then.
bool falls_behind(const Client& client, const ClientOutcome& outcome) {
  constexpr double kMost = 0.05;
  constexpr double kFewest = 10;
  const bool open = std::holds_alternative<PoissonArrivals>(client.arrivals) ||
                    std::holds_alternative<PeriodicArrivals>(client.arrivals);
  const double behind = static_cast<double>(outcome.arrived) - static_cast<double>(outcome.answers);
  return outcome.unfinished > 0 || (open && behind > std::max(kFewest, kMost * static_cast<double>(outcome.arrived)));
}

Verdict verdict_of(bool kept) {
  return kept ? Verdict::kept : Verdict::missed;
}

/// Whether so many late requests would be seen once in 40 times or less if the goal were only just kept: of a run that
/// is too short for an interval. Requests count by how many of them tell as much as one.
bool surely_late(const LatencyGoal& goal, const stats::LatencyHistogram& latencies, double dependence) {
  constexpr double kRare = 0.025;
  const auto requests = static_cast<std::uint64_t>(static_cast<double>(latencies.count()) / dependence);
  const auto late =
      static_cast<std::uint64_t>(static_cast<double>(latencies.count_beyond(goal.latency.count())) / dependence);
  return stats::binomial_tail(std::max<std::uint64_t>(1, requests), late, 1 - goal.quantile) <= kRare;
}

/// How a client's requests came.
struct Came {
  double luck = 1;    ///< how many, relative to the mean of those that do
  bool drawn = true;  ///< by chance, or those of a client beside it
  Millis off{0};      ///< what latencies may be off by, see off_by_instants()
};

/// Nothing reached: it lies among those that were never begun. reached->low: nothing where a client falls behind, so
/// that what it takes grows with the horizon.
Verdict verdict_of(const LatencyGoal& goal, const std::optional<Judged>& reached,
                   const stats::LatencyHistogram& latencies, const Came& came) {
  if (!reached) {
    return Verdict::missed;
  }
  const Millis value = reached->estimate.value;
  if (!came.drawn && value + came.off <= goal.latency) {
    return Verdict::kept;
  }
  if (!came.drawn) {
    return value - came.off > goal.latency ? Verdict::missed : Verdict::not_sure;
  }
  if (reached->estimate.high && *reached->estimate.high <= goal.latency) {
    return Verdict::kept;
  }
  const bool beyond = reached->low.value_or(value - came.off) > goal.latency;
  const bool sure = reached->estimate.low.has_value() || !reached->low.has_value() ||
                    surely_late({goal.latency + came.off, goal.quantile}, latencies, reached->estimate.dependence);
  return beyond && sure ? Verdict::missed : Verdict::not_sure;
}

/// Sets what it has reached as well.
Verdict judge(const Goal& goal, const Came& came, const ClientOutcome& outcome,
              const stats::LatencyHistogram& latencies, ClientFigures& figures) {
  if (figures.none_came && !std::holds_alternative<SpeedGoal>(goal)) {
    return Verdict::not_sure;
  }
  if (const auto* latency = std::get_if<LatencyGoal>(&goal)) {
    std::optional<Judged> reached =
        latencies.count() > 0 ? judged(outcome, latencies, latency->quantile, came.off) : std::optional<Judged>{};
    if (reached && figures.falls_behind) {
      reached->estimate.low = reached->estimate.high = reached->low = std::nullopt;
      reached->estimate.rough_low = reached->estimate.rough_high = std::nullopt;
    }
    if (reached) {
      figures.reached = reached->estimate;
    }
    return verdict_of(*latency, reached, latencies, came);
  }
  if (const auto* rate = std::get_if<RateGoal>(&goal)) {
    return verdict_of(outcome.answers > 0 && figures.rate.value >= kRateReached * rate->rate.value * came.luck);
  }
  return verdict_of(figures.of_alone && *figures.of_alone >= std::get<SpeedGoal>(goal).part);
}

/// See ClientFigures::of_alone. Nothing: alone it answers none.
std::optional<double> of_alone(const Client& client, const ClientFigures& figures, const ClientFigures& alone) {
  const bool waits = std::holds_alternative<ClosedArrivals>(client.arrivals);
  const double own = waits ? figures.rate.value : static_cast<double>(figures.until_horizon);
  const double most = waits ? alone.rate.value : static_cast<double>(alone.until_horizon);
  return most > 0 ? std::optional(own / most) : std::nullopt;
}

ClientFigures figures_of(const Client& client, const ClientOutcome& outcome, double window, const ClientFigures* alone,
                         bool drawn, Millis horizon) {
  const stats::LatencyHistogram latencies = outcome.all_latencies();
  const Millis off = latencies.count() > 0 ? off_by_instants(horizon, Millis{latencies.mean()}) : Millis{0};
  ClientFigures figures{.name = client.name,
                        .kind = client.kind,
                        .requests = outcome.arrived,
                        .unfinished = outcome.unfinished,
                        .refused = {},
                        .until_horizon = outcome.until_horizon,
                        .rate = {static_cast<double>(outcome.answers) / window},
                        .latency = {},
                        .waited = {},
                        .of_alone = {},
                        .goal = client.goal};
  if (latencies.count() > 0) {
    figures.latency = latency_of(outcome, latencies, off);
    if (falls_behind(client, outcome) && figures.latency->p99) {
      figures.latency->p99->low = figures.latency->p99->high = std::nullopt;  // of what grows for ever there is none
    }
    figures.waited = outcome.waited / static_cast<double>(latencies.count());
  }
  if (client.reservation) {
    figures.kept_waiting = outcome.kept_waiting;
  }
  figures.preempted = outcome.preempted;
  if (outcome.preemption_cost > 0) {
    figures.preemption_cost = outcome.preemption_cost;
  }
  figures.of_alone = of_alone(client, figures, alone != nullptr ? *alone : figures);
  const auto* poisson = std::get_if<PoissonArrivals>(&client.arrivals);
  const double luck =
      poisson == nullptr ? 1 : static_cast<double>(outcome.arrived + outcome.refused) / (poisson->rate.value * window);
  figures.falls_behind = falls_behind(client, outcome);
  figures.none_came = outcome.arrived == 0 && !std::holds_alternative<ClosedArrivals>(client.arrivals);
  if (client.goal) {
    figures.verdict = judge(*client.goal, {.luck = luck, .drawn = drawn, .off = off}, outcome, latencies, figures);
  }
  return figures;
}

/// Whether another seed would make other requests.
bool is_drawn(const Client& client) {
  const auto* closed = std::get_if<ClosedArrivals>(&client.arrivals);
  return !client.demand.empty() || std::holds_alternative<PoissonArrivals>(client.arrivals) ||
         (closed != nullptr && closed->exponential);
}

struct OfferedRate {
  double operator()(const PoissonArrivals& poisson) const { return poisson.rate.value / kMillisPerSecond; }
  double operator()(const PeriodicArrivals& periodic) const { return 1 / periodic.period.count(); }
  double operator()(const auto& /*others*/) const { return 0; }
};

}  // namespace

ClientsFigures client_figures(const ClientSet& clients, const ClientsOutcome& outcome,
                              std::span<const ClientFigures> alone) {
  const Millis window = outcome.horizon - outcome.warm_up;
  const bool drawn = outcome.jitters || std::any_of(clients.all.begin(), clients.all.end(), is_drawn);
  ClientsFigures figures;
  std::optional<double> least;
  std::optional<double> greatest;
  for (std::size_t i = 0; i < clients.all.size(); ++i) {
    figures.clients.push_back(figures_of(clients.all[i], outcome.clients[i], window.count() / kMillisPerSecond,
                                         alone.empty() ? nullptr : &alone[i], drawn, outcome.horizon));
    ClientFigures& client = figures.clients.back();
    if (clients.admits) {
      client.refused = outcome.clients[i].refused;
    }
    figures.overloaded = figures.overloaded || client.falls_behind;
    if (client.of_alone) {
      figures.throughput += *client.of_alone;
      least = std::min(least.value_or(*client.of_alone), *client.of_alone);
      greatest = std::max(greatest.value_or(*client.of_alone), *client.of_alone);
    }
  }
  figures.count_goals();
  if (least && *greatest > 0) {
    figures.fairness = *least / *greatest;
  }
  for (std::size_t stage = 0; stage < figures.busy.size(); ++stage) {
    figures.busy[stage] = outcome.busy[stage] / window;
  }
  return figures;
}

std::array<double, 3> offered_load(const Instance& instance) {
  std::array<double, 3> load{};
  for (const Client& client : instance.clients.all) {
    const double rate = std::visit(OfferedRate{}, client.arrivals);
    double demand = client.demand.empty() ? 1 : 0;
    for (const DemandPart& each : client.demand) {
      demand += each.part * each.mean;
    }
    for (std::uint32_t stage = 0; stage < client.stages(); ++stage) {
      const Job& job = instance.jobs[client.tasks.first + stage];
      load[0] += rate * job.alone(Stage::h2d).count();
      load[1] += rate * demand * job.alone(Stage::kernel).count();
      load[2] += rate * job.alone(Stage::d2h).count();
    }
  }
  return load;
}

}  // namespace warpshop::study
