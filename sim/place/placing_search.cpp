#include "sim/place/placing_search.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "sim/place/gpu_sequences.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::place {
namespace {

constexpr double kFirstThreshold = 0.03;
/// Of the mean end of the GPUs beside the last: it tells placements apart that end together.
constexpr double kMeanEnd = 0.01;

class QueueSearch {
 public:
  QueueSearch(const PlacingProblem& problem, const Placement& start, std::uint64_t seed)
      : problem_(problem),
        draws_(seed, stats::owner_of("place"), stats::owner_of("search")),
        placement_(start),
        queues_(queues_of(problem, start)),
        best_(start) {
    for (std::size_t gpu = 0; gpu < queues_.size(); ++gpu) {
      ends_.push_back(*play(problem_, gpu, queues_[gpu], placement_));
    }
    least_cost_ = cost();
    keep();
  }

  /// threshold: part of the least cost so far by which the next may be worse.
  void step(double threshold) {
    const std::size_t from = drawn(2) == 0 ? last_gpu() : drawn(queues_.size());
    if (queues_[from].empty()) {
      return;
    }
    const std::size_t to = drawn(queues_.size());
    const std::array before{queues_[from], queues_[to]};
    const std::array ends{ends_[from], ends_[to]};
    move(from, to);
    if (replay(from) && (to == from || replay(to)) && cost() <= least_cost_ * (1 + threshold)) {
      least_cost_ = std::min(least_cost_, cost());
      keep();
      return;
    }
    queues_[from] = before[0];
    queues_[to] = before[1];
    ends_[from] = ends[0];
    ends_[to] = ends[1];
    for (const std::size_t gpu : {from, to}) {
      play(problem_, gpu, queues_[gpu], placement_);
    }
  }

  Placement best() && { return std::move(best_); }

 private:
  std::size_t drawn(std::size_t end) {
    return std::min(end - 1, static_cast<std::size_t>(draws_.unit(count_++) * static_cast<double>(end)));
  }
  std::size_t last_gpu() const {
    return static_cast<std::size_t>(std::max_element(ends_.begin(), ends_.end()) - ends_.begin());
  }
  void move(std::size_t from, std::size_t to) {
    const std::size_t place = drawn(queues_[from].size());
    Queued& one = queues_[from][place];
    switch (drawn(3)) {
      case 0:
        one.beside = drawn(problem_.at_most);
        break;
      case 1:
        if (!queues_[to].empty()) {
          std::swap(one.job, queues_[to][drawn(queues_[to].size())].job);
        }
        break;
      default: {
        Queued moved = one;
        moved.beside = drawn(problem_.at_most);
        queues_[from].erase(queues_[from].begin() + static_cast<std::ptrdiff_t>(place));
        queues_[to].insert(queues_[to].begin() + static_cast<std::ptrdiff_t>(drawn(queues_[to].size() + 1)), moved);
      }
    }
  }
  bool replay(std::size_t gpu) {
    const std::optional<Millis> end = play(problem_, gpu, queues_[gpu], placement_);
    ends_[gpu] = end.value_or(Millis{0});
    return end.has_value();
  }
  Millis cost() const {
    Millis sum{0};
    for (const Millis end : ends_) {
      sum += end;
    }
    return *std::max_element(ends_.begin(), ends_.end()) + kMeanEnd / static_cast<double>(ends_.size()) * sum;
  }
  void keep() {
    if (*std::max_element(ends_.begin(), ends_.end()) < makespan_of_best_) {
      best_ = placement_;
      makespan_of_best_ = makespan(best_);
    }
  }

  const PlacingProblem& problem_;
  stats::CounterDraws draws_;
  std::uint64_t count_ = 0;
  Placement placement_;
  std::vector<GpuQueue> queues_;
  std::vector<Millis> ends_;  ///< by GPU
  Millis least_cost_{0};
  Placement best_;
  Millis makespan_of_best_ = makespan(best_);
};

}  // namespace

Placement search(const PlacingProblem& problem, const Placement& start, std::uint64_t seed, std::size_t moves,
                 const std::function<double()>& spent) {
  QueueSearch search(problem, start, seed);
  for (std::size_t done = 0; done < moves && spent() < 1; ++done) {
    const double part = std::max(static_cast<double>(done + 1) / static_cast<double>(moves), spent());
    search.step(kFirstThreshold * (1 - part));
  }
  return std::move(search).best();
}

}  // namespace warpshop::place
