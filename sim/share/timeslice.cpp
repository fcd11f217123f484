#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/policy.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/patience.hpp"
#include "sim/share/sm_split.hpp"
#include "sim/share/turns.hpp"

namespace warpshop::share {
namespace {

/// A slice that is too short, see least_turn(), stands for those that are asked for, and changes context as often.
///
/// Clients in turn, in the order in which they first had a kernel. Whose turn it is has the GPU for a slice; then the
/// next, if one waits: else it has another slice. One that has nothing to run gives its slice up once it has been idle
/// for as long as its patience, and begins a new one when it has work again. Strict: everybody has a slice in each
/// round, in the order of the workload, and keeps it whether there is work or not. Unless it is set, the patience is
/// what a change of context takes, the slice at most: to wait that long for a gap to end never costs more than twice
/// what it would have been best to do, and with nothing to pay nobody waits.
class TimeSlices {
 public:
  TimeSlices(const Instance& instance, const Settings& settings)
      : instance_(instance),
        clients_(instance),
        slice_(std::max(Millis{settings.number("slice")}, least_turn(instance))),
        patience_(patience_of(instance, settings, slice_)),
        strict_(settings.number("strict") == 1),
        shares_(relative_shares(settings.numbers("shares"), clients_.all().size())),
        cost_(instance.family_setup * (slice_ / Millis{settings.number("slice")})) {
    if (strict_) {
      now_.turns = clients_.all();
    }
  }

  /// Throws std::runtime_error: a slice is no longer than what counts as one instant.
  Decision decide(const Observation& seen) {
    check_turn(seen.now, slice_, "slices");
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

  /// Relative to the mean of all; of more clients than shares from the first again.
  static std::vector<double> relative_shares(const std::vector<double>& shares, std::size_t clients) {
    std::vector<double> relative(clients, 1);
    double all = 0;
    for (std::size_t client = 0; client < clients; ++client) {
      relative[client] = shares.empty() ? 1 : shares[client % shares.size()];
      all += relative[client];
    }
    for (double& share : relative) {
      share *= static_cast<double>(clients) / all;
    }
    return relative;
  }
  Millis slice_of(std::uint32_t client) const { return slice_ * shares_[clients_.position(client)]; }

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
    if (!now_.active || strict_) {
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
        const Millis slice = slice_of(*now_.active);
        now_.ends += slice * std::ceil((seen.now - now_.ends) / slice * (1 - kTieTolerance));
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
    now_.ends = now_.begins + slice_of(*now_.active);
  }

  Decision allocations(const Observation& seen) const {
    Decision decision;
    const bool runs = now_.active && now_.begins <= seen.now;
    std::int64_t grids = 0;  // that run: more than the GPU holds need not be told
    for (const Running& kernel : seen.running) {
      const bool own = runs && clients_.of(kernel.task) == *now_.active;
      grids += own ? 1 : 0;
      if (own == kernel.asked.empty()) {
        decision.allocations.emplace_back(kernel.task, own ? everything(instance_) : Allocation{});
      }
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
  bool strict_;
  std::vector<double> shares_;  ///< by position of the client; 1 on average
  Millis cost_;
  State now_;
  State then_;  ///< before what was decided at the last instant
  std::optional<Millis> instant_;
};

}  // namespace

/// Slices from half a millisecond to 10 ms, and how clients share the time: evenly, or one of them with as much as all
/// others, or with nine tenths.
std::vector<Settings> time_slice_choices(const Policy& policy, const Instance& /*instance*/) {
  std::vector<Settings> choices;
  for (const double slice : {0.5, 1.0, 2.0, 5.0, 10.0}) {
    choices.emplace_back(policy.settings()).set("slice", {slice});
  }
  return choices;
}

/// What processes get without MPS, and under Kubernetes' time-slicing: the whole GPU for a slice each, in turn, and the
/// change of context between two. A slice is what NVIDIA's driver is said to give a process unless it is told
/// otherwise, which nobody publishes. Throws InputError: a patience beyond the slice, at whose end the turn goes to who
/// waits, idle or not.
Controller timeslice(const Instance& instance, const Share& share) {
  const double slice = share.settings.number("slice");
  if (share.settings.is_set(kPatience) && share.settings.number(kPatience) > slice) {
    throw InputError("policy '" + share.policy + share.settings.text() +
                     "': no client keeps the GPU beyond its slice, so such a patience does no more than " +
                     setting_number(slice) + " ms would, expected at most the slice");
  }
  const std::size_t clients = Clients(instance).all().size();
  if (share.settings.numbers("shares").size() > std::max<std::size_t>(1, clients)) {
    throw InputError("policy '" + share.policy + share.settings.text() +
                     "': more shares than clients, expected at most " + std::to_string(clients));
  }
  const auto state = std::make_shared<TimeSlices>(instance, share.settings);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
