#include "sim/share/goal_parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <variant>

namespace warpshop::share {
namespace {

constexpr double kMillisPerSecond = 1000;

/// What a request of a client takes alone.
struct RequestTimes {
  Millis kernels{0};
  Millis copies{0};
};

RequestTimes request_times(const Instance& instance, const Client& client) {
  RequestTimes times;
  for (std::uint32_t stage = 0; stage < client.stages(); ++stage) {
    const Job& job = instance.jobs[client.tasks.first + stage];
    times.kernels += job.kernel;
    times.copies += job.total() - job.kernel;
  }
  return times;
}

/// How many come in a millisecond, whoever waits for answers; nothing: as many as are answered.
std::optional<double> rate_of_arrivals(const Client& client, Millis horizon) {
  if (const auto* poisson = std::get_if<PoissonArrivals>(&client.arrivals)) {
    return poisson->rate.value / kMillisPerSecond;
  }
  if (const auto* periodic = std::get_if<PeriodicArrivals>(&client.arrivals)) {
    return 1 / periodic->period.count();
  }
  if (const auto* recorded = std::get_if<RecordedArrivals>(&client.arrivals)) {
    return static_cast<double>(recorded->times.size()) / horizon.count();
  }
  return std::nullopt;
}

/// The larger root of load (e^x - 1) = x, 0 < load < 1, by halving an interval: positive.
double decay_of_waits(double load) {
  double low = -std::log(load);  // where load e^x - x is least
  double high = 2 * low + 2;
  const auto is_below = [load](double x) { return load * std::expm1(x) < x; };
  while (is_below(high)) {
    high *= 2;
  }
  while (high - low > 1e-12 * high) {
    const double middle = low + (high - low) / 2;
    (is_below(middle) ? low : high) = middle;
  }
  return low;
}

/// Whether a client's kernels at that part of their speed keep the goal of a latency.
bool keeps(const LatencyGoal& goal, const RequestTimes& times, std::uint32_t streams, std::optional<double> rate,
           double part) {
  const double answer = (times.kernels / part + times.copies).count();
  if (!rate) {
    return answer <= goal.latency.count();
  }
  const double service = answer - (streams > 1 ? times.copies.count() : 0);
  return late_in_queue(*rate * service, (goal.latency.count() - answer) / service) <= 1 - goal.quantile;
}

double latency_part(const LatencyGoal& goal, const RequestTimes& times, std::uint32_t streams,
                    std::optional<double> rate) {
  if (!keeps(goal, times, streams, rate, 1)) {
    return 1;
  }
  double low = 0;
  double high = 1;
  while (high - low > 1e-9) {
    const double middle = low + (high - low) / 2;
    (keeps(goal, times, streams, rate, middle) ? high : low) = middle;
  }
  return high;
}

double goal_part(const Instance& instance, const Client& client, const Goal& goal) {
  if (const auto* speed = std::get_if<SpeedGoal>(&goal)) {
    return speed->part;
  }
  const RequestTimes times = request_times(instance, client);
  if (const auto* rate = std::get_if<RateGoal>(&goal)) {
    const Millis each{kMillisPerSecond / rate->rate.value};
    const Millis left = client.streams > 1 ? each : each - times.copies;
    return left > times.kernels ? times.kernels / left : 1;
  }
  return latency_part(std::get<LatencyGoal>(goal), times, client.streams,
                      rate_of_arrivals(client, instance.clients.horizon));
}

}  // namespace

double late_in_queue(double load, double wait) {
  if (!(load < 1) || wait < 0) {
    return 1;
  }
  if (!(load > 0)) {
    return 0;
  }
  constexpr double kShort = 4;
  if (wait < kShort) {
    double within = 0;
    double factorial = 1;
    for (int i = 0; i <= static_cast<int>(wait); ++i) {
      factorial *= std::max(1, i);
      within += std::pow(load * (i - wait), i) / factorial * std::exp(-load * (i - wait));
    }
    return 1 - (1 - load) * within;
  }
  const double decay = decay_of_waits(load);
  return std::min(1.0, (1 - load) / (load * std::exp(decay) - 1) * std::exp(-decay * wait));
}

KernelOwners kernel_owners(const Instance& instance) {
  KernelOwners owners{.of_task = std::vector<std::uint32_t>(instance.size()), .goals = {}};
  if (instance.clients.none()) {
    std::iota(owners.of_task.begin(), owners.of_task.end(), 0U);
    owners.goals.resize(instance.size());
    return owners;
  }
  for (const Client& client : instance.clients.all) {
    std::fill_n(owners.of_task.begin() + client.tasks.first, client.tasks.count,
                static_cast<std::uint32_t>(owners.goals.size()));
    owners.goals.push_back(client.goal ? std::optional(goal_part(instance, client, *client.goal)) : std::nullopt);
  }
  return owners;
}

}  // namespace warpshop::share
