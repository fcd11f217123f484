#pragma once

#include "sim/model/run.hpp"

namespace warpshop::test {

/// Two tasks, the second without a copy in; every command was predicted to take less time than it did.
inline Run example_run() {
  warpshop::Run run;
  run.workload = "jobs";
  run.task_names = {"a", "b"};
  run.device = "box";
  run.backend = "cuda";
  run.chip = "NVIDIA Box";
  run.policy = "neh-gpu";
  run.plan.order = {1, 0};
  run.predicted = {.intervals = {{1, Stage::kernel, Millis{0}, Millis{1}},
                                 {0, Stage::h2d, Millis{0}, Millis{1}},
                                 {0, Stage::kernel, Millis{1}, Millis{3}}},
                   .makespan = Millis{3}};
  run.measured = {.intervals = {{1, Stage::kernel, Millis{0}, Millis{1.5}},
                                {0, Stage::h2d, Millis{0}, Millis{1.25}},
                                {0, Stage::kernel, Millis{1.5}, Millis{4}}},
                  .makespan = Millis{4}};
  run.makespans = {Millis{4.5}, Millis{3.5}, Millis{4}};
  return run;
}

}  // namespace warpshop::test
