#include "sim/evaluate/bounds/least_times.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop::evaluate {

double fastest_rate(const Instance& instance, Direction direction, Memory own) {
  if (instance.dma_engines == 1) {
    return 1;
  }
  const auto& rates = instance.rates[index(direction)][index(own)];
  return std::max({1.0, rates[0], rates[1]});
}

Instance beside_others(Instance part) {
  std::array<std::array<double, 2>, 2> fastest{};  // [Direction][Memory]
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      fastest[index(direction)][index(memory)] = fastest_rate(part, direction, memory);
    }
  }
  for (Job& job : part.jobs) {
    for (const std::size_t side : {0U, 1U}) {
      job.copies[side].payload /= fastest[side][index(job.memory[side])];
    }
  }
  for (const std::size_t side : {0U, 1U}) {
    for (const std::size_t memory : {0U, 1U}) {
      for (double& rate : part.rates[side][memory]) {
        rate /= fastest[side][memory];
      }
    }
  }
  return part;
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
