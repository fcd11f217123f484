#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/place/placing_problem.hpp"
#include "sim/stats/draws.hpp"

/// A second version of what jobs do on GPUs, written from the specification: one loop over all of them, in which time
/// goes from one start or end to the next.
namespace warpshop::place::slow {

/// Pairs of kinds: what both are slowed down by; of more than two jobs the product over the others. Who comes later is
/// so much slower.
struct PairTableLaw {
  std::vector<std::vector<double>> slowdown;  ///< [kind][other]
  double later = 1;
  std::map<std::pair<std::vector<std::size_t>, bool>, std::vector<double>> known = {};

  std::span<const double> operator()(std::size_t /*gpu_kind*/, const Residents& residents) {
    const std::vector<std::size_t> key(residents.kinds.begin(), residents.kinds.end());
    std::vector<double> speeds(key.size(), 1);
    speeds.back() /= residents.together ? 1 : later;
    for (std::size_t i = 0; i < key.size(); ++i) {
      for (std::size_t j = 0; j < key.size(); ++j) {
        speeds[i] /= i == j ? 1 : slowdown[key[i]][key[j]];
      }
    }
    return known.try_emplace({key, residents.together}, speeds).first->second;
  }
};

inline PairPredictor predictor(const PairTableLaw& law) {
  return [table = law.slowdown](std::size_t kernel, std::size_t other) {
    const double slowdown = std::max(table[kernel][other], table[other][kernel]);
    return PairPrediction{.slowdown = slowdown, .interferes = slowdown > kLabelledSlowdown};
  };
}

/// What the jobs' starts and GPUs come to: the ends that the law gives them. Throws std::runtime_error where more jobs
/// than allowed are on a GPU, or more than its memory holds, or a job starts before its release.
inline std::vector<double> ends_of(const PlacingProblem& problem, const Placement& placement) {
  const double never = std::numeric_limits<double>::infinity();
  std::vector<double> left(placement.size());
  std::vector<double> ends(placement.size(), never);
  for (std::size_t job = 0; job < placement.size(); ++job) {
    left[job] = problem.alone(job, placement[job].gpu).count();
    if (placement[job].start < problem.release(job)) {
      throw std::runtime_error("before its release");
    }
  }
  double now = 0;
  for (std::size_t steps = 0; steps < 4 * placement.size() + 4; ++steps) {
    double next = never;
    std::vector<double> speed(placement.size(), 0);
    for (std::size_t gpu = 0; gpu < problem.gpus.size(); ++gpu) {
      std::vector<std::size_t> there;
      std::int64_t held = 0;
      for (std::size_t job = 0; job < placement.size(); ++job) {
        if (placement[job].gpu == gpu && ends[job] == never) {
          const double start = placement[job].start.count();
          if (start <= now * (1 + 1e-12)) {
            there.push_back(job);
            held += problem.footprint(job).count;
          } else {
            next = std::min(next, start);
          }
        }
      }
      std::sort(there.begin(), there.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(placement[a].start, placement[a].beside) < std::pair(placement[b].start, placement[b].beside);
      });
      const auto& memory = problem.gpu_kinds[problem.gpus[gpu]].memory;
      if (there.size() > problem.at_most || (memory && held > memory->count)) {
        throw std::runtime_error("too much on a GPU");
      }
      std::vector<std::size_t> kinds;
      for (const std::size_t job : there) {
        kinds.push_back(problem.kinds[job]);
      }
      const bool together = there.empty() || placement[there.front()].start == placement[there.back()].start;
      const auto speeds =
          there.empty() ? std::span<const double>() : problem.speeds(problem.gpus[gpu], {kinds, together});
      for (std::size_t i = 0; i < there.size(); ++i) {
        speed[there[i]] = speeds[i];
        if (speeds[i] > 0) {
          next = std::min(next, now + left[there[i]] / speeds[i]);
        }
      }
    }
    if (next == never) {
      return ends;
    }
    for (std::size_t job = 0; job < placement.size(); ++job) {
      left[job] -= speed[job] * (next - now);
      if (speed[job] > 0 && left[job] <= 1e-9 * next * speed[job]) {
        ends[job] = next;
      }
    }
    now = next;
  }
  throw std::runtime_error("it does not end");
}

