#include "sim/study/clients/expected_figures.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "sim/study/clients/client_figures.hpp"

namespace warpshop::study {
namespace {

constexpr double kOffLatency = 0.05;
constexpr double kOffRate = 0.01;

/// Of that many in the short run of `here` and in its long one.
double expected_number(double its, double here, double here_long, double hoped) {
  return here > 0 ? here_long * its / here * hoped : its * hoped;
}

Estimate times(Estimate estimate, double factor) {
  estimate.value *= factor;
  for (std::optional<Millis>* end : {&estimate.low, &estimate.high}) {
    if (*end) {
      **end *= factor;
    }
  }
  return estimate;
}

/// Of what is expected of its client; an interval that there is not is that of the figure alone.
Verdict expected_verdict(const ClientFigures& expected, const Goal& goal, Verdict seen) {
  if (const auto* latency = std::get_if<LatencyGoal>(&goal)) {
    if (!expected.reached || expected.unfinished > 0) {
      return Verdict::missed;
    }
    const Estimate& reached = *expected.reached;
    if (reached.high.value_or(reached.value) <= latency->latency) {
      return Verdict::kept;
    }
    return reached.low.value_or(reached.value) > latency->latency ? Verdict::missed : Verdict::not_sure;
  }
  const auto* rate = std::get_if<RateGoal>(&goal);
  const bool kept = rate != nullptr ? expected.rate.value >= kRateReached * rate->rate.value
                                    : expected.of_alone.value_or(0) >= std::get<SpeedGoal>(goal).part;
  return kept ? Verdict::kept : seen;
}

ClientFigures expected_client(const ClientFigures& its, const ClientFigures& here, const ClientFigures& here_long,
                              double hope) {
  const double more = 1 + kOffRate * hope;
  ClientFigures expected = here_long;
  expected.rate.value = expected_number(its.rate.value, here.rate.value, here_long.rate.value, more);
  if (its.of_alone && here.of_alone && here_long.of_alone) {
    expected.of_alone = expected_number(*its.of_alone, *here.of_alone, *here_long.of_alone, more);
  } else {
    expected.of_alone = its.of_alone;
  }
  expected.unfinished = static_cast<std::uint64_t>(
      std::ceil(expected_number(static_cast<double>(its.unfinished), static_cast<double>(here.unfinished),
                                static_cast<double>(here_long.unfinished), 1)));
  const double less = 1 - kOffLatency * hope;
  if (its.reached && here.reached && here_long.reached && here.reached->value > Millis{0}) {
    expected.reached = times(*here_long.reached, its.reached->value / here.reached->value * less);
  } else {
    expected.reached = its.reached ? std::optional(times(*its.reached, less)) : std::nullopt;
  }
  if (expected.goal) {
    expected.verdict = expected_verdict(expected, *expected.goal, its.verdict);
  }
  return expected;
}

}  // namespace

ClientsFigures expected_figures(const ClientsFigures& its, const ClientsFigures& here, const ClientsFigures& here_long,
                                double hope) {
  ClientsFigures expected = here_long;
  expected.throughput = 0;
  for (std::size_t i = 0; i < expected.clients.size(); ++i) {
    ClientFigures& client = expected.clients[i];
    client = expected_client(its.clients[i], here.clients[i], here_long.clients[i], hope);
    expected.throughput += client.of_alone.value_or(0);
  }
  expected.count_goals();
  return expected;
}

}  // namespace warpshop::study
