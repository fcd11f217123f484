#pragma once

#include <string_view>

#include "sim/model/mechanism.hpp"
#include "sim/model/policy.hpp"

namespace warpshop::share {

/// A stream a task: the hardware gives CTAs what is free.
inline constexpr Mechanism kStreams{
    .mechanism = "streams",
    .grants = Grant::gpu,
    .form = KernelForm::plain,
    .to_set =
        "one process, or an MPS server without limits; CUDA_DEVICE_MAX_CONNECTIONS for another number of "
        "hardware queues than 8"};

/// Streams with priorities. That a kernel has no subtasks left for more CTAs is known where CTAs are dealt.
inline constexpr Mechanism kPriorities{.mechanism = "stream priorities",
                                       .grants = Grant::gpu,
                                       .form = KernelForm::plain,
                                       .tells_when_dealt = true,
                                       .to_set = "cudaStreamCreateWithPriority in one process, or under MPS",
                                       .has_levels = true};

/// Kernels one after the other.
inline constexpr Mechanism kOneStream{.mechanism = "one stream",
                                      .grants = Grant::gpu,
                                      .form = KernelForm::plain,
                                      .to_set = "one kernel at a time: nothing to set",
                                      .one_kernel = true,
                                      .one_process = true};

/// Limits of an MPS server: which SMs a client has cannot be said, only how many.
inline constexpr Mechanism kMps{.mechanism = "MPS",
                                .grants = Grant::sms,
                                .form = KernelForm::plain,
                                .settable = Settable::mps_limits,
                                .to_set = "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of each client in turn",
                                .needs_limits = true,
                                .several_processes = true};

/// Instances with SMs, bandwidth and copy engines of their own.
inline constexpr Mechanism kMig{.mechanism = "MIG",
                                .grants = Grant::sms,
                                .form = KernelForm::plain,
                                .settable = Settable::mig_instances,
                                .to_set = "compute slices of each MIG instance",
                                .needs_mig = true,
                                .several_processes = true};

inline constexpr Mechanism kGreenContexts{.mechanism = "green contexts",
                                          .grants = Grant::sms,
                                          .settable = Settable::kernels,
                                          .to_set = "a green context for each kernel, with as many SMs as it holds"};

/// Green contexts that change while kernels run.
inline constexpr Mechanism kMovedContexts{.mechanism = kGreenContexts.mechanism,
                                          .grants = Grant::sms,
                                          .settable = Settable::while_running,
                                          .to_set = kGreenContexts.to_set};

/// The same, of which is known how many subtasks of each kernel every SM has done.
inline constexpr Mechanism kCountedContexts{.mechanism = kGreenContexts.mechanism,
                                            .grants = Grant::sms,
                                            .settable = Settable::while_running,
                                            .to_set = kGreenContexts.to_set,
                                            .counts = true};

/// Kernels compiled so that CTAs take subtask after subtask (S5 4.3).
inline constexpr Mechanism kPersistentCtas{.mechanism = "persistent CTAs",
                                           .settable = Settable::kernels,
                                           .to_set = "a persistent form of each kernel, with as many CTAs as it holds"};

/// Persistent CTAs that are told to leave, or to come, while their kernels run.
inline constexpr Mechanism kMovedCtas{.mechanism = kPersistentCtas.mechanism, .settable = Settable::while_running};

/// The same, of which each that has left is known, so that the next comes to where there is room for sure.
inline constexpr Mechanism kToldCtas{
    .mechanism = kPersistentCtas.mechanism, .tells_when_left = true, .settable = Settable::while_running};

/// Persistent CTAs of one kernel at a time, which leave when another's turn comes.
inline constexpr Mechanism kPreempted{.mechanism = kPersistentCtas.mechanism,
                                      .grants = Grant::gpu,
                                      .tells_when_left = true,
                                      .settable = Settable::while_running,
                                      .one_kernel = true};

/// Counters of what each kernel issues on an SM, by which it stands still there (S1 3). No GPU so far has them.
inline constexpr Mechanism kIssueQuotas{.mechanism = "issue quotas",
                                        .form = KernelForm::plain,
                                        .settable = Settable::while_running,
                                        .to_set = "nothing: no GPU counts so far what a kernel issues on an SM"};

/// A dispatcher that is told how many CTAs of each kernel an SM may have (S1 2). No GPU so far has one.
inline constexpr Mechanism kCtaDispatcher{.mechanism = "CTA dispatcher",
                                          .form = KernelForm::plain,
                                          .settable = Settable::while_running,
                                          .to_set = "nothing: no GPU can be told so far which CTAs an SM is to have"};

/// Slices of a few CTAs a stream, each launched anew (S5 4.6.2): one is so long at least that a launch is 7 % of it.
inline constexpr Mechanism kSlices{.mechanism = "slices",
                                   .form = KernelForm::plain,
                                   .slice_launch = Millis{0.007},
                                   .slice = Millis{0.1},
                                   .settable = Settable::while_running};

/// Processes in turn, without MPS.
inline constexpr Mechanism kTimeSlices{.mechanism = "time slices",
                                       .grants = Grant::gpu,
                                       .form = KernelForm::plain,
                                       .leaving = Leaving::swap,
                                       .to_set = "processes without MPS; slice and patience are the driver's",
                                       .several_processes = true,
                                       .switches_context = true};

/// The one driver of a GPU, to which the calls of all clients go as they come: it runs one kernel at a time (S4).
inline constexpr Mechanism kDriverQueue{.mechanism = "driver queue",
                                        .grants = Grant::gpu,
                                        .form = KernelForm::plain,
                                        .to_set = "one kernel at a time, of whoever came first: nothing to set",
                                        .one_kernel = true,
                                        .several_processes = true,
                                        .loses_between = true};

/// Calls of each client in a buffer of its own, of which one at a time is handed on to the driver (S4).
inline constexpr Mechanism kCallBuffers{
    .mechanism = "call buffers",
    .grants = Grant::gpu,
    .form = KernelForm::plain,
    .settable = Settable::while_running,
    .to_set = "a process of one's own between clients and driver, which hands on the calls of one client at a time",
    .one_kernel = true,
    .several_processes = true};

/// The same, but that CTAs leave before the end of their subtasks: plain ones, as they need not look for that. No GPU
/// so far does it for some of them.
constexpr Mechanism preempting(Mechanism mechanism, Leaving leaving) {
  mechanism.leaving = leaving;
  mechanism.form = KernelForm::plain;
  mechanism.settable = Settable::while_running;
  mechanism.to_set = leaving == Leaving::save ? "nothing: no GPU can be told so far to save some CTAs of a kernel"
                                              : "nothing: no GPU can be told so far to drop some CTAs of a kernel";
  return mechanism;
}

/// Whether it can give a kernel so much of the SMs.
bool can_grant(const Mechanism& mechanism, const Instance& instance, const Allocation& allocation);

/// What a way of sharing builds on.
inline Sharing on(const Mechanism& mechanism) {
  return {mechanism, false};
}
/// The same of one that needs to know of every kernel what its CTAs take, and how it scales; starts_from: an order
/// whose plan it starts from.
inline Sharing on_shapes(const Mechanism& mechanism, std::string_view starts_from = {}) {
  return {mechanism, true, starts_from};
}

}  // namespace warpshop::share
