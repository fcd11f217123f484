#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warpshop::test {

/// How long one side takes for so many iterations, in ms; only asked for more than none.
using SlowTime = std::function<double(std::int64_t)>;

struct SlowSplitStep {
  std::int64_t iterations = 0, on_gpu = 0;
  double cpu_ms = 0, gpu_ms = 0;
};

/// A job of at least 256 iterations split as S1 chapter 4 says, by the name of the policy, step after step as its text
/// goes: in the order of a reader, nothing shared between policies. static: 1:1.
std::vector<SlowSplitStep> slow_split(const std::string& policy, std::int64_t iterations, const SlowTime& cpu,
                                      const SlowTime& gpu);

/// The least time of one step for all, every number of iterations on the GPU tried.
double slow_best_ms(std::int64_t iterations, const SlowTime& cpu, const SlowTime& gpu);

}  // namespace warpshop::test
