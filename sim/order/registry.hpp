#pragma once

// One line a policy: X(function, limits, model, summary); the function lives in the file of its name, and the policy's
// name is the function's with dashes. The table, the command line and the contract tests follow from it.
#define WARPSHOP_ORDER_POLICIES(X)                                                                         \
  X(neh_gpu, kCubic, contended, "NEH with contention in every evaluation (S5 3.5.4)")                      \
  X(best, kExhaustive, contended, "the optimum of all orders, by branch and bound; proven up to 10 tasks") \
  X(neh, kCubic, constant, "NEH with constant times (S5 3.5.3)")                                           \
  X(sq, kCubic, contended, "single queue: the task that fits what is running best goes next (S5 3.5)")     \
  X(si, kAnySize, contended, "slope index: short copies in and long copies out first (S5 3.5)")            \
  X(johnson, kAnySize, contended, "Johnson's rule on (H2D + kernel, kernel + D2H)")                        \
  X(fifo, kAnySize, contended, "as the workload lists them")                                               \
  X(random, kAnySize, contended, "a seeded random order")                                                  \
  X(hyperq, kAnySize, contended, "a stream per task, nobody reorders: first ready, first served (S5 2.2.1)")
