#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/share.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/goal_parts.hpp"
#include "sim/share/sharing_kernels.hpp"
#include "sim/share/sm_parts.hpp"

namespace warpshop::share {
namespace {

using SlicesBySm = std::vector<std::uint32_t>;
using PartsBySm = std::vector<std::int64_t>;

/// The kernel of a client whose turn it is.
struct CapsmKernel {
  std::uint32_t task = 0;
  std::uint32_t owner = 0;
  std::int64_t slice = 1;            ///< what a CTA takes of an SM, in parts
  bool reserves = false;             ///< it has `most`, or nothing
  std::int64_t most = 0;             ///< slices
  std::int64_t rest = 0;             ///< subtasks that have not ended
  SlicesBySm by_sm = {};             ///< what it is granted
  std::int64_t slices = 0;           ///< all of these
  bool launched = false;             ///< it has been given some of them
  const Running* running = nullptr;  ///< once it has; until the controller has answered
};

/// visit(SM, CTAs) of an allocation.
template <class Visit>
void for_each_sm(const Allocation& allocation, const Visit& visit) {
  for (const SmRange& range : allocation) {
    for (std::uint32_t sm = range.first; sm < range.first + range.sms; ++sm) {
      visit(sm, range.ctas);
    }
  }
}

class Capsm {
 public:
  Capsm(const Instance& instance, const Share& share)
      : instance_(instance), form_(share.form), sms_(sms_of(instance)), owners_(kernel_owners(instance).of_task) {
    std::vector<std::int64_t> per_sm;
    per_sm.reserve(instance.size());
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      per_sm.push_back(evaluate::kernel_on_sms(instance, task, form_).per_sm);
    }
    parts_ = parts_of_an_sm(per_sm).value();  // capsm_reserves() has seen to it
  }

  Decision decide(const Observation& seen) {
    Decision decision;
    find_running(seen);
    find_ready(seen, decision);
    room_.assign(sms_, parts_);
    for (const CapsmKernel& kernel : kernels_) {
      for (std::uint32_t sm = 0; sm < sms_; ++sm) {
        room_[sm] -= kernel.by_sm[sm] * kernel.slice;
      }
    }
    reserve(decision);
    give_what_is_left();
    ask(decision);
    return decision;
  }

 private:
  // Who is there, in the order in which they came.

  void find_running(const Observation& seen) {
    for (CapsmKernel& kernel : kernels_) {
      kernel.running = nullptr;
      for (const Running& each : seen.running) {
        if (kernel.launched && each.task == kernel.task) {
          kernel.running = &each;
          kernel.rest = each.subtasks - each.done;
        }
      }
    }
    std::erase_if(kernels_, [](const CapsmKernel& kernel) { return kernel.launched && kernel.running == nullptr; });
  }
  void find_ready(const Observation& seen, Decision& decision) {
    for (const std::uint32_t task : seen.ready) {
      const auto same = std::find_if(kernels_.begin(), kernels_.end(),
                                     [&](const CapsmKernel& kernel) { return kernel.owner == owners_[task]; });
      if (same == kernels_.end()) {
        kernels_.push_back(kernel_of(task));
      } else if (same->task != task && same->reserves) {
        count_waiting(task, decision);
      }
    }
  }
  CapsmKernel kernel_of(std::uint32_t task) const {
    const evaluate::KernelOnSms on_sms = evaluate::kernel_on_sms(instance_, task, form_);
    CapsmKernel kernel{.task = task,
                       .owner = owners_[task],
                       .slice = parts_ / on_sms.per_sm,
                       .most = std::int64_t{on_sms.per_sm} * sms_,
                       .rest = on_sms.subtasks,
                       .by_sm = SlicesBySm(sms_)};
    if (const Client* client = instance_.clients.of(task)) {
      kernel.reserves = client->reservation.has_value();
      kernel.most = kernel.reserves ? slices_of_reservation(*client->reservation, on_sms.per_sm)
                    : client->quota ? slices_of_quota(*client->quota, on_sms.per_sm)
                                    : kernel.most;
    }
    return kernel;
  }
  void count_waiting(std::uint32_t task, Decision& decision) {
    if (waiting_.insert(task).second) {
      decision.kept_waiting.push_back(task);
    }
  }

  // What they are granted.

  static std::int64_t fitting(const CapsmKernel& kernel, const PartsBySm& room) {
    return std::accumulate(room.begin(), room.end(), std::int64_t{0},
                           [&](std::int64_t sum, std::int64_t parts) { return sum + parts / kernel.slice; });
  }
  void give(CapsmKernel& giver, std::uint32_t sm, std::int64_t slices) {
    giver.by_sm[sm] = static_cast<std::uint32_t>(giver.by_sm[sm] - slices);
    giver.slices -= slices;
    room_[sm] += slices * giver.slice;
  }
  /// As many as there is room for there, so that it has at most so many in all.
  void take(CapsmKernel& kernel, std::uint32_t sm, std::int64_t most) {
    const std::int64_t more = std::max<std::int64_t>(0, std::min(most - kernel.slices, room_[sm] / kernel.slice));
    give(kernel, sm, -more);
  }

