#pragma once

#include <cstdint>

#include "kernels/gpu/mark.hpp"

namespace warpshop::gpu {

/// What a basic scheduling unit (BSU) of a persistent kernel does next; the host writes it while the kernel runs.
enum class BsuState : std::uint32_t { run, evict };

/// What a persistent launch works on (S5 4.5.1): memory of the device, or mapped. The BSUs of one kernel share the
/// counter of subtasks, and each has a state of its own, so that it can be evicted alone.
struct Control {
  const std::uint32_t* state = nullptr;  ///< a BsuState
  std::uint32_t* next_subtask = nullptr;
  std::uint32_t subtasks = 0;
  std::uint32_t period = UINT32_MAX;  ///< after so many it is their first again: one that goes on and on has few data
  std::uint32_t first_sm = 0;
  std::uint32_t sms = UINT32_MAX;  ///< CTAs on SMs before the first, or from this number on, leave at once
  std::uint32_t* done = nullptr;   ///< subtasks that this BSU has done are counted there; null: nowhere
  std::uint32_t* there = nullptr;  ///< the same of its CTAs that have come and not left
  /// A word an SM, in which the first CTA of a launch to come leaves the launch's number; those that find it leave at
  /// once, so that there is one on each SM, however the device deals them. Null: all stay.
  std::uint32_t* tickets = nullptr;
  std::uint32_t launch = 0;
  /// kOwnWords of device memory, for which the words above lie in the host's: one CTA of the launch looks there, and
  /// passes on what it finds and what has been done, each time that it takes a subtask. An H100 whose CTAs all look at
  /// the host's memory runs kernels at a hundredth of their speed (results/co-run/hardware). `done` goes on from launch
  /// to launch then. At first they are 0, and from then on nobody's. Null: every CTA looks for itself.
  std::uint32_t* own = nullptr;
};

/// Words of Control::own.
enum OwnWord : std::uint32_t {
  kEvicted,  ///< the last launch that was told to leave
  kLeader,   ///< the last launch that has a CTA that looks
  kDone,     ///< subtasks of all launches
  kThere,    ///< CTAs that have come and not left
  kOwnWords
};

/// Shared memory of the persistent form beside the body's own.
struct PersistentShared {
  std::uint32_t subtask;
  std::uint32_t last_launch;
};

/// What a CTA has to do with the host and with the other CTAs of its launch: a part of thread 0.
template <class Cta>
class BsuMember {
 public:
  WARPSHOP_BODY BsuMember(const Cta& cta, const Control& control) : cta_(cta), control_(control) {}

  WARPSHOP_BODY void come() {
    leads_ = passes_on() && cta_.exchange(control_.own + kLeader, control_.launch) != control_.launch;
    add(control_.there, kThere, 1U);
  }
  WARPSHOP_BODY void end_subtask() { add(control_.done, kDone, 1U); }
  /// Whether the host has told it to leave.
  WARPSHOP_BODY bool evicted() {
    if (!passes_on()) {
      return cta_.load(control_.state) != static_cast<std::uint32_t>(BsuState::run);
    }
    if (leads_) {
      if (cta_.load(control_.state) != static_cast<std::uint32_t>(BsuState::run)) {
        cta_.store(control_.own + kEvicted, control_.launch);
      }
      tell();
    }
    return cta_.load(control_.own + kEvicted) == control_.launch;
  }
  /// Whoever leaves last tells what has been done: nothing is any more, as the others found nothing left, or were told.
  WARPSHOP_BODY void leave() {
    cta_.fence();
    if (add(control_.there, kThere, ~0U) == 1 && passes_on()) {
      cta_.fence();
      tell();
    }
  }

 private:
  WARPSHOP_BODY bool passes_on() const { return control_.own != nullptr; }
  WARPSHOP_BODY std::uint32_t add(std::uint32_t* of_host, OwnWord own, std::uint32_t more) const {
    std::uint32_t* const word = passes_on() ? control_.own + own : of_host;
    return word == nullptr ? 0 : cta_.fetch_add(word, more);
  }
  WARPSHOP_BODY void tell() const {
    cta_.store(control_.done, cta_.load(control_.own + kDone));
    cta_.store(control_.there, cta_.load(control_.own + kThere));
  }

  const Cta& cta_;
  const Control& control_;
  bool leads_ = false;
};

/// The loop of a persistent CTA (S5 4.5.1): until its BSU is evicted or the subtasks are through, thread 0 takes the
/// next subtask and all do it. `body(subtask)` is the plain kernel's body, so that the two forms cannot drift apart.
template <class Cta, class Body>
WARPSHOP_BODY void persistent_loop(Cta& cta, PersistentShared& shared, const Control& control, const Body& body) {
  if (cta.sm() < control.first_sm || cta.sm() >= control.sms) {
    return;
  }
  if (control.tickets != nullptr) {
    cta.threads([&](int thread) {
      if (thread == 0) {
        shared.last_launch = cta.exchange(control.tickets + cta.sm(), control.launch);
      }
    });
    if (shared.last_launch == control.launch) {
      return;
    }
  }
  BsuMember<Cta> member(cta, control);
  cta.threads([&](int thread) {
    if (thread == 0) {
      member.come();
    }
  });
  for (bool has_done = false;; has_done = true) {
    cta.threads([&](int thread) {
      if (thread == 0) {
        if (has_done) {
          member.end_subtask();
        }
        shared.subtask = member.evicted() ? control.subtasks : cta.fetch_add(control.next_subtask, 1U);
        if (shared.subtask >= control.subtasks) {
          member.leave();
        }
      }
    });
    if (shared.subtask >= control.subtasks) {
      return;
    }
    body(shared.subtask % control.period);
  }
}

}  // namespace warpshop::gpu
