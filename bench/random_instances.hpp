#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::bench {

/// How long the stages of random jobs are; h, k, d in milliseconds.
enum class Family : std::uint8_t {
  uniform,            ///< each stage 0.1 … 10, uniformly
  mixed,              ///< h, d: 1 … 5; every other job on average kernel-dominant, k = 1 … 1.5 (h + d), the rest
                      ///< transfer-dominant, k = 0.1 … 0.5 (h + d): engines about equally busy
  transfer_dominant,  ///< h, d: 1 … 10; k = 0.05 … 0.5 (h + d)
  heavy_tailed,       ///< each stage 0.1 u^(-1/1.2), u uniform in 0 … 1: Pareto, of infinite variance; at most 1000
};

inline constexpr std::array kFamilies{Family::uniform, Family::mixed, Family::transfer_dominant, Family::heavy_tailed};

constexpr const char* name(Family family) {
  constexpr std::array kNames{"uniform", "mixed", "transfer-dominant", "heavy-tailed"};
  return kNames[static_cast<std::size_t>(family)];
}

/// What the jobs of a random instance have.
struct Shape {
  Family family = Family::uniform;
  bool latencies = false;
  bool missing = false;
};

/// The same numbers with every standard library.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : generator_(seed) {}

  double unit() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  std::uint64_t below(std::uint64_t end) { return generator_() % end; }

 private:
  std::mt19937_64 generator_;
};

struct StageTimes {
  double h2d, kernel, d2h;
};

inline StageTimes stage_times(Family family, Draws& draws) {
  if (family == Family::uniform) {
    const double h2d = draws.uniform(0.1, 10);
    const double kernel = draws.uniform(0.1, 10);
    return {h2d, kernel, draws.uniform(0.1, 10)};
  }
  if (family == Family::heavy_tailed) {
    const auto pareto = [&] { return std::min(1000.0, 0.1 * std::pow(1 - draws.unit(), -1 / 1.2)); };
    const double h2d = pareto();
    const double kernel = pareto();
    return {h2d, kernel, pareto()};
  }
  const double longest = family == Family::mixed ? 5 : 10;
  const double h2d = draws.uniform(1, longest);
  const double d2h = draws.uniform(1, longest);
  if (family == Family::transfer_dominant) {
    return {h2d, (h2d + d2h) * draws.uniform(0.05, 0.5), d2h};
  }
  const bool kernel_dominant = draws.unit() < 0.5;
  return {h2d, (h2d + d2h) * (kernel_dominant ? draws.uniform(1, 1.5) : draws.uniform(0.1, 0.5)), d2h};
}

/// Jobs of a family on a K20c; latencies of its sizes, missing: each of the seven sets of stages equally often.
/// Deterministic.
inline Instance random_instance(std::size_t size, const Shape& shape, std::uint64_t seed = 1) {
  Draws draws(seed);
  Instance instance;
  instance.rates = {
      {{{{2.32 / 3.26, 2.41 / 3.26}, {1.34 / 1.70, 1}}}, {{{2.30 / 3.29, 2.48 / 3.29}, {1.26 / 1.74, 1}}}}};
  for (std::size_t i = 0; i < size; ++i) {
    Job job;
    const StageTimes times = stage_times(shape.family, draws);
    job.copies[0] = {shape.latencies ? Millis{0.0177} : Millis{0}, Millis{times.h2d}};
    job.kernel = Millis{times.kernel};
    job.copies[1] = {shape.latencies ? Millis{0.0155} : Millis{0}, Millis{times.d2h}};
    const std::uint64_t stages = shape.missing ? 1 + draws.below(7) : 7;
    job.has = {(stages & 1) != 0, (stages & 2) != 0, (stages & 4) != 0};
    job.copies[0] = job.has[0] ? job.copies[0] : Copy{};
    job.kernel = job.has[1] ? job.kernel : Millis{0};
    job.copies[1] = job.has[2] ? job.copies[1] : Copy{};
    instance.jobs.push_back(job);
  }
  return instance;
}

/// Of a periodic workload, as of cameras and sensors.
struct Periodic {
  std::size_t kinds = 4;
  std::size_t frames = 2;
  std::size_t gpus = 2;
};

/// A task of every kind in every frame, on a K20c; kinds are `mixed` and weigh 1, 2 or 3. Frames are released one
/// period apart, and due when the next one is released; in a period the GPUs together are busy on their most used
/// engine for 0.6 … 1.1 of the time.
inline Instance periodic_instance(const Periodic& shape, std::uint64_t seed) {
  const Instance kinds = random_instance(shape.kinds, {.family = Family::mixed}, seed);
  std::array<Millis, 3> work{};
  for (const Job& job : kinds.jobs) {
    for (const Stage stage : kStages) {
      work[index(stage)] += job.alone(stage);
    }
  }
  Draws draws(seed);
  const double busy = draws.uniform(0.6, 1.1);
  const Millis period = *std::max_element(work.begin(), work.end()) / (busy * static_cast<double>(shape.gpus));
  std::vector<double> weights;
  for (std::size_t kind = 0; kind < shape.kinds; ++kind) {
    weights.push_back(static_cast<double>(1 + draws.below(3)));
  }
  Instance instance{.rates = kinds.rates};
  for (std::size_t frame = 0; frame < shape.frames; ++frame) {
    for (std::size_t kind = 0; kind < shape.kinds; ++kind) {
      Job& job = instance.jobs.emplace_back(kinds.jobs[kind]);
      job.release = static_cast<double>(frame) * period;
      instance.weights.push_back(weights[kind]);
      instance.due.push_back(job.release + period);
    }
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