  /// Reservations are granted as they came: none before one that waits.
  void reserve(Decision& decision) {
    bool waits = false;
    for (CapsmKernel& kernel : kernels_) {
      if (!kernel.reserves || kernel.slices > 0) {
        continue;
      }
      waits = waits || !make_room(kernel);
      if (waits) {
        count_waiting(kernel.task, decision);
        continue;
      }
      for (std::uint32_t sm = 0; sm < sms_; ++sm) {
        take(kernel, sm, kernel.most);
      }
      waiting_.erase(kernel.task);
    }
  }
  /// Others give: first who has most slices, of equal ones who came last; the next only if all of them are not enough,
  /// and the last one no more than is lacking. False: there is not as much, and nobody gives any.
  bool make_room(const CapsmKernel& kernel) {
    std::vector<CapsmKernel*> givers;
    for (CapsmKernel& other : kernels_) {
      if (!other.reserves && other.slices > 0) {
        givers.push_back(&other);
      }
    }
    std::reverse(givers.begin(), givers.end());
    std::stable_sort(givers.begin(), givers.end(), [](const auto* a, const auto* b) { return a->slices > b->slices; });
    PartsBySm room = room_;
    std::size_t needed = 0;
    for (; fitting(kernel, room) < kernel.most; ++needed) {
      if (needed == givers.size()) {
        return false;
      }
      for (std::uint32_t sm = 0; sm < sms_; ++sm) {
        room[sm] += givers[needed]->by_sm[sm] * givers[needed]->slice;
      }
    }
    givers.resize(needed);
    for (CapsmKernel* giver : givers) {
      giver != givers.back() ? give_all(*giver) : give_lacking(*giver, kernel);
    }
    return true;
  }
  void give_all(CapsmKernel& giver) {
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      give(giver, sm, giver.by_sm[sm]);
    }
  }
  /// From the first SM on, on each no more than it takes for as many of the other's slices as are lacking.
  void give_lacking(CapsmKernel& giver, const CapsmKernel& kernel) {
    std::int64_t lacking = kernel.most - fitting(kernel, room_);
    for (std::uint32_t sm = 0; sm < sms_ && lacking > 0; ++sm) {
      const std::int64_t fit = room_[sm] / kernel.slice;
      const std::int64_t more = std::min(lacking, (room_[sm] + giver.by_sm[sm] * giver.slice) / kernel.slice - fit);
      if (more > 0) {
        const std::int64_t parts = (fit + more) * kernel.slice - room_[sm];
        give(giver, sm, (parts + giver.slice - 1) / giver.slice);
        lacking -= more;
      }
    }
  }
  /// To those that reserve nothing, as they came: up to their quotas, and to as many slices as they have subtasks left.
  /// They take the last SMs first, and reservations the first.
  void give_what_is_left() {
    for (CapsmKernel& kernel : kernels_) {
      for (std::uint32_t sm = sms_; sm-- > 0 && !kernel.reserves;) {
        take(kernel, sm, std::min(kernel.most, kernel.rest));
      }
    }
  }

  /// CTAs that are to leave keep their slices until they have left: who is granted these asks for them then, and their
  /// own kernel, of which they count as well, for no more than it may have.
  void ask(Decision& decision) {
    room_.assign(sms_, parts_);
    for (const CapsmKernel& kernel : kernels_) {
      if (kernel.launched) {
        for_each_sm(kernel.running->held, [&](auto sm, auto ctas) { room_[sm] -= ctas * kernel.slice; });
      }
    }
    for (const bool reserves : {true, false}) {
      for (CapsmKernel& kernel : kernels_) {
        if (kernel.reserves == reserves) {
          ask(kernel, decision);
        }
      }
    }
  }
  void ask(CapsmKernel& kernel, Decision& decision) {
    SlicesBySm asked(sms_);
    std::int64_t left = kernel.most;
    if (kernel.launched) {
      for_each_sm(kernel.running->held, [&](auto /*sm*/, auto ctas) { left -= ctas; });
      for_each_sm(kernel.running->stays, [&](auto sm, auto ctas) { asked[sm] = ctas; });
    }
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      const std::int64_t more = std::int64_t{kernel.by_sm[sm]} - asked[sm];
      const std::int64_t comes = std::clamp<std::int64_t>(more, 0, std::min(left, room_[sm] / kernel.slice));
      room_[sm] -= comes * kernel.slice;
      left -= comes;
      asked[sm] = more < 0 ? kernel.by_sm[sm] : static_cast<std::uint32_t>(asked[sm] + comes);
    }
    Allocation allocation = in_ranges(asked);
    kernel.launched |= !allocation.empty();
    if (kernel.launched) {
      decision.allocations.emplace_back(kernel.task, std::move(allocation));
    }
  }

  const Instance& instance_;
  KernelForm form_;
  std::uint32_t sms_;
  std::vector<std::uint32_t> owners_;  ///< by task
  std::int64_t parts_ = 1;             ///< of an SM
  std::vector<CapsmKernel> kernels_;
  PartsBySm room_;                   ///< while it decides: parts that nobody is granted, then those that nobody holds
  std::set<std::uint32_t> waiting_;  ///< tasks that have been counted
};

}  // namespace

/// An SM that holds M CTAs of a kernel is cut into M slices of it, and any M slices are one CapSM, from one SM or from
/// several (S3). Clients with a reservation have so many slices, at least and at most, while they have a kernel; for
/// them the others give theirs up, at the ends of subtasks, and go on with what they keep, and get them back. What is
/// granted of an SM is 1 of it at most, and so is what CTAs hold, those that leave included; both are counted in whole
/// parts. Kernels of one client go one after the other (ours).
Controller capsm(const Instance& instance, const Share& share) {
  const auto state = std::make_shared<Capsm>(instance, share);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
