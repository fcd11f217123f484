#include "sim/study/clients/shown_window.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::study {
namespace {

constexpr double kRequestsShown = 100;
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
  double rate = 0;
  for (const ClientFigures& client : comparison.alone) {
    rate += client.rate.value / kMillisInSecond;
  }
  const Millis counted = comparison.horizon - comparison.warm_up;
  const Millis length = rate > 0 ? std::min(counted, rounded_up(Millis{kRequestsShown / rate})) : counted;
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
