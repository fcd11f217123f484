#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/place/placing_problem.hpp"
#include "sim/study/placing/batch_jobs.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// How fast jobs are that share a GPU, by the event simulation of the way of sharing, copies included: what jobs do
/// that start together, each once, as on this GPU. Until the first of them ends each has one speed, the mean; for the
/// others it follows from when they end, as what is left then goes on at the speeds of those that stay:
///
///     speed_i = (alone_i - Σ_later segments speed_i · length) / end of the first
///
/// So jobs that start together on an idle GPU end when the simulation says. Where the last comes while others are at
/// work, it is simulated to come in the middle of the time until the first of these would end (ours: it may be any),
/// and their speeds from then on follow in the same way: what is ahead of it in a queue of the GPU stays ahead. Of two
/// jobs that meet so this is what the simulation says. Each set is simulated once somebody asks for it, in the order in
/// which its jobs came; any number of threads may ask.
class CoRunSpeeds {
 public:
  /// instance: of kinds.workload, prepared to be shared so.
  CoRunSpeeds(const JobKinds& kinds, Instance instance, NamedPolicy sharing);

  /// T_s: of a job that has the GPU to itself, without limits.
  Millis alone(std::size_t kind) const { return alone_[kind]; }
  /// What it draws above idle, on average over that; nothing: it is not known.
  std::optional<Watts> above_idle(std::size_t kind) const { return above_idle_[kind]; }
  /// Whether the longest of its kernels is memory-bound.
  bool memory_bound(std::size_t kind) const;
  /// See place::SpeedLaw.
  std::span<const double> speeds(const place::Residents& residents);
  /// S2: started together, one pass each, `other` first: the larger T_p / T_s. T_s is that on the part of the GPU that
  /// a job has whoever is there: limits and instances are no interference.
  place::PairPrediction predict(std::size_t kernel, std::size_t other);
  /// Simulates all pairs, with so many threads: together, and one in the middle of the other.
  void simulate_pairs(unsigned threads);
  /// Sets that have been simulated so far, one that came later counted by itself.
  std::size_t simulated_sets() const;

  const Instance& instance() const { return instance_; }
  /// How the jobs of the set share, with what is to be set.
  Share share_of(std::span<const std::size_t> residents) const;

 private:
  /// Of sets, by vector or span.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::span<const std::size_t> set) const;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(std::span<const std::size_t> a, std::span<const std::size_t> b) const;
  };
  struct CoRun {
    std::vector<Millis> ends;
    std::vector<double> speeds;
  };
  using CoRuns = std::unordered_map<std::vector<std::size_t>, CoRun, Hash, Equal>;
  Order tasks_of(std::span<const std::size_t> residents) const;
  /// last: when the last of them comes, the others at 0.
  std::vector<Millis> ends(std::span<const std::size_t> residents, Millis last) const;
  const CoRun& co_run(std::span<const std::size_t> residents, bool together);
  /// From then on, when the last comes, until the first of them ends.
  std::vector<double> speeds_until_first(std::span<const std::size_t> residents, bool together, Millis from,
                                         const std::vector<Millis>& ends);

  const JobKinds* kinds_;
  Instance instance_;
  NamedPolicy sharing_;
  std::vector<Millis> alone_;
  std::vector<std::optional<Watts>> above_idle_;
  /// [kernel · kinds + other], asked for again and again; 0: not known.
  std::vector<std::atomic<double>> pair_slowdowns_;
  mutable std::mutex mutex_;  ///< of both:
  CoRuns together_;           ///< as far as they are known
  CoRuns one_later_;
};

}  // namespace warpshop::study
