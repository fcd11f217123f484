#include "sim/host/speeds.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop::host {

double misses(const MemoryUse& use, double ways, int all) {
  const double held = std::clamp<double>(ways, 1, all);
  return all == 1 ? 1 : 1 + (use.most_misses - 1) * (1 / held - 1.0 / all) / (1 - 1.0 / all);
}

std::vector<double> speeds(const Processor& processor, std::span<const Running> running) {
  std::vector<double> missed(running.size());
  for (std::size_t place = 0; place < running.size(); ++place) {
    missed[place] = misses(running[place].use, running[place].ways, processor.all.ways);
  }
  std::vector<double> found(running.size());
  // The x at which traffic(x) / memory = 1 - 1/x. Their difference falls and is convex, so that Newton's method comes
  // ever closer from below, and never passes it.
  double stretch = 1;
  constexpr int kMostSteps = 100;
  for (int step = 0; step < kMostSteps; ++step) {
    double difference = 1 / stretch - 1;
    double slope = -1 / (stretch * stretch);
    for (std::size_t place = 0; place < running.size(); ++place) {
      const Running& work = running[place];
      const double waiting = 1 + work.use.part * missed[place] * stretch;
      found[place] = work.cores * (1 + work.use.part) / waiting;
      const double in_use = found[place] * missed[place] * work.use.traffic.value / processor.memory.value;
      difference += in_use;
      slope -= in_use * work.use.part * missed[place] / waiting;
    }
    const double next = stretch - difference / slope;
    if (next <= stretch * (1 + 1e-13)) {
      break;
    }
    stretch = next;
  }
  return found;
}

double busy_cores(double parallel_part, double cores) {
  return 1 / (1 - parallel_part + parallel_part / cores);
}

}  // namespace warpshop::host
