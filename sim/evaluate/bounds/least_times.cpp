#include "sim/evaluate/bounds/least_times.hpp"

#include <algorithm>

namespace warpshop::evaluate {

double fastest_rate(const Instance& instance, Direction direction, Memory own) {
  if (instance.dma_engines == 1) {
    return 1;
  }
  const auto& rates = instance.rates[index(direction)][index(own)];
  return std::max({1.0, rates[0], rates[1]});
}

std::array<Millis, 3> least_times(const Instance& instance, const Job& job) {
  std::array<Millis, 3> times{Millis{0}, job.kernel, Millis{0}};
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const Copy& copy = job.copy(direction);
    times[2 * index(direction)] =
        copy.latency + copy.payload / fastest_rate(instance, direction, job.memory[index(direction)]);
  }
  return times;
}

}  // namespace warpshop::evaluate
