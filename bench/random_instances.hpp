#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::bench {

/// What the jobs of a random instance have.
struct Shape {
  bool latencies = false;
  bool missing = false;
};

/// Jobs of 0.1 … 10 ms a stage, uniformly, on a K20c; latencies of its sizes, missing: each of the seven sets of stages
/// equally often. Deterministic.
inline Instance random_instance(std::size_t size, const Shape& shape, std::uint64_t seed = 1) {
  std::mt19937_64 generator(seed);
  const auto uniform = [&](double low, double high) {
    return Millis{low + (high - low) * static_cast<double>(generator() >> 11) * 0x1p-53};
  };
  Instance instance;
  instance.rates = {
      {{{{2.32 / 3.26, 2.41 / 3.26}, {1.34 / 1.70, 1}}}, {{{2.30 / 3.29, 2.48 / 3.29}, {1.26 / 1.74, 1}}}}};
  for (std::size_t i = 0; i < size; ++i) {
    Job job;
    job.copies[0] = {shape.latencies ? Millis{0.0177} : Millis{0}, uniform(0.1, 10)};
    job.kernel = uniform(0.1, 10);
    job.copies[1] = {shape.latencies ? Millis{0.0155} : Millis{0}, uniform(0.1, 10)};
    const std::uint64_t stages = shape.missing ? 1 + generator() % 7 : 7;
    job.has = {(stages & 1) != 0, (stages & 2) != 0, (stages & 4) != 0};
    job.copies[0] = job.has[0] ? job.copies[0] : Copy{};
    job.kernel = job.has[1] ? job.kernel : Millis{0};
    job.copies[1] = job.has[2] ? job.copies[1] : Copy{};
    instance.jobs.push_back(job);
  }
  return instance;
}

/// Random permutations. Few of them repeat what a branch predictor has seen, as a search does; many are new to it each
/// time.
inline std::vector<Order> random_orders(std::size_t count, std::size_t size) {
  std::mt19937_64 generator(2);
  Order order(size);
  std::iota(order.begin(), order.end(), 0U);
  std::vector<Order> orders(count);
  for (Order& random : orders) {
    std::shuffle(order.begin(), order.end(), generator);
    random = order;
  }
  return orders;
}

}  // namespace warpshop::bench
