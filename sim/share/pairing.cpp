#include "sim/share/pairing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "sim/stats/draws.hpp"

namespace warpshop::share {
namespace {

/// The state of one run.
class TwoAtATime {
 public:
  TwoAtATime(const Instance& instance, StartSplit start, const Pairing& pairing, IsUrgent urgent)
      : instance_(instance),
        start_(std::move(start)),
        pick_(partner_of(instance, pairing)),
        only_given_(pairing.partner == Partner::given),
        urgent_(std::move(urgent)) {}

  Decision decide(const Observation& seen) {
    Decision decision;
    std::vector<const Running*> running;
    std::vector<std::uint32_t> waiting;  // those that made room first
    const Running* const first = search_ == nullptr ? nullptr : find(seen, first_);
    const Running* const second = search_ == nullptr ? nullptr : find(seen, second_);
    const bool pair_runs = first != nullptr && second != nullptr;
    if (pair_runs) {
      running = {first, second};
    } else {
      search_.reset();
    }
    for (const Running& kernel : seen.running) {
      if (pair_runs ? kernel.task != first_ && kernel.task != second_ : has_left(kernel)) {
        waiting.push_back(kernel.task);
      } else if (!pair_runs) {
        running.push_back(&kernel);
      }
    }
    if (running.size() < 2 || urgent_) {
      waiting.insert(waiting.end(), seen.ready.begin(), seen.ready.end());
    }
    if (urgent_) {
      std::stable_partition(waiting.begin(), waiting.end(), urgent_);
      if (!only_given_) {
        make_room(running, waiting, decision);
      }
    }
    std::array<Running, 2> begins;  // what joins here has been given nothing yet
    if (running.empty() && !waiting.empty()) {
      begins[0].task = waiting.front();
      running.push_back(&begins[0]);
      waiting.erase(waiting.begin());
    }
    if (running.size() == 1 && !waiting.empty()) {
      if (const std::optional<std::uint32_t> partner = partner_for(*running[0], waiting)) {
        begins[1].task = *partner;
        running.push_back(&begins[1]);
      }
    }
    if (running.size() == 1) {
      decision.allocations.emplace_back(running[0]->task, everything(instance_));
    } else if (running.size() == 2) {
      SplitSearch::Step step = search_->next(seen.now, *running[0], *running[1]);
      decision.allocations.reserve(2);
      decision.allocations.emplace_back(running[0]->task, std::move(step.split.first));
      decision.allocations.emplace_back(running[1]->task, std::move(step.split.second));
      decision.wake_at = step.wake_at;
    }
    return decision;
  }

 private:
  static const Running* find(const Observation& seen, std::uint32_t task) {
    const auto found = std::find_if(seen.running.begin(), seen.running.end(),
                                    [&](const Running& kernel) { return kernel.task == task; });
    return found == seen.running.end() ? nullptr : &*found;
  }

  /// Whether it was told to leave; where pairs are given it is beside others until it has.
  bool has_left(const Running& kernel) const { return kernel.asked.empty() && (!only_given_ || kernel.held.empty()); }

  /// The last of two that are not urgent goes if an urgent one waits.
  void make_room(std::vector<const Running*>& running, const std::vector<std::uint32_t>& waiting, Decision& decision) {
    const bool any =
        std::any_of(running.begin(), running.end(), [&](const Running* each) { return urgent_(each->task); });
    if (running.size() == 2 && !waiting.empty() && urgent_(waiting.front()) && !any) {
      decision.allocations.emplace_back(running.back()->task, Allocation{});
      running.pop_back();
      search_.reset();
    }
  }

  std::optional<std::size_t> pick(std::uint32_t running, const std::vector<std::uint32_t>& waiting) const {
    if (!urgent_ || !urgent_(waiting.front())) {
      return pick_(running, waiting);
    }
    return only_given_ ? pick_(running, {waiting.front()}) : 0;
  }

