#include "sim/study/clients/latency_curve.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/stats/latency_histogram.hpp"

namespace warpshop::study {
namespace {

std::vector<LatencyQuantile> curve_of(const stats::LatencyHistogram& answered, std::uint64_t arrived) {
  std::vector<LatencyQuantile> curve;
  for (const double level : kCurveLevels) {
    const double among_answered = level * static_cast<double>(arrived) / static_cast<double>(answered.count());
    if (among_answered <= 1 && (1 - level) * static_cast<double>(arrived) >= kFewestBeyond) {
      curve.push_back({.part = level, .latency = Millis{answered.quantile(among_answered)}});
    }
  }
  return curve;
}

}  // namespace

void add_latency_curves(std::span<ClientFigures> clients, const ClientsOutcome& outcome) {
  for (std::size_t i = 0; i < clients.size(); ++i) {
    if (clients[i].latency) {
      clients[i].latency->curve = curve_of(outcome.clients[i].all_latencies(), outcome.clients[i].arrived);
    }
  }
}

}  // namespace warpshop::study
