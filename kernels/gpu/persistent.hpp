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
};

/// Shared memory of the persistent form beside the body's own.
struct PersistentShared {
  std::uint32_t subtask;
  std::uint32_t last_launch;
};

/// The loop of a persistent CTA (S5 4.5.1): until its BSU is evicted or the subtasks are through, thread 0 takes the
/// next subtask and all do it. `body(subtask)` is the plain kernel's body, so that the two forms cannot drift apart.
template <class Cta, class Body>
WARPSHOP_BODY void persistent_loop(Cta& cta, PersistentShared& shared, const Control& control, const Body& body) {
  if (cta.sm() < control.first_sm || cta.sm() >= control.sms) {
    return;
  }
  const auto count = [&](std::uint32_t* counter, std::uint32_t more) {
    if (counter != nullptr) {
      cta.fetch_add(counter, more);
    }
  };
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
  cta.threads([&](int thread) {
    if (thread == 0) {
      count(control.there, 1U);
    }
  });
  for (bool has_done = false;; has_done = true) {
    cta.threads([&](int thread) {
      if (thread == 0) {
        if (has_done) {
          count(control.done, 1U);
        }
        const bool run = cta.load(control.state) == static_cast<std::uint32_t>(BsuState::run);
        shared.subtask = run ? cta.fetch_add(control.next_subtask, 1U) : control.subtasks;
        if (shared.subtask >= control.subtasks) {
          count(control.there, ~0U);
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
