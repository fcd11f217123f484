#pragma once

#include "sim/model/policy.hpp"

namespace warpshop {

inline constexpr SizeLimits kAnySize{.in_all = 10'000'000, .at_most = 10'000'000};
inline constexpr SizeLimits kCubic{.in_all = 256, .at_most = 4096};
inline constexpr SizeLimits kQuadratic{.in_all = 4096, .at_most = 20'000};
inline constexpr SizeLimits kSingleQueue{.in_all = 256, .at_most = 1024};
inline constexpr SizeLimits kExhaustive{.in_all = 10, .at_most = 4096};
inline constexpr SizeLimits kMeasured{.in_all = 256, .at_most = 4096};
inline constexpr SizeLimits kSearched{.in_all = 64, .at_most = 256};

}  // namespace warpshop

// One line a policy, the orders first: what it is called, a function of namespace order or share, its limits, a
// summary, and behind these what else it sets of Policy. The table, the command line, help, errors and the contract
// tests follow from it. Of policies with equal costs the one that stands higher up ranks first.
//   ORDER   `Planned function(const Instance&, const PlanOptions&)`
//   SHARE   `Controller function(const Instance&, const Share&)`, behind the summary what it builds on: on(mechanism),
//           or on_shapes(mechanism) where every kernel needs a shape, see sim/share/mechanisms.hpp
//   SEARCH  the same, but `Planned function(const Instance&, const PlanOptions&, Share)` chooses what is not set
#define WARPSHOP_POLICIES(ORDER, SHARE, SEARCH)                                                                        \
  ORDER("neh-gpu", neh_gpu, kCubic, "NEH with contention in every evaluation (S5 3.5.4)")                              \
  ORDER("neh-gpu-fast", neh_gpu_fast, kQuadratic, "NEH with contention by heads and tails, for many tasks")            \
  ORDER("ig", ig, kQuadratic, "iterated greedy from the best of neh-gpu and Johnson's orders, until its budget ends")  \
  ORDER("best", best, kExhaustive, "the optimum of all orders, or the best found and its gap, by branch and bound",    \
        .fleet = FleetSearch::orders)                                                                                  \
  ORDER("gated", gated, kCubic, "the best order found, with D2H copies held back where that saves H2D time",           \
        .fleet = FleetSearch::gates)                                                                                   \
  ORDER("neh", neh, kCubic, "NEH with constant times (S5 3.5.3)", .model = PredictionModel::constant,                  \
        .baseline = true)                                                                                              \
  ORDER("lots", lots, kAnySize, "balanced lots of 16 one after the other, each as by neh-gpu (S5 3.6.2)",              \
        .aim = Aim::makespan, .baseline = true)                                                                        \
  ORDER("sq", sq, kSingleQueue, "single queue: the task that fits best what is running goes next (S5 3.5)",            \
        .aim = Aim::makespan, .baseline = true)                                                                        \
  ORDER("si", si, kAnySize, "slope index: long copies out and short copies in first (S5 3.5)", .aim = Aim::makespan,   \
        .baseline = true)                                                                                              \
  ORDER("johnson", johnson, kAnySize, "Johnson's rule on (H2D + kernel, kernel + D2H)", .aim = Aim::makespan,          \
        .baseline = true)                                                                                              \
  ORDER("fifo", fifo, kAnySize, "as the workload lists them", .as_listed = true)                                       \
  ORDER("random", random, kAnySize, "a seeded random order",                                                           \
        .options = {{.name = "orders", .what = "how many orders", .whole = true, .most = 1e6}}, .baseline = true,      \
        .draws = true)                                                                                                 \
  ORDER("hyperq", hyperq, kAnySize, "a stream per task, nobody reorders: first ready, first served (S5 2.2.1)",        \
        .submission = Submission::streams, .shares_as = "leftover")                                                    \
  SEARCH("joint", joint, kSearched, "order, pairs of kernels and how each shares the SMs, chosen together",            \
         on_shapes({}, "gated"))                                                                                       \
  SHARE("flexsched", flexsched, kMeasured,                                                                             \
        "two kernels at a time, CTAs per SM found by measuring while they run (S5 4.5)", on_shapes(kMovedCtas),        \
        .options = {kWindow}, .family = "flexsched", .words = {{"rule", "throughput"}})                                \
  SHARE("flexsched-latency", flexsched, kMeasured,                                                                     \
        "the same, but kernels of a weight above 1 keep 1 - slowdown of their speed (S5 4.5.2)",                       \
        on_shapes(kMovedCtas),                                                                                         \
        .options = {{.name = "slowdown", .what = "slowdown 0 … 1", .most = 1, .below_most = true, .otherwise = 0.2},   \
                    kWindow},                                                                                          \
        .family = "flexsched", .words = {{"rule", "latency"}})                                                         \
  SHARE("hpsm-fair", fair, kMeasured, "equal progress of two kernels, CTAs per SM, by HPSM (S5 5.4)",                  \
        on_shapes(kMovedCtas), .options = {kWindow500k}, .family = "fair",                                             \
        .words = {{"model", "hpsm"}, {"units", "ctas"}})                                                               \
  SHARE("hsm-fair", fair, kMeasured, "equal progress of two kernels, CTAs per SM, by HSM (S5 5.3)",                    \
        on_shapes(kMovedCtas), .options = {kWindow500k}, .family = "fair",                                             \
        .words = {{"model", "hsm"}, {"units", "ctas"}})                                                                \
  SHARE("hpsm-fair-smt", fair, kMeasured, "equal progress of two kernels, SMs, by HPSM (S5 5.4)",                      \
        on_shapes(kMovedCtas), .options = {kWindow500k}, .family = "fair",                                             \
        .words = {{"model", "hpsm"}, {"units", "sms"}})                                                                \
  SHARE("hsm-fair-smt", fair, kMeasured, "equal progress of two kernels, SMs, by HSM (S5 5.3)", on_shapes(kMovedCtas), \
        .options = {kWindow500k}, .family = "fair", .words = {{"model", "hsm"}, {"units", "sms"}})                     \
  SHARE("smk", smk, kMeasured, "two kernels on every SM, the split that the model finds best (S5 4.1)",                \
        on_shapes(kPersistentCtas), .options = {kCtasOfBoth})                                                          \
  SHARE("smt", smt, kMeasured, "two kernels, each on SMs of its own, the best split", on_shapes(kGreenContexts),       \
        .options = {{.name = "sms", .what = "SMs of the one", .whole = true, .most_on = most_sms_of_one}})             \
  SHARE("slicing", smk, kMeasured, "slices of a few CTAs, each launched anew (S5 4.6.2)", on_shapes(kSlices),          \
        .options = {kCtasOfBoth})                                                                                      \
  SHARE("spart", spart, kMeasured, "all kernels at once, equal shares of the SMs (S1 2.5)", on(kMovedContexts),        \
        .options = {{.name = "shares",                                                                                 \
                     .what = "shares of the SMs by client",                                                            \
                     .most_numbers = 64,                                                                               \
                     .most = 1024,                                                                                     \
                     .search = SearchRange{.low = 10, .high = 50, .coarse = 10, .fine = 1, .of_all_sms = true}},       \
                    kHowCtasLeave})                                                                                    \
  SEARCH(                                                                                                              \
      "mps", mps, kMeasured, "a limit a client (CUDA_MPS_ACTIVE_THREAD_PERCENTAGE), the best that a search finds",     \
      on(kMps),                                                                                                        \
      .options = {{.name = "limits",                                                                                   \
                   .what = "per cent of the SMs by client",                                                            \
                   .most_numbers = 64,                                                                                 \
                   .most = 100,                                                                                        \
                   .search = SearchRange{.low = 10, .high = 100, .coarse = 10, .fine = 1, .percent_of_sms = true}}})   \
  SEARCH("mig", mig, kMeasured, "instances with SMs and bandwidth of their own", on(kMig),                             \
         .options = {{.name = "slices", .what = "compute slices of the instances", .most_numbers = 7},                 \
                     {.name = "homes",                                                                                 \
                      .what = "instance of each client, the first is 1",                                               \
                      .most_numbers = 64,                                                                              \
                      .whole = true,                                                                                   \
                      .most = 7}},                                                                                     \
         .choices = mig_choices)                                                                                       \
  SHARE("leftover", leftover, kMeasured, "a stream a task, CTAs take what is free (Hyper-Q, MPS without limits)",      \
        on(kStreams), .options = {{.name = "queues", .what = "hardware queues", .whole = true, .most = 1024}})         \
  SEARCH("priority", priority, kMeasured, "stream priorities: CTAs of the highest level go first, running ones stay",  \
         on(kPriorities),                                                                                              \
         .options = {{.name = "levels",                                                                                \
                      .what = "levels by client, the highest first",                                                   \
                      .most_numbers = 64,                                                                              \
                      .zero = true,                                                                                    \
                      .whole = true,                                                                                   \
                      .most = 5}},                                                                                     \
         .choices = priority_choices, .of_clients = true)                                                              \
  SHARE("timeslice", timeslice, kMeasured, "the whole GPU for each process in turn, as without MPS", on(kTimeSlices),  \
        .options = {{.name = "slice", .what = "slice in ms", .otherwise = 2, .assumed = true},                         \
                    {.name = "patience",                                                                               \
                     .what = "how long an idle client keeps it, as long as a change of context if not set",            \
                     .zero = true,                                                                                     \
                     .assumed = true},                                                                                 \
                    {.name = "shares", .what = "shares of the time by client", .most_numbers = 64, .most = 1e6},       \
                    {.name = "strict",                                                                                 \
                     .what = "1: an idle client's slice is nobody else's",                                             \
                     .zero = true,                                                                                     \
                     .whole = true,                                                                                    \
                     .most = 1,                                                                                        \
                     .otherwise = 0}},                                                                                 \
        .choices = time_slice_choices)                                                                                 \
  SHARE("smk-od", smk_od, kMeasured, "all kernels on every SM: who has the least dominant share takes room (S1 2)",    \
        on_shapes(kCtaDispatcher), .options = {kHowCtasLeave})                                                         \
  SHARE("smk-p", smk_p, kMeasured, "two kernels on every SM, as even dominant shares of it as there are (S1 2)",       \
        on_shapes(kCtaDispatcher), .options = {kKernelsOnAnSm, kHowCtasLeave})                                         \
  SHARE("smk-pw", smk_pw, kMeasured, "the same, and kernels on an SM issue in a fixed ratio (S1 2)",                   \
        on_shapes(kIssueQuotas), .options = {kKernelsOnAnSm, kEpoch, kHowCtasLeave})                                   \
  SHARE("quota-naive", quota_naive, kMeasured,                                                                         \
        "epochs and quotas on each SM for goals: counters renewed every epoch (S1 3)", on_shapes(kIssueQuotas),        \
        .options = {kEpoch, kStartOfTheRest, kAdjust, kHowCtasLeave}, .of_clients = true)                              \
  SHARE("quota-history", quota_history, kMeasured,                                                                     \
        "quotas for goals: the same, more for who has fallen behind its goal (S1 3)", on_shapes(kIssueQuotas),         \
        .options = {kEpoch, kStartOfTheRest, kAdjust, kHowCtasLeave}, .of_clients = true)                              \
  SHARE("quota-elastic", quota_elastic, kMeasured, "quotas for goals: added as soon as all are used up (S1 3)",        \
        on_shapes(kIssueQuotas), .options = {kEpoch, kStartOfTheRest, kAdjust, kHowCtasLeave}, .of_clients = true)     \
  SHARE("quota-rollover", quota_rollover, kMeasured, "quotas for goals: what goals have not used carries over (S1 3)", \
        on_shapes(kIssueQuotas), .options = {kEpoch, kStartOfTheRest, kAdjust, kHowCtasLeave}, .of_clients = true)     \
  SHARE("quota-time", quota_time, kMeasured,                                                                           \
        "quotas for goals: goals first, the rest of the epoch for the others (S1 3)", on_shapes(kIssueQuotas),         \
        .options = {kEpoch, kStartOfTheRest, kAdjust, kHowCtasLeave}, .of_clients = true)                              \
  SHARE("spart-qos", spart_qos, kMeasured, "SMs of its own for each client, moved to who misses its goal (S1 3)",      \
        on_shapes(kCountedContexts),                                                                                   \
        .options = {kQosWindow,                                                                                        \
                    {.name = "step", .what = "SMs moved at once", .whole = true, .most = 1024, .otherwise = 1},        \
                    {.name = "memory",                                                                                 \
                     .what = "part that earlier windows count, 0 … 1",                                                 \
                     .zero = true,                                                                                     \
                     .most = 1,                                                                                        \
                     .below_most = true,                                                                               \
                     .otherwise = 0},                                                                                  \
                    kHowCtasLeave},                                                                                    \
        .of_clients = true)                                                                                            \
  SHARE("capsm", capsm, kMeasured, "online clients have the SMs that they reserve, offline ones what is left (S3)",    \
        on_shapes(kToldCtas), .reserves = capsm_reserves, .of_clients = true)                                          \
  SHARE("edf", edf, kMeasured, "one kernel at a time, the earliest deadline first, with preemption", on(kPreempted),   \
        .options = {kHowCtasLeave})                                                                                    \
  SHARE("srt", srt, kMeasured, "one kernel at a time, the one of which least is left, with preemption (S5 6.2)",       \
        on(kPreempted), .options = {kHowCtasLeave})                                                                    \
  SHARE("sjf", sjf, kMeasured, "one kernel at a time, the shortest first (S5 6.2)", on(kPreempted))                    \
  SHARE("rr", rr, kMeasured, "one kernel at a time, a quantum each in turn (S5 6.2)", on(kPreempted),                  \
        .options = {kQuantum, kHowCtasLeave})                                                                          \
  SHARE("cfs", cfs, kMeasured, "one kernel at a time, a quantum for the one that was served least (S5 6.2)",           \
        on(kPreempted), .options = {kQuantum, kHowCtasLeave})                                                          \
  SHARE("frs", frs, kMeasured, "one kernel at a time, a quantum for the one that is slowed down most (S5 6.2)",        \
        on(kPreempted), .options = {kQuantum, kHowCtasLeave})                                                          \
  SHARE("fcfs", fcfs, kMeasured, "one kernel at a time, first come first served, and what that loses (S4)",            \
        on(kDriverQueue),                                                                                              \
        .options = {{.name = "loss",                                                                                   \
                     .what = "part of the GPU that is lost while several clients want it, 0 … 1",                      \
                     .zero = true,                                                                                     \
                     .most = 1,                                                                                        \
                     .below_most = true,                                                                               \
                     .otherwise = 1.0 / 3,                                                                             \
                     .assumed = true}},                                                                                \
        .baseline = true, .of_clients = true)                                                                          \
  SHARE("rr-tick", rr_tick, kMeasured, "calls of one client at a time, a tick each in turn (S4)", on(kCallBuffers),    \
        .options = {kTick, kYield}, .of_clients = true)                                                                \
  SHARE("accc", accc, kMeasured, "calls of one client at a time, ticks by its credit (S4)", on(kCallBuffers),          \
        .options = {kTick, kYield}, .of_clients = true)                                                                \
  SHARE("xc", xc, kMeasured, "calls of one client at a time, ticks by its CPU credit (S4)", on(kCallBuffers),          \
        .options = {kTick, kYield}, .of_clients = true)                                                                \
  SHARE("slaf", slaf, kMeasured, "calls of one client at a time, ticks by credits that are corrected (S4)",            \
        on(kCallBuffers),                                                                                              \
        .options = {kTick,                                                                                             \
                    kYield,                                                                                            \
                    {.name = "wanted", .what = "parts of the time by client", .most_numbers = 64, .most = 1}},         \
        .of_clients = true)                                                                                            \
  SHARE("cosched", cosched, kMeasured, "a tick for the most credit of those that are on a CPU (S4)", on(kCallBuffers), \
        .options = {kTick, kYield, kCreditLeft, kCpus, kVcpus}, .of_clients = true)                                    \
  SHARE("augc", augc, kMeasured, "a tick for the most credit, CPU credit that is left included (S4)",                  \
        on(kCallBuffers), .options = {kTick, kYield, kCreditLeft, kCpus, kVcpus}, .of_clients = true)                  \
  SHARE("sequential", sequential, kMeasured, "a stream a task, one kernel at a time", on(kOneStream))
