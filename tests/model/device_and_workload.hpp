#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::test {

/// Two DMA engines; every bandwidth and latency is another one.
inline Device device_of_round_figures() {
  Device device;
  device.name = "round";
  device.transfers[0][0] = {Millis{0.01}, BytesPerSecond{4e9}, BytesPerSecond{3e9}, BytesPerSecond{2e9}, {}};
  device.transfers[0][1] = {Millis{0.02}, BytesPerSecond{5e9}, BytesPerSecond{4e9}, BytesPerSecond{1e9}, {}};
  device.transfers[1][0] = {Millis{0.03}, BytesPerSecond{2e9}, {}, BytesPerSecond{1.5e9}, {}};
  device.transfers[1][1] = {Millis{0.04}, BytesPerSecond{1e9}, {}, BytesPerSecond{1.25e9}, {}};
  device.kernels["scale"] = {.per_element = Millis{2e-6}, .invocation = Millis{0.005}};
  device.kernels["add"] = {.per_element = Millis{3e-6}, .invocation = Millis{0}};
  return device;
}

inline CopySpec copy_of(Bytes size, Memory memory = Memory::pinned) {
  return {.amount = size, .memory = memory, .mark = {.line = 4, .column = 11}};
}
inline CopySpec copy_of(Millis duration, Memory memory = Memory::pinned) {
  return {.amount = duration, .memory = memory, .mark = {.line = 4, .column = 11}};
}
inline KernelSpec kernel_of(std::string name, std::int64_t elements) {
  return {.work = KernelCall{std::move(name), elements}, .mark = {.line = 4, .column = 23}};
}
inline KernelSpec kernel_of(Millis duration) {
  return {.work = duration, .mark = {.line = 4, .column = 23}};
}

inline KernelSpec kernel_of(KernelShape shape) {
  return {.work = shape, .mark = {.line = 4, .column = 23}};
}

/// The stages of a task, by name.
struct Stages {
  std::optional<CopySpec> h2d{};
  std::optional<KernelSpec> kernel{};
  std::optional<CopySpec> d2h{};
};

inline Task task_of(const Stages& stages) {
  Task task;
  task.name = "task";
  task.h2d = stages.h2d;
  task.kernel = stages.kernel;
  task.d2h = stages.d2h;
  return task;
}

/// A workload in the file jobs.yaml.
inline Workload workload_of(std::vector<Task> tasks) {
  return {.name = "workload", .file = "jobs.yaml", .tasks = std::move(tasks)};
}

}  // namespace warpshop::test
