#include "sim/place/placing_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace warpshop::place {
namespace {

constexpr double kMostSets = 20'000;

Millis least_alone(const PlacingProblem& problem, std::size_t kind) {
  Millis least{std::numeric_limits<double>::infinity()};
  for (const std::size_t gpu_kind : problem.gpus) {
    least = std::min(least, problem.gpu_kinds[gpu_kind].alone[kind]);
  }
  return least;
}

Millis longest_job(const PlacingProblem& problem) {
  Millis longest{0};
  for (std::size_t job = 0; job < problem.size(); ++job) {
    longest = std::max(longest, problem.release(job) + least_alone(problem, problem.kinds[job]));
  }
  return longest;
}

Millis memory_over_time(const PlacingProblem& problem) {
  double memory = 0;
  for (const std::size_t gpu_kind : problem.gpus) {
    const auto& of = problem.gpu_kinds[gpu_kind].memory;
    if (!of || of->count == 0) {
      return Millis{0};
    }
    memory += static_cast<double>(of->count);
  }
  Millis needed{0};
  for (std::size_t job = 0; job < problem.size(); ++job) {
    needed += static_cast<double>(problem.footprint(job).count) / memory * least_alone(problem, problem.kinds[job]);
  }
  return needed;
}

/// Parts of a job of each kind that a set of jobs on a GPU ends in a millisecond.
using PartsPerMilli = std::vector<std::pair<std::size_t, double>>;

/// Every set that can be on a GPU of the kind, in every order, whether they came together or one later.
class Sets {
 public:
  Sets(const PlacingProblem& problem, std::size_t gpu_kind, std::vector<std::size_t> jobs_of_kind, bool by_law)
      : problem_(problem), gpu_kind_(gpu_kind), left_(std::move(jobs_of_kind)) {
    by_law ? extend() : add_fastest();
  }
  const std::vector<PartsPerMilli>& all() const { return all_; }

 private:
  double part(std::size_t kind, double speed) const {
    return speed / problem_.gpu_kinds[gpu_kind_].alone[kind].count();
  }
  void extend() {
    for (const bool together : {true, false}) {
      if (set_.empty() || (set_.size() == 1 && !together)) {
        continue;
      }
      const auto speeds = problem_.speeds(gpu_kind_, {.kinds = set_, .together = together});
      PartsPerMilli parts;
      parts.reserve(set_.size());
      for (std::size_t i = 0; i < set_.size(); ++i) {
        parts.emplace_back(set_[i], part(set_[i], speeds[i]));
      }
      all_.push_back(std::move(parts));
    }
    for (std::size_t kind = 0; kind < left_.size() && set_.size() < problem_.at_most; ++kind) {
      if (left_[kind] > 0) {
        --left_[kind];
        set_.push_back(kind);
        extend();
        set_.pop_back();
        ++left_[kind];
      }
    }
  }
  void add_fastest() {
    for (std::size_t kind = 0; kind < left_.size(); ++kind) {
      all_.push_back({{kind, part(kind, static_cast<double>(problem_.at_most))}});
    }
  }

  const PlacingProblem& problem_;
  std::size_t gpu_kind_;
  std::vector<std::size_t> left_;
  std::vector<std::size_t> set_;
  std::vector<PartsPerMilli> all_;
};

double worth(const PartsPerMilli& set, const std::vector<double>& prices) {
  double sum = 0;
  for (const auto& [kind, parts] : set) {
    sum += parts * prices[kind];
  }
  return sum;
}

Millis by_prices(const PlacingProblem& problem) {
  constexpr int kSteps = 200;
  constexpr double kRate = 0.1;
  std::map<std::size_t, double> gpus_of_kind;
  for (const std::size_t gpu_kind : problem.gpus) {
    ++gpus_of_kind[gpu_kind];
  }
  const std::size_t kinds = problem.gpu_kinds.front().alone.size();
  std::vector<std::size_t> jobs_of_kind(kinds, 0);
  std::vector<double> prices(kinds, 0);
  for (const std::size_t kind : problem.kinds) {
    ++jobs_of_kind[kind];
    prices[kind] = least_alone(problem, kind).count();
  }
  std::vector<std::pair<double, Sets>> sets;
  sets.reserve(gpus_of_kind.size());
  for (const auto& [gpu_kind, gpus] : gpus_of_kind) {
    sets.emplace_back(gpus, Sets(problem, gpu_kind, jobs_of_kind, sets_are_few(problem)));
  }
  double bound = 0;
  for (int step = 0; step < kSteps; ++step) {
    double all = 0;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      all += prices[kind] * static_cast<double>(jobs_of_kind[kind]);
    }
    double per_milli = 0;
    std::vector<double> ended(kinds, 0);
    for (const auto& [gpus, of] : sets) {
      const auto best = std::max_element(of.all().begin(), of.all().end(), [&](const auto& a, const auto& b) {
        return worth(a, prices) < worth(b, prices);
      });
      per_milli += gpus * worth(*best, prices);
      for (const auto& [kind, parts] : *best) {
        ended[kind] += gpus * parts;
      }
    }
    const double here = all / per_milli;
    bound = std::max(bound, here);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      if (jobs_of_kind[kind] > 0) {  // what is served faster than it is needed becomes cheaper
        const double served = ended[kind] * here / static_cast<double>(jobs_of_kind[kind]);
        prices[kind] *= std::exp(-kRate * std::min(served, 10.0));
      }
    }
    const double most = *std::max_element(prices.begin(), prices.end());
    for (double& price : prices) {
      price /= most;
    }
  }
  return Millis{bound};
}

}  // namespace

bool sets_are_few(const PlacingProblem& problem) {
  const auto kinds = static_cast<double>(problem.gpu_kinds.front().alone.size());
  return std::pow(kinds, static_cast<double>(problem.at_most)) <= kMostSets;
}

Millis placing_bound(const PlacingProblem& problem) {
  if (problem.size() == 0) {
    return Millis{0};
  }
  return std::max({longest_job(problem), memory_over_time(problem), by_prices(problem)});
}

}  // namespace warpshop::place
