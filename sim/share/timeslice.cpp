#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

/// Slices are no shorter than this part of all kernels together, as their number is what a plan costs. A longer one
/// stands for those that are asked for, and changes context as often.
constexpr double kMostSlices = 20'000;

Millis least_slice(const Instance& instance) {
  Millis all{0};
  for (const Job& job : instance.jobs) {
    all += job.kernel;
  }
  return all / kMostSlices;
}

/// Clients in turn, in the order in which they first had a kernel. Whose turn it is has the GPU for a slice; then the
/// next, if one waits: else it has another slice. One that has nothing to run gives its slice up once it has been idle
/// for as long as its patience, and begins a new one when it has work again.
class TimeSlices {
 public:
  TimeSlices(const Instance& instance, Millis slice, Millis patience)
      : instance_(instance),
        clients_(instance),
        slice_(std::max(slice, least_slice(instance))),
        patience_(patience),
        cost_(instance.family_setup * (slice_ / slice)) {}

  /// Throws std::runtime_error: a slice is no longer than what counts as one instant.
  Decision decide(const Observation& seen) {
    if (tied(seen.now, seen.now + slice_)) {
      throw std::runtime_error("slices of " + setting_number(slice_.count()) + " ms cannot be told apart after " +
                               setting_number(seen.now.count()) + " ms");
    }
    // What was decided at an instant is decided anew when something else turns out to happen at that instant as well.
    if (instant_ && tied(*instant_, seen.now)) {
      now_ = then_;
    } else {
      instant_ = seen.now;
      then_ = now_;
    }
    const std::vector<std::uint32_t> clients = with_work(seen);
    give_up(seen.now, clients);
    for (const std::uint32_t client : clients) {
      if (std::find(now_.turns.begin(), now_.turns.end(), client) == now_.turns.end()) {
        now_.turns.push_back(client);
      }
    }
    next_turn(seen);
    return allocations(seen);
  }

 private:
  struct State {
    std::vector<std::uint32_t> turns;      ///< whose turn it is, then who comes next
    std::optional<std::uint32_t> active;   ///< turns.front(), and its slice has begun
    std::optional<std::uint32_t> context;  ///< whose kernels ran last
    Millis begins{0};                      ///< after the change of context
    Millis ends{0};
    std::optional<Millis> idle_since;  ///< that the active one has nothing to run
  };

  /// In the order in which their kernels were launched, or became ready.
  std::vector<std::uint32_t> with_work(const Observation& seen) const {
    std::vector<std::uint32_t> clients;
    for (const Running& kernel : seen.running) {
      clients.push_back(clients_.of(kernel.task));
    }
    for (const std::uint32_t task : seen.ready) {
      clients.push_back(clients_.of(task));
    }
    return clients;
  }
  static bool reached(Millis time, Millis now) { return time <= now || tied(time, now); }

  /// The active client gives up, if it has been idle for long enough, or for any time when its slice ends.
  void give_up(Millis now, const std::vector<std::uint32_t>& clients) {
    if (!now_.active) {
      return;
    }
    if (now_.idle_since && reached(*now_.idle_since + patience_, now)) {
      leave();
      return;
    }
    if (std::find(clients.begin(), clients.end(), *now_.active) != clients.end()) {
      now_.idle_since.reset();
    } else if (!now_.idle_since) {
      now_.idle_since = now;
      if (patience_ == Millis{0}) {
        leave();
      }
    }
  }
  void leave() {
    now_.turns.erase(now_.turns.begin());
    now_.active.reset();
    now_.idle_since.reset();
  }

  void next_turn(const Observation& seen) {
    if (now_.active) {
      if (!reached(now_.ends, seen.now)) {
        return;
      }
      if (!tied(now_.ends, seen.now)) {  // nobody waited then
        now_.ends += slice_ * std::ceil((seen.now - now_.ends) / slice_ * (1 - kTieTolerance));
      }
      if (now_.turns.size() == 1 || !tied(now_.ends, seen.now)) {
        return;
      }
      if (now_.idle_since) {
        leave();
      } else {
        std::rotate(now_.turns.begin(), now_.turns.begin() + 1, now_.turns.end());
      }
    }
    if (now_.turns.empty()) {
      return;
    }
    const bool switches = now_.context && *now_.context != now_.turns.front();
    now_.active = now_.context = now_.turns.front();
    now_.begins = switches ? seen.now + cost_ : seen.now;
    now_.ends = now_.begins + slice_;
  }

  Decision allocations(const Observation& seen) const {
    Decision decision;
    const bool runs = now_.active && now_.begins <= seen.now;
    std::int64_t grids = 0;  // that run: more than the GPU holds need not be told
    for (const Running& kernel : seen.running) {
      const bool own = runs && clients_.of(kernel.task) == *now_.active;
      grids += own ? 1 : 0;
      decision.allocations.emplace_back(kernel.task, own ? everything(instance_) : Allocation{});
    }
    for (auto task = seen.ready.begin(); runs && grids < instance_.chip->grids && task != seen.ready.end(); ++task) {
      if (clients_.of(*task) == *now_.active) {
        decision.allocations.emplace_back(*task, everything(instance_));
        ++grids;
      }
    }
    if (now_.active && !runs) {
      decision.wake_at = now_.begins;
    } else if (now_.turns.size() > 1) {
      decision.wake_at = now_.idle_since ? std::min(now_.ends, *now_.idle_since + patience_) : now_.ends;
    }
    return decision;
  }

  const Instance& instance_;
  Clients clients_;
  Millis slice_;
  Millis patience_;
  Millis cost_;
  State now_;
  State then_;  ///< before what was decided at the last instant
  std::optional<Millis> instant_;
};

}  // namespace

/// What processes get without MPS, and under Kubernetes' time-slicing: the whole GPU for a slice each, in turn, and the
/// change of context between two. A slice is what NVIDIA's driver is said to give a process unless it is told
/// otherwise, which nobody publishes. Throws InputError: a patience beyond the slice, at whose end the turn goes to who
/// waits, idle or not.
Controller timeslice(const Instance& instance, const Share& share) {
  const double slice = share.settings.number("slice");
  const double patience = share.settings.number("patience");
  if (patience > slice) {
    throw InputError("policy '" + share.policy + share.settings.text() +
                     "': no client keeps the GPU beyond its slice, so such a patience does no more than " +
                     setting_number(slice) + " ms would, expected at most the slice");
  }
  const auto state = std::make_shared<TimeSlices>(instance, Millis{slice}, Millis{patience});
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
