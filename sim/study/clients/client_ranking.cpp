#include "sim/study/clients/client_ranking.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <variant>

namespace warpshop::study {
namespace {

/// What makes one way of sharing better than another.
struct Score {
  std::size_t kept = 0;  ///< goals
  double excess = 0;     ///< by how much clients miss theirs, relative to these; of those within them, but not sure: 0
  double rest = 0;       ///< what clients without a goal get, of all where each has one, relative to alone
};

/// Of a latency relative to its goal; 1: that.
double reached_part(const ClientFigures& client, const LatencyGoal& goal, const GoalTest& test) {
  constexpr double kNotAnswered = 1e6;
  if (!client.reached) {
    return kNotAnswered;
  }
  const Millis latency =
      test.of_intervals ? client.reached->high.value_or(client.reached->value) : client.reached->value;
  return (1 + test.margin) * (latency / goal.latency);
}

/// By how much a client misses its goal; 0: it does not.
double excess(const ClientFigures& client, const GoalTest& test) {
  if (const auto* latency = std::get_if<LatencyGoal>(&*client.goal)) {
    return std::max(0.0, reached_part(client, *latency, test) - 1) + static_cast<double>(client.unfinished);
  }
  if (client.goal_kept()) {
    return 0;
  }
  if (const auto* rate = std::get_if<RateGoal>(&*client.goal)) {
    return 1 - client.rate.value / rate->rate.value;
  }
  return 1 - client.of_alone.value_or(0) / std::get<SpeedGoal>(*client.goal).part;
}

Score score(const ClientsFigures& figures, const GoalTest& test) {
  Score score{.rest = left_for_rest(figures)};
  for (const ClientFigures& client : figures.clients) {
    if (!client.goal) {
      continue;
    }
    const double missed = excess(client, test);
    score.excess += missed;
    score.kept += missed == 0 && (client.goal_kept() || !test.of_intervals) ? 1 : 0;
  }
  return score;
}

}  // namespace

double left_for_rest(const ClientsFigures& figures) {
  if (figures.goals == figures.clients.size()) {
    return figures.throughput;
  }
  return std::accumulate(
      figures.clients.begin(), figures.clients.end(), 0.0,
      [](double rest, const ClientFigures& client) { return client.goal ? rest : rest + client.of_alone.value_or(0); });
}

bool is_better(const ClientsFigures& a, const ClientsFigures& b, const GoalTest& test) {
  const Score of_a = score(a, test);
  const Score of_b = score(b, test);
  if (of_a.kept != of_b.kept) {
    return of_a.kept > of_b.kept;
  }
  return of_a.excess != of_b.excess ? of_a.excess < of_b.excess : of_a.rest > of_b.rest;
}

}  // namespace warpshop::study
