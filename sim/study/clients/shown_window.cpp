#include "sim/study/clients/shown_window.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::study {
namespace {

constexpr double kRequestsShown = 100;
constexpr double kCommandsShown = 30'000;  // a page with more is slow
constexpr double kMillisInSecond = 1000;

bool ends_early(const Client& client) {
  return std::holds_alternative<ArrivalsAtOnce>(client.arrivals) ||
         std::holds_alternative<RecordedArrivals>(client.arrivals);
}

/// Up to a number of one digit, as people would write it.
Millis rounded_up(Millis length) {
  const double decade = std::pow(10.0, std::floor(std::log10(length.count())));
  return Millis{std::ceil(length.count() / decade - 1e-9) * decade};
}

}  // namespace

TimeWindow usual_window(const ClientComparison& comparison) {
  double requests = 0;
  double commands = 0;
  for (std::size_t i = 0; i < comparison.clients.size(); ++i) {
    const double rate = comparison.alone[i].rate.value / kMillisInSecond;
    requests += rate;
    commands += rate * kStages.size() * comparison.clients[i].stages();
  }
  const Millis counted = comparison.horizon - comparison.warm_up;
  const Millis length =
      requests > 0
          ? std::min(counted, rounded_up(Millis{std::min(kRequestsShown / requests, kCommandsShown / commands)}))
          : counted;
  const bool from_the_start = std::any_of(comparison.clients.begin(), comparison.clients.end(), ends_early);
  return from_the_start ? TimeWindow{.from = Millis{0}, .until = length}
                        : TimeWindow{.from = comparison.horizon - length, .until = comparison.horizon};
}

ClientWindow shown_window(const Problem& problem, const ClientComparison& comparison, const ClientsResult& result,
                          const TimeWindow& time) {
  if (time.from >= comparison.horizon) {
    throw InputError(fmt::format(
        "--window: it begins at {}, and no request arrives from {} on, expected an earlier one",
        quantity_text(time.from.count(), kTimeUnits[4]), quantity_text(comparison.horizon.count(), kTimeUnits[4])));
  }
  const evaluate::ClientRun run{.seed = comparison.seed, .horizon = comparison.horizon, .window = time};
  return *evaluate::simulate_clients(problem.fleet.tasks(), result.plan, run).window;
}

}  // namespace warpshop::study
