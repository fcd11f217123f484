#include "sim/place/gpu_sequences.hpp"

#include <algorithm>
#include <numeric>

#include "sim/place/shared_gpu.hpp"

namespace warpshop::place {

std::vector<GpuQueue> queues_of(const PlacingProblem& problem, const Placement& placement) {
  std::vector<std::size_t> by_start(placement.size());
  std::iota(by_start.begin(), by_start.end(), 0U);
  std::stable_sort(by_start.begin(), by_start.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(placement[a].start, placement[a].beside) < std::pair(placement[b].start, placement[b].beside);
  });
  std::vector<GpuQueue> queues(problem.gpus.size());
  for (const std::size_t job : by_start) {
    queues[placement[job].gpu].push_back({.job = job, .beside = placement[job].beside});
  }
  return queues;
}

std::optional<Millis> play(const PlacingProblem& problem, std::size_t gpu, const GpuQueue& queue,
                           Placement& placement) {
  SharedGpu shared(problem, gpu);
  Millis now{0};
  auto next = queue.begin();
  while (true) {
    for (const std::size_t job : shared.take_ended(now)) {
      placement[job].end = now;
    }
    while (next != queue.end() && shared.jobs().size() <= next->beside && problem.release(next->job) <= now &&
           shared.has_place_for(next->job)) {
      placement[next->job] = {.gpu = gpu, .start = now, .beside = shared.jobs().size()};
      shared.start(next->job, now);
      ++next;
    }
    std::optional<Millis> then = shared.next_end();
    if (next != queue.end() && problem.release(next->job) > now) {
      then = then ? std::min(*then, problem.release(next->job)) : problem.release(next->job);
    }
    if (!then) {
      return next == queue.end() ? std::optional(now) : std::nullopt;
    }
    now = *then;
  }
}

}  // namespace warpshop::place
