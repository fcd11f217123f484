#include "sim/study/placing/placed_batch.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/place/placing_energy.hpp"

namespace warpshop::study {

PlacedBatch placed_batch(const std::string& policy, const place::PlacingProblem& problem,
                         const place::Placement& placement, std::span<const BatchJob> jobs) {
  PlacedBatch result{.policy = policy, .makespan = place::makespan(placement)};
  result.energy = place::placing_energy(problem, placement);
  std::vector<std::size_t> order(placement.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(placement[a].gpu, placement[a].start, placement[a].beside) <
           std::tuple(placement[b].gpu, placement[b].start, placement[b].beside);
  });
  std::set<std::size_t> used;
  double slowdowns = 0;
  for (auto one = order.begin(); one != order.end(); ++one) {
    const place::PlacedJob& at = placement[*one];
    used.insert(at.gpu);
    JobOnGpu job{
        .job = jobs[*one].name, .gpu = at.gpu, .start = at.start, .end = at.end, .alone = problem.alone(*one, at.gpu)};
    const auto on_gpu = std::equal_range(order.begin(), order.end(), *one, [&](std::size_t a, std::size_t b) {
      return placement[a].gpu < placement[b].gpu;
    });
    for (auto other = on_gpu.first; other != on_gpu.second; ++other) {
      if (*other != *one && placement[*other].start < at.end && at.start < placement[*other].end) {
        job.beside.push_back(jobs[*other].name);
      }
    }
    result.mean_turnaround += (at.end - problem.release(*one)) / static_cast<double>(placement.size());
    slowdowns += job.slowdown();
    result.worst_slowdown = std::max(result.worst_slowdown, job.slowdown());
    result.jobs.push_back(std::move(job));
  }
  result.mean_slowdown = slowdowns / static_cast<double>(placement.size());
  result.gpus_used = used.size();
  return result;
}

}  // namespace warpshop::study
