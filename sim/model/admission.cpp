#include "sim/model/admission.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "sim/model/client_outcome.hpp"

namespace warpshop {
namespace {

/// Of a client's first stream. Its tasks come one after the other.
Millis time_alone(const Instance& instance, const Client& client) {
  const std::uint32_t end = client.tasks.first + client.stages();
  Millis time{0};
  for (std::uint32_t task = client.tasks.first; task < end; ++task) {
    time += instance.jobs[task].total();
  }
  for (const Precedence& pair : instance.precedence) {
    time += pair.after >= client.tasks.first && pair.after < end ? pair.lag : Millis{0};
  }
  return time;
}

}  // namespace

Admission::Admission(const Instance& instance, const Client& client)
    : goal_(instance.clients.admits ? goal_latency(client) : Millis{std::numeric_limits<double>::infinity()}),
      alone_(time_alone(instance, client)) {}

void Admission::answered(Millis took) {
  constexpr double kOfMean = 0.125;
  constexpr double kOfDeviation = 0.25;
  deviation_ += kOfDeviation * (std::max(took - mean_, mean_ - took) - deviation_);
  mean_ += kOfMean * (took - mean_);
}

}  // namespace warpshop
