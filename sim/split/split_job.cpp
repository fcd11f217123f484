#include "sim/split/split_job.hpp"

#include <algorithm>
#include <cmath>

namespace warpshop::split {

std::optional<double> SplitJob::measured_share() const {
  if (cpu_.iterations == 0 || gpu_.iterations == 0) {
    return std::nullopt;
  }
  // r_gpu / (r_gpu + r_cpu), times both times: one of them may be 0.
  const double gpu = gpu_.iterations * cpu_.time.count();
  const double cpu = cpu_.iterations * gpu_.time.count();
  return gpu + cpu > 0 ? gpu / (gpu + cpu) : 0.5;
}

void SplitJob::step(std::int64_t iterations, double gpu_share, bool profiling) {
  const std::int64_t all = std::clamp<std::int64_t>(iterations, 1, left_);
  const std::int64_t gpu = std::clamp<std::int64_t>(std::llround(gpu_share * static_cast<double>(all)), 0, all);
  step({.cpu = all - gpu, .gpu = gpu}, profiling);
}

void SplitJob::finish(std::int64_t on_gpu) {
  step({.cpu = left_ - on_gpu, .gpu = on_gpu}, false);
}

void SplitJob::step(const SplitParts& parts, bool profiling) {
  const SplitTimes times = machine_(parts);
  run_.steps.push_back({.parts = parts, .times = times, .profiling = profiling});
  left_ -= parts.both();
  if (parts.cpu > 0) {
    cpu_ = {static_cast<double>(parts.cpu), times.cpu};
  }
  if (parts.gpu > 0) {
    gpu_ = {static_cast<double>(parts.gpu), times.gpu};
  }
}

}  // namespace warpshop::split
