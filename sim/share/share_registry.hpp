#pragma once

// One line a way of sharing: X(function, limits, needs shapes, most numbers, what the numbers are, starts from,
// summary), behind it what else it sets of Sharing; the function lives in the file of its name, and the policy's name
// is the function's with dashes. The table, the command line and the contract tests follow from it.
#define WARPSHOP_SHARE_POLICIES(X)                                                                                     \
  X(joint, kSearched, true, 0, "", "gated", "order, pairs of kernels and how each shares the SMs, chosen together")    \
  X(flexsched, kMeasured, true, 1, "window in ms", "",                                                                 \
    "two kernels at a time, CTAs per SM found by measuring while they run (S5 4.5)", .while_running = true)            \
  X(flexsched_latency, kMeasured, true, 2, "slowdown 0 … 1, then window in ms", "",                                    \
    "the same, but kernels of a weight above 1 keep 1 - slowdown of their speed (S5 4.5.2)", .while_running = true)    \
  X(hpsm_fair, kMeasured, true, 1, "window in ms", "", "equal progress of two kernels, CTAs per SM, by HPSM (S5 5.4)", \
    .while_running = true)                                                                                             \
  X(hsm_fair, kMeasured, true, 1, "window in ms", "", "equal progress of two kernels, CTAs per SM, by HSM (S5 5.3)",   \
    .while_running = true)                                                                                             \
  X(hpsm_fair_smt, kMeasured, true, 1, "window in ms", "", "equal progress of two kernels, SMs, by HPSM (S5 5.4)",     \
    .while_running = true)                                                                                             \
  X(hsm_fair_smt, kMeasured, true, 1, "window in ms", "", "equal progress of two kernels, SMs, by HSM (S5 5.3)",       \
    .while_running = true)                                                                                             \
  X(smk, kMeasured, true, 2, "CTAs per SM of the one, of the other", "",                                               \
    "two kernels on every SM, the split that the model finds best (S5 4.1)")                                           \
  X(smt, kMeasured, true, 1, "SMs of the one", "", "two kernels, each on SMs of its own, the best split")              \
  X(slicing, kMeasured, true, 2, "CTAs per SM of the one, of the other", "",                                           \
    "slices of a few CTAs, each launched anew (S5 4.6.2)", .while_running = true)                                      \
  X(spart, kMeasured, false, 0, "", "", "all kernels at once, equal shares of the SMs (S1 2.5)",                       \
    .while_running = true)                                                                                             \
  X(mps, kMeasured, false, 64, "per cent of the SMs by client", "",                                                    \
    "a limit a client (CUDA_MPS_ACTIVE_THREAD_PERCENTAGE), the best that a search finds", .needs_limits = true,        \
    .several_processes = true)                                                                                         \
  X(mig, kMeasured, false, 7, "compute slices of the instances", "", "instances with SMs and bandwidth of their own",  \
    .needs_mig = true, .several_processes = true)                                                                      \
  X(leftover, kMeasured, false, 1, "hardware queues", "",                                                              \
    "a stream a task, CTAs take what is free (Hyper-Q, MPS without limits)")                                           \
  X(timeslice, kMeasured, false, 2, "slice in ms, then how long an idle client keeps it", "",                          \
    "the whole GPU for each process in turn, as without MPS", .zero_from = 1, .several_processes = true,               \
    .switches_context = true)                                                                                          \
  X(sequential, kMeasured, false, 0, "", "", "a stream a task, one kernel at a time", .one_process = true)
