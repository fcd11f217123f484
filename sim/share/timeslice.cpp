#include <algorithm>
#include <memory>
#include <optional>

#include "sim/share/clients.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

/// What NVIDIA's driver gives a process before the next, unless it is told otherwise.
constexpr double kSlice = 2;  // milliseconds

/// Slices are no shorter than this part of all kernels together: their number is what a plan costs, and beyond so many
/// longer ones hardly end at other times.
constexpr double kMostSlices = 10'000;

Millis least_slice(const Instance& instance) {
  Millis all{0};
  for (const Job& job : instance.jobs) {
    all += job.kernel;
  }
  return all / kMostSlices;
}

/// Clients in turn, in the order in which they first had a kernel; one that has none is passed over.
class TimeSlices {
 public:
  TimeSlices(const Instance& instance, Millis slice)
      : instance_(instance), clients_(instance), slice_(slice), cost_(instance.family_setup) {}

  Decision decide(const Observation& seen) {
    Decision decision;
    for (const Running& kernel : seen.running) {
      join(clients_.of(kernel.task), seen.now);
    }
    for (const std::uint32_t task : seen.ready) {
      join(clients_.of(task), seen.now);
    }
    std::erase_if(turns_, [&](std::uint32_t client) { return !has_work(seen, client); });
    if (turns_.empty()) {
      return decision;
    }
    const bool has_ended = seen.now >= ends_ || tied(seen.now, ends_);
    const bool over = !active_ || turns_.front() != *active_ || (has_ended && turns_.size() > 1);
    if (over) {
      if (active_ && turns_.front() == *active_) {
        std::rotate(turns_.begin(), turns_.begin() + 1, turns_.end());
        yielded_ = Yielded{*active_, seen.now};
      }
      const bool switches = active_ && *active_ != turns_.front();
      active_ = turns_.front();
      begins_ = switches ? seen.now + cost_ : std::max(begins_, seen.now);
      ends_ = begins_ + slice_;
    }
    const bool runs = seen.now >= begins_;
    for (const Running& kernel : seen.running) {
      const bool own = clients_.of(kernel.task) == *active_;
      decision.allocations.emplace_back(kernel.task, own && runs ? everything(instance_) : Allocation{});
    }
    for (const std::uint32_t task : seen.ready) {
      if (runs && clients_.of(task) == *active_) {
        decision.allocations.emplace_back(task, everything(instance_));
      }
    }
    if (!runs) {
      decision.wake_at = begins_;
    } else if (turns_.size() > 1) {
      decision.wake_at = ends_;
    }
    return decision;
  }

 private:
  /// Who comes just when another's slice ends stands before that one, whichever of the two is heard of first.
  void join(std::uint32_t client, Millis now) {
    if (std::find(turns_.begin(), turns_.end(), client) == turns_.end()) {
      const bool ahead = yielded_ && tied(yielded_->at, now) && !turns_.empty() && turns_.back() == yielded_->client;
      turns_.insert(ahead ? turns_.end() - 1 : turns_.end(), client);
    }
  }
  bool has_work(const Observation& seen, std::uint32_t client) const {
    return std::any_of(seen.running.begin(), seen.running.end(),
                       [&](const Running& each) { return clients_.of(each.task) == client; }) ||
           std::any_of(seen.ready.begin(), seen.ready.end(),
                       [&](std::uint32_t task) { return clients_.of(task) == client; });
  }

  const Instance& instance_;
  Clients clients_;
  Millis slice_;
  Millis cost_;
  std::vector<std::uint32_t> turns_;  ///< whose turn it is, then who comes next
  std::optional<std::uint32_t> active_;
  Millis begins_{0};  ///< after the change of context
  Millis ends_{0};
  struct Yielded {
    std::uint32_t client = 0;
    Millis at{0};
  };
  std::optional<Yielded> yielded_;  ///< whose slice ended last, and when
};

Controller start_timeslice(const Instance& instance, const Share& share) {
  const auto state = std::make_shared<TimeSlices>(
      instance, std::max(Millis{share.split.empty() ? kSlice : share.split.front()}, least_slice(instance)));
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace

/// What processes get without MPS, and under Kubernetes' time-slicing: the whole GPU for a slice each, in turn; the
/// profile's context_switch between two.
Planned timeslice(const Instance& instance, const PlanOptions& options) {
  return share_plan(instance, options,
                    {.policy = "timeslice",
                     .split = options.split,
                     .form = KernelForm::plain,
                     .leaving = Leaving::swap,
                     .start = start_timeslice});
}

}  // namespace warpshop::share
