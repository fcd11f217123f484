#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sim/model/device.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::split {

/// The workload with every task whose kernel says `split` as the steps that its policy takes with the task alone on the
/// device: *ours*, S1 chapter 4 has one job. Nothing else of the workload changes; nothing: no task is split.
/// - Steps: what run() says of the policy, with the CPU that the kernel says, and a GPU that takes for n of N elements
///   what resolve() makes of the task's part: n/N of a kernel's duration (of one by name what the profile says of n
///   elements), of CTAs (at least one), of the bytes of a copy or of its duration but for the latency; gaps with it.
/// - Step k is the task NAME/k of the GPU's part, with the task's release and what it comes after; the one that ends
/// the
///   last step is called NAME, has its due date and weight, and is what others come after. Repeats each have their own.
/// - Both sides of a step begin when both sides of the one before it have ended, the CPU whether the GPU has begun or
///   not: with G_j the end of step j on the GPU and c_i the CPU's time for step i, step k begins at G_j + c_(j+1) + … +
///   c_(k-1) at the soonest for every j < k, and c_1 + … + c_(k-1) behind what the first step waits for. Parts and the
///   times of the CPU stay as they were decided, however long others hold up the GPU.
/// - Where the last step has a part of the CPU, a task NAME that takes no time waits for it (KernelKind::beside).
/// devices: alike; at least one. Throws InputError: devices of several profiles, an unknown policy, a CPU of which
/// nothing is known, more than kMostTaskSteps steps, a name that another task has, more than kMostTasks tasks, and as
/// resolve().
std::optional<Workload> split_tasks(const Workload& workload, std::span<const Device> devices);

/// Sets what the steps of a split wait for, with a CPU so many times as fast as they were decided for, > 0. Parts stay.
void set_waits(Workload& workload, const SplitTask& split, double cpu_factor = 1);

/// The most steps of a task: each waits for all before it.
inline constexpr std::size_t kMostTaskSteps = 128;

}  // namespace warpshop::split
