#include "sim/study/sweep/ineffective_axes.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/model/what_if.hpp"

namespace warpshop::study {
namespace {

Task task_of(std::optional<CopySpec> h2d, std::optional<CopySpec> d2h) {
  return {
      .name = "A", .h2d = std::move(h2d), .kernel = KernelSpec{.work = Millis{2}, .mark = {}}, .d2h = std::move(d2h)};
}
CopySpec as_size() {
  return {.amount = Bytes{8 << 20}, .mark = {}};
}
CopySpec as_duration() {
  return {.amount = Millis{3}, .mark = {}};
}

/// What is told of an axis whose values do this to the tasks and the Titan X.
std::string told(const SweepAxis& axis, const Task& task,
                 const std::function<Fleet(const Workload&, const Device&, const std::string& value)>& at) {
  Sweep head;
  head.axes = {{"device", {"titanx"}}, axis};
  const Workload workload{.name = "test", .file = "", .tasks = {task}};
  std::vector<std::shared_ptr<const std::vector<Fleet>>> fleets;
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    head.cells.emplace_back().values = {0, i};
    fleets.push_back(
        std::make_shared<const std::vector<Fleet>>(1, at(workload, files::find_device("titanx"), axis.values[i])));
  }
  const std::vector<std::string> lines = ineffective_axes(head, fleets, std::span(&workload, 1));
  EXPECT_LE(lines.size(), 1);
  return lines.empty() ? "" : lines.front();
}

std::string told_of_link(const Task& task) {
  return told({"link", {"1", "2", "4"}}, task, [](const Workload& workload, const Device& device, const auto& value) {
    const Device faster = with_link(device, std::stod(value));
    return resolve(workload, std::span(&faster, 1));
  });
}

std::string told_of_memory(const Task& task) {
  return told({"memory", {"pinned", "pageable"}}, task,
              [](const Workload& workload, const Device& device, const std::string& value) {
                return resolve(changed(workload, {.memory = value == "pinned" ? Memory::pinned : Memory::pageable}),
                               std::span(&device, 1));
              });
}

constexpr const char* kNothing =
    " changes nothing for any task: none needs the value; stages given as durations stay as long";

TEST(IneffectiveAxes, ALinkChangesSizesAlone) {
  EXPECT_EQ(told_of_link(task_of(as_size(), as_size())), "");
  EXPECT_EQ(told_of_link(task_of(as_size(), {})), "");
  EXPECT_EQ(told_of_link(task_of(as_duration(), as_duration())), std::string("axis link") + kNothing);
  EXPECT_EQ(told_of_link(task_of({}, {})), std::string("axis link") + kNothing);
  EXPECT_EQ(told_of_link(task_of(as_size(), as_duration())),
            "axis link: 1 of 2 copies are given as durations and stay as long");
}

TEST(IneffectiveAxes, MemoryLeavesDurationsAsLong) {
  EXPECT_EQ(told_of_memory(task_of(as_size(), as_size())), "");
  EXPECT_EQ(told_of_memory(task_of(as_duration(), as_duration())),
            "axis memory makes no copy longer or shorter: those given as durations stay as long; only how copies "
            "overlap and slow each other follows from it");
  EXPECT_EQ(told_of_memory(task_of({}, {})), std::string("axis memory") + kNothing);
}

// Titan X says what an SM holds, which kernels that are durations alone do not ask.
TEST(IneffectiveAxes, AChipChangesKernelsThatShareIt) {
  const SweepAxis axis{"launch_latency", {"1 us", "2 us"}};
  const auto with_latency = [](const Workload& workload, Device device, const std::string& value) {
    device.launch_latency = *parse_duration(value);
    return resolve(workload, std::span(&device, 1));
  };
  Task task = task_of(as_size(), {});
  ASSERT_TRUE(files::find_device("titanx").sm);
  EXPECT_EQ(told(axis, task, with_latency), std::string("axis launch_latency") + kNothing);
  task.kernel->work = KernelShape{.time = Millis{2}, .ctas = 400, .cta = {.threads = 128}};
  EXPECT_EQ(told(axis, task, with_latency), "");
}

TEST(IneffectiveAxes, SomeValuesMayMeanTheSame) {
  const auto capped = [](const Workload& workload, const Device& device, const std::string& value) {
    const Device faster = with_link(device, std::min(2.0, std::stod(value)));
    return resolve(workload, std::span(&faster, 1));
  };
  EXPECT_EQ(told({"sm.clock", {"1", "2", "4", "8"}}, task_of(as_size(), {}), capped),
            "axis sm.clock: every task is the same at 2 and 4, at 4 and 8");
  EXPECT_EQ(told({"objective", {"cmax", "wc"}}, task_of(as_size(), {}),
                 [](const Workload& workload, const Device& device, const auto& /*value*/) {
                   return resolve(workload, std::span(&device, 1));
                 }),
            "");
}

}  // namespace
}  // namespace warpshop::study
