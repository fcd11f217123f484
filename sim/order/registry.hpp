#pragma once

// One line a policy: X(function, limits, model, aim, submission, summary), behind it what else it sets of Policy; the
// function lives in the file of its name, and the policy's name is the function's with dashes. The table, the command
// line and the contract tests follow from it.
#define WARPSHOP_ORDER_POLICIES(X)                                                                                 \
  X(neh_gpu, kCubic, contended, any, ordered, "NEH with contention in every evaluation (S5 3.5.4)")                \
  X(neh_gpu_fast, kQuadratic, contended, any, ordered, "NEH with contention by heads and tails, for many tasks")   \
  X(ig, kQuadratic, contended, any, ordered,                                                                       \
    "iterated greedy from the best of neh-gpu and Johnson's orders, until its budget ends")                        \
  X(best, kExhaustive, contended, any, ordered,                                                                    \
    "the optimum of all orders, or the best found and its gap, by branch and bound")                               \
  X(gated, kCubic, contended, any, ordered,                                                                        \
    "the best order found, with D2H copies held back where that saves H2D time")                                   \
  X(neh, kCubic, constant, any, ordered, "NEH with constant times (S5 3.5.3)", .baseline = true)                   \
  X(lots, kAnySize, contended, makespan, ordered,                                                                  \
    "balanced lots of 16 one after the other, each as by neh-gpu (S5 3.6.2)", .baseline = true)                    \
  X(sq, kSingleQueue, contended, makespan, ordered,                                                                \
    "single queue: the task that fits best what is running goes next (S5 3.5)", .baseline = true)                  \
  X(si, kAnySize, contended, makespan, ordered, "slope index: long copies out and short copies in first (S5 3.5)", \
    .baseline = true)                                                                                              \
  X(johnson, kAnySize, contended, makespan, ordered, "Johnson's rule on (H2D + kernel, kernel + D2H)",             \
    .baseline = true)                                                                                              \
  X(fifo, kAnySize, contended, any, ordered, "as the workload lists them")                                         \
  X(random, kAnySize, contended, any, ordered, "a seeded random order", .baseline = true)                          \
  X(hyperq, kAnySize, contended, any, streams,                                                                     \
    "a stream per task, nobody reorders: first ready, first served (S5 2.2.1)", .shares_as = "leftover")
