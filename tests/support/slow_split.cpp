#include "tests/support/slow_split.hpp"

#include <algorithm>
#include <cmath>

namespace warpshop::test {
namespace {

/// What is known of a job so far: rates in iterations a millisecond, of the last step in which a side had any.
struct SlowJob {
  std::int64_t left;
  const SlowTime& cpu;
  const SlowTime& gpu;
  double cpu_rate = 0, gpu_rate = 0;
  std::vector<SlowSplitStep> steps = {};

  void do_step(std::int64_t iterations, double share) {
    SlowSplitStep step;
    step.iterations = iterations < left ? iterations : left;
    step.on_gpu = std::llround(share * static_cast<double>(step.iterations));
    do_exactly(step);
  }

  void do_exactly(SlowSplitStep step) {
    const std::int64_t on_cpu = step.iterations - step.on_gpu;
    if (on_cpu > 0) {
      step.cpu_ms = cpu(on_cpu);
      cpu_rate = static_cast<double>(on_cpu) / step.cpu_ms;
    }
    if (step.on_gpu > 0) {
      step.gpu_ms = gpu(step.on_gpu);
      gpu_rate = static_cast<double>(step.on_gpu) / step.gpu_ms;
    }
    left -= step.iterations;
    steps.push_back(step);
  }

  double ratio() const { return 1 / (1 + cpu_rate / gpu_rate); }
};

/// Mean of the squares less the square of the mean.
double variance(double p, double q) {
  const double mean = (p + q) / 2;
  return ((p - mean) * (p - mean) + (q - mean) * (q - mean)) / 2;
}

void slow_cap(SlowJob& job, std::int64_t first, bool twice) {
  std::vector<double> shares{0.5};
  job.do_step(first, 0.5);
  std::int64_t s = first;
  while (job.left > 0) {
    shares.push_back(job.ratio());
    const std::size_t last = shares.size() - 1;
    bool stable = variance(shares[last], shares[last - 1]) < 0.00005;
    if (twice) {
      stable = stable && last >= 2 && variance(shares[last - 1], shares[last - 2]) < 0.00005;
    }
    if (stable || s * 4 > job.left) {
      job.do_step(job.left, shares[last]);
    } else {
      s = s + s;
      job.do_step(s, shares[last]);
    }
  }
}

/// The line through two times of a side: its value at n.
double on_line(double n1, double t1, double n2, double t2, double n) {
  if (n1 != n2) {
    const double at_none = (t1 * n2 - t2 * n1) / (n2 - n1);
    if ((t2 - t1) / (n2 - n1) > 0 && at_none >= -1e-12 * t2) {
      return at_none + (t2 - at_none) * n / n2;
    }
  }
  return t2 * n / n2;
}

void slow_affine(SlowJob& job, std::int64_t first) {
  job.do_step(first, 0.5);
  job.do_step(2 * first, job.ratio());
  const SlowSplitStep a = job.steps[0];
  const SlowSplitStep b = job.steps[1];
  const auto a_cpu = static_cast<double>(a.iterations - a.on_gpu);
  const auto b_cpu = static_cast<double>(b.iterations - b.on_gpu);
  const auto a_gpu = static_cast<double>(a.on_gpu);
  const auto b_gpu = static_cast<double>(b.on_gpu);
  if (b_gpu == 0 || b_cpu == 0) {  // there is no second time: by rates, of which each side keeps its last
    job.do_step(job.left, job.ratio());
    return;
  }
  // Where both end together, by halving what lies between none and all.
  const auto left = static_cast<double>(job.left);
  double low = 0;
  double high = left;
  for (int i = 0; i < 200; ++i) {
    const double n = (low + high) / 2;
    const double gpu = on_line(a_gpu, a.gpu_ms, b_gpu, b.gpu_ms, n);
    (gpu < on_line(a_cpu, a.cpu_ms, b_cpu, b.cpu_ms, left - n) ? low : high) = n;
  }
  job.do_exactly({.iterations = job.left, .on_gpu = std::llround(low)});
}

}  // namespace

std::vector<SlowSplitStep> slow_split(const std::string& policy, std::int64_t iterations, const SlowTime& cpu,
                                      const SlowTime& gpu) {
  SlowJob job{iterations, cpu, gpu};
  const std::int64_t first = iterations / 128;
  if (policy == "static") {
    job.do_step(iterations, 0.5);
  } else if (policy == "quick") {
    job.do_step(first, 0.5);
    job.do_step(job.left, job.ratio());
  } else if (policy == "split") {
    job.do_step(1024, 0.5);
    while (job.left > 0) {
      job.do_step(1024, job.ratio());
    }
  } else if (policy == "affine") {
    slow_affine(job, first);
  } else {
    slow_cap(job, first, policy == "confirm");
  }
  return job.steps;
}

double slow_best_ms(std::int64_t iterations, const SlowTime& cpu, const SlowTime& gpu) {
  double best = cpu(iterations);
  for (std::int64_t n = 1; n < iterations; ++n) {
    best = std::min(best, std::max(cpu(iterations - n), gpu(n)));
  }
  return std::min(best, gpu(iterations));
}

}  // namespace warpshop::test