  /// Whom one that runs is to have beside it from now on; nothing: nobody.
  std::optional<std::uint32_t> partner_for(const Running& running, const std::vector<std::uint32_t>& waiting) {
    const std::optional<std::size_t> picked = pick(running.task, waiting);
    if (!picked) {
      return std::nullopt;
    }
    first_ = running.task;
    second_ = waiting[*picked];
    search_ = start_(first_, second_, running.held);
    return search_ == nullptr ? std::nullopt : std::optional(second_);
  }

  const Instance& instance_;
  StartSplit start_;
  PickPartner pick_;
  bool only_given_;
  IsUrgent urgent_;
  std::unique_ptr<SplitSearch> search_;  ///< of the pair that runs
  std::uint32_t first_ = 0, second_ = 0;
};

class FixedSplit : public SplitSearch {
 public:
  explicit FixedSplit(PairSplit split) : split_(std::move(split)) {}
  Step next(Millis /*now*/, const Running& /*first*/, const Running& /*second*/) override { return {.split = split_}; }

 private:
  PairSplit split_;
};

std::optional<Category> category(const Instance& instance, std::uint32_t task) {
  const bool named = !instance.work.empty() && instance.work[task].kernel != KernelWork::kNone;
  return named ? instance.kernels[instance.work[task].kernel].model.category : std::nullopt;
}

template <class Is>
std::optional<std::size_t> first_that(const std::vector<std::uint32_t>& ready, Is is) {
  const auto found = std::find_if(ready.begin(), ready.end(), is);
  return found == ready.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - ready.begin()));
}

}  // namespace

PickPartner partner_of(const Instance& instance, const Pairing& pairing) {
  if (pairing.partner == Partner::random) {
    const auto draws = std::make_shared<stats::Draws>(pairing.seed);
    return [draws](std::uint32_t /*running*/, const std::vector<std::uint32_t>& ready) {
      return static_cast<std::size_t>(draws->below(ready.size()));
    };
  }
  if (pairing.partner == Partner::order) {
    return [](std::uint32_t /*running*/, const std::vector<std::uint32_t>& /*ready*/) { return std::size_t{0}; };
  }
  if (pairing.partner == Partner::given) {
    return [given = pairing.given](std::uint32_t running, const std::vector<std::uint32_t>& ready) {
      return first_that(ready, [&](std::uint32_t task) {
        return std::any_of(given.begin(), given.end(),
                           [&](const GivenPair& pair) { return pair.joins(running, task); });
      });
    };
  }
  return [&instance](std::uint32_t running, const std::vector<std::uint32_t>& ready) {
    const auto own = category(instance, running);
    return first_that(ready,
                      [&](std::uint32_t task) {
                        const auto other = category(instance, task);
                        return own && other && *own != *other;
                      })
        .value_or(0);
  };
}

Controller two_at_a_time(const Instance& instance, StartSplit start, const Pairing& pairing, IsUrgent urgent) {
  const auto state = std::make_shared<TwoAtATime>(instance, std::move(start), pairing, std::move(urgent));
  return [state](const Observation& seen) { return state->decide(seen); };
}

Controller two_with_one_split(const Instance& instance, const Share& share, PairSplits splits,
                              const std::optional<PairSplit>& given) {
  return two_at_a_time(
      instance,
      [&instance, &share, splits, given, found = std::map<std::pair<std::uint32_t, std::uint32_t>, PairSplit>()](
          std::uint32_t first, std::uint32_t second,
          const Allocation& /*held*/) mutable -> std::unique_ptr<SplitSearch> {
        const std::pair both{first, second};  // clients meet again and again
        if (!found.contains(both)) {
          const std::vector<PairSplit> all = splits(instance, first, second);
          if (all.empty()) {
            return nullptr;
          }
          found.emplace(both, given ? *given : best_split(instance, first, second, all, share));
        }
        return std::make_unique<FixedSplit>(found.at(both));
      },
      share.pairing);
}

}  // namespace warpshop::share
