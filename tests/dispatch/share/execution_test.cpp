// Plans whose kernels share a chip in virtual time: the controllers of the simulator, on BSUs that come and go.
#include "dispatch/share/execution.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/played_chip.hpp"
#include "tests/support/sharing.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::dispatch {
namespace {

/// Tasks of an instance whose kernels compute nothing, on a device that plays its chip.
struct Played {
  explicit Played(const Instance& given)
      : instance(given), names(given.size()), device(gpu::host::kHostLink, {}, chip()) {
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      tasks.push_back({.name = names[task],
                       .stages = {false, true, false},
                       .kernel = KernelLaunch{.code = {.name = names[task],
                                                       .threads = 32,
                                                       .run_plain = [](std::uint32_t, const void*, std::uint32_t) {}},
                                              .arguments = gpu::Arguments(0),
                                              .subtasks = static_cast<std::uint32_t>(instance.work[task].subtasks)}});
    }
  }

  test::PlayedChip chip() {
    std::map<std::string, std::uint32_t, std::less<>> task_of;
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      names[task] = "t" + std::to_string(task);
      task_of.emplace(names[task], task);
    }
    return test::played_chip(instance, task_of);
  }

  const Instance& instance;
  std::vector<std::string> names;
  test::VirtualDevice device;
  std::vector<SharedTask> tasks;
};

Plan plan_by(std::string_view policy, const Instance& instance) {
  Plan plan{.order = input_order(instance.size()), .submission = Submission::streams};
  plan.share = share::share_of(policy, instance, {});
  return plan;
}

TEST(Execution, Tries) {
  const Device device = test::device_of_subtasks("titanx");
  std::vector<std::string> kernels;
  for (const auto& [name, model] : device.kernels) {
    kernels.push_back(name);
  }
  for (std::size_t a = 0; a < kernels.size(); ++a) {
    for (std::size_t b = a + 1; b < kernels.size(); ++b) {
      const auto of = [&](const std::string& name) {
        return test::Grid{name, static_cast<std::int64_t>(20 * device.kernels.at(name).by_ctas.back().rate.value)};
      };
      const Instance instance = test::grids_on(device, {of(kernels[a]), of(kernels[b])});
      for (const char* policy : {"smk", "smt", "flexsched", "sequential"}) {
        const Plan plan = plan_by(policy, instance);
        const Timeline predicted = evaluate::timeline(instance, plan);
        Played played(instance);
        const Timeline measured = execute(played.device.device, instance, plan, played.tasks);
        std::printf("%s %s %s: %.4f %.4f\n", kernels[a].c_str(), kernels[b].c_str(), policy, predicted.makespan.count(),
                    measured.makespan.count());
      }
    }
    break;
  }
}

}  // namespace
}  // namespace warpshop::dispatch
