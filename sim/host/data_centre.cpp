#include "sim/host/data_centre.hpp"

#include <numeric>
#include <vector>

#include "sim/learn/row_order.hpp"
#include "sim/stats/assignment.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::host {

double dealt_throughput(std::span<const double> throughputs, std::size_t query_applications, std::size_t nodes,
                        std::size_t rounds, Dealing dealing, std::uint64_t seed) {
  const std::size_t kinds = throughputs.size() / query_applications;
  const stats::CounterDraws draws(seed, stats::owner_of("data centre"), 0);
  const std::vector<std::size_t> jobs = learn::row_order(nodes * rounds, draws, 0);
  const auto throughput = [&](std::size_t node, std::size_t job) {
    return throughputs[node % query_applications * kinds + jobs[job] % kinds];
  };
  double sum = 0;
  for (std::size_t first = 0; first < jobs.size(); first += nodes) {
    std::vector<std::size_t> job_of(nodes);
    std::iota(job_of.begin(), job_of.end(), std::size_t{0});
    if (dealing == Dealing::assigned) {
      std::vector<double> costs(nodes * nodes);
      for (std::size_t place = 0; place < costs.size(); ++place) {
        costs[place] = -throughput(place / nodes, first + place % nodes);
      }
      job_of = stats::least_assignment(costs, nodes).columns;
    }
    for (std::size_t node = 0; node < nodes; ++node) {
      sum += throughput(node, first + job_of[node]);
    }
  }
  return sum / static_cast<double>(jobs.size());
}

}  // namespace warpshop::host
