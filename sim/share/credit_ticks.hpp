#pragma once

#include <cstdint>

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/share/client_credits.hpp"

namespace warpshop::share {

/// Whom a tick of the accelerator is given to, and for how many (S4).
struct TickRule {
  double (*credit)(const ClientCredit& credit) = nullptr;  ///< X, > 0
  bool feedback = false;  ///< X is corrected every kFeedback toward the part of the time that each wants
  /// Of clients that a tick could be given to the one for which this is most; of several the first in turn. Nothing:
  /// they take turns of ticks_of(X, …).
  double (*key)(double credit, double cpu_credit_left) = nullptr;
  bool on_cpu_first = false;  ///< those before others whose virtual CPU is on a CPU
};

/// One client at a time hands calls to the GPU, one call after the other, for one tick or several (S4). A call that
/// runs is never interrupted: those of the next client wait until it has ended, while their tick goes on.
///
/// - A tick begins when the one before it ends; after a time in which nobody had calls, with the next call. It is its
///   client's whether it has calls or not; with `yield`, it ends where it has none and others have.
/// - Who has calls stands in a queue. In turn, the first of it has a turn of ticks_of(X, …) ticks, its first one of one
///   tick, and then stands behind all others. Who has no calls when a tick ends leaves the queue, and is new when it
///   comes back.
/// - With TickRule::key a turn is what is left of a period of the host's schedule, which are a tick each from 0 on.
///   With `left`, X is only what credit begins with: using the accelerator for a tick takes ΣX, which those that have
///   calls get meanwhile in proportion to X.
///
/// Options: `tick`, `yield`; with feedback `wanted`; with a key `left`, `cpus`, `vcpus`. rule: outlives the controller.
/// Throws InputError: see client_credits(), VcpuSchedule; more parts of the time than clients.
Controller credit_ticks(const Instance& instance, const Share& share, const TickRule& rule);

/// X over the least of all clients, rounded, half up; at least 1: 4, 2, 1, 2 of 1024, 512, 256, 512 (S4). least > 0.
std::uint64_t ticks_of(double credit, double least);

/// How often X is corrected, or every tick if that is longer; ours.
inline constexpr Millis kFeedback{1000};
/// X · wanted / got, at least half and at most twice of it, within 16 times its start (ours). Parts of the time:
/// wanted > 0, got ≥ 0.
double corrected_credit(double credit, double at_first, double wanted, double got);

}  // namespace warpshop::share