/// A queue of jobs, of which each starts behind the one before it, once at most `beside` others are there and memory is
/// free. When the last ends; infinity where one never fits.
inline double play(const PlacingProblem& problem, std::size_t gpu,
                   const std::vector<std::pair<std::size_t, std::size_t>>& queue) {
  struct There {
    std::size_t first;  ///< the job
    double second;      ///< what is left of it
    double start;
  };
  std::vector<There> there;
  double now = 0;
  std::size_t next = 0;
  while (next < queue.size() || !there.empty()) {
    for (; next < queue.size() && there.size() <= queue[next].second; ++next) {
      Bytes held{0};
      for (const auto& each : there) {
        held.count += problem.footprint(each.first).count;
      }
      if (!problem.has_room(gpu, queue[next].first, held) || there.size() == problem.at_most) {
        break;
      }
      there.push_back({queue[next].first, problem.alone(queue[next].first, gpu).count(), now});
    }
    if (there.empty()) {
      return std::numeric_limits<double>::infinity();
    }
    std::vector<std::size_t> kinds;
    for (const auto& each : there) {
      kinds.push_back(problem.kinds[each.first]);
    }
    const auto speeds = problem.speeds(problem.gpus[gpu], {kinds, there.front().start == there.back().start});
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < there.size(); ++i) {
      step = speeds[i] > 0 ? std::min(step, there[i].second / speeds[i]) : step;
    }
    now += step;
    std::vector<There> stay;
    for (std::size_t i = 0; i < there.size(); ++i) {
      const double left = there[i].second - step * speeds[i];
      if (speeds[i] == 0 || left > 1e-12 * now) {
        stay.push_back({there[i].first, left, there[i].start});
      }
    }
    there = stay;
  }
  return now;
}

/// The least makespan over all orders, deals to two GPUs, and numbers of others that each job waits for; all released.
inline double best_of_all(const PlacingProblem& problem) {
  std::vector<std::size_t> order(problem.size());
  std::iota(order.begin(), order.end(), 0U);
  double best = std::numeric_limits<double>::infinity();
  do {
    for (std::size_t cut = 0; cut <= order.size(); ++cut) {
      // Each GPU by itself: the best numbers of others for its part of the order.
      double last = 0;
      for (std::size_t gpu = 0; gpu < 2; ++gpu) {
        const std::size_t first = gpu == 0 ? 0 : cut;
        const std::size_t jobs = gpu == 0 ? cut : order.size() - cut;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t choice = 0; choice < std::size_t{1} << jobs; ++choice) {
          std::vector<std::pair<std::size_t, std::size_t>> queue;
          for (std::size_t i = 0; i < jobs; ++i) {
            queue.emplace_back(order[first + i], choice >> i & 1U);
          }
          least = std::min(least, play(problem, gpu, queue));
        }
        last = std::max(last, least);
      }
      best = std::min(best, last);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

/// Jobs of some kinds, that slow each other down by 1 … 2.6; footprints that fit an idle GPU, releases of some.
inline PlacingProblem drawn(std::uint64_t seed, std::size_t jobs, std::size_t gpus, std::size_t at_most,
                            bool released) {
  stats::Draws draws(seed);
  PlacingProblem problem{.kinds = {}, .at_most = at_most};
  const std::size_t kinds = 1 + draws.below(5);
  PairTableLaw law{.slowdown = std::vector(kinds, std::vector<double>(kinds, 1)), .later = 1 + draws.unit()};
  GpuKind gpu{.memory = Bytes{100}, .idle = Watts{50}};
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    gpu.alone.emplace_back(1 + 20 * draws.unit());
    gpu.above_idle.push_back({100 * draws.unit()});
    problem.memory_bound.push_back(draws.below(2) == 0);
    for (std::size_t other = 0; other < kinds; ++other) {
      law.slowdown[kind][other] = 1 + (draws.below(3) == 0 ? 0 : 1.6 * draws.unit());
    }
  }
  gpu.predict = predictor(law);
  problem.gpu_kinds = {gpu};
  if (draws.below(2) == 0) {  // a kind of GPU twice as fast, with less memory
    GpuKind other = gpu;
    for (Millis& alone : other.alone) {
      alone /= 2;
    }
    other.memory = Bytes{60};
    problem.gpu_kinds.push_back(other);
  }
  problem.gpus.push_back(0);
  while (problem.gpus.size() < gpus) {
    problem.gpus.push_back(draws.below(problem.gpu_kinds.size()));
  }
  for (std::size_t job = 0; job < jobs; ++job) {
    problem.kinds.push_back(draws.below(kinds));
    problem.footprints.push_back(Bytes{static_cast<std::int64_t>(draws.below(101))});
    problem.releases.emplace_back(released ? 30 * draws.unit() * static_cast<double>(draws.below(2)) : 0.0);
  }
  problem.speeds = law;
  return problem;
}

}  // namespace warpshop::place::slow
