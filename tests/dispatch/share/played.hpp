#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dispatch/share/execution.hpp"
#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/planned_requests.hpp"
#include "tests/support/played_chip.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::dispatch {

/// A kernel that computes nothing but how often each of its subtasks was done.
struct Counted {
  std::uint32_t* times;
};
inline void count_subtask(std::uint32_t /*sm*/, const void* arguments, std::uint32_t subtask) {
  ++static_cast<const Counted*>(arguments)->times[subtask];
}

inline gpu::host::LinkSpeeds link_of(const Device& device) {
  gpu::host::LinkSpeeds link{};
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfers[index(memory)][index(direction)];
      link[index(memory)][index(direction)] = {.latency = *transfer.latency,
                                               .alone = *transfer.alone,
                                               .duplex = transfer.duplex.value_or(*transfer.alone),
                                               .mixed = transfer.mixed.value_or(*transfer.alone)};
    }
  }
  return link;
}

/// Tasks of an instance whose kernels count, on a device that plays its chip.
class Played {
 public:
  /// hangs: a task whose kernel never ends.
  Played(const Instance& instance, const Device& profile, std::optional<std::uint32_t> hangs = {})
      : instance_(instance),
        hangs_(hangs),
        names_(instance.size()),
        times_(instance.size()),
        device_(link_of(profile), {}, chip()),
        memory_(device_.device, gpu::Space::device, largest_copy(instance, profile)),
        host_(device_.device, gpu::Space::pinned, memory_.size()) {
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      const Job& job = instance.jobs[task];
      SharedTask& shared = tasks_.emplace_back(SharedTask{.name = names_[task], .stages = job.has});
      shared.copy = [this, task, &profile](Stage stage, const gpu::Stream& stream) {
        copy(task, stage, stream, profile);
      };
      if (job.has[index(Stage::kernel)]) {
        times_[task].resize(static_cast<std::size_t>(instance.work[task].subtasks));
        shared.kernel = KernelLaunch{.code = {.name = names_[task], .threads = 32, .run_plain = count_subtask},
                                     .arguments = gpu::Arguments(Counted{times_[task].data()}),
                                     .subtasks = static_cast<std::uint32_t>(times_[task].size())};
      }
    }
  }

  Timeline run(const Plan& plan) { return execute(device_.device, instance_, plan, tasks_); }
  ClientsOutcome run_clients(
      const Plan& plan, const ClientTimes& times, std::uint64_t seed = 1, const std::function<void()>& check = [] {}) {
    PlannedRequests requests(instance_.clients, times.horizon, seed);
    return execute_clients(device_.device, instance_, plan, tasks_, requests, times, check);
  }
  const gpu::Properties& properties() const { return device_.device.properties(); }

  bool each_subtask_once() const {
    return std::all_of(times_.begin(), times_.end(), [](const auto& times) {
      return std::all_of(times.begin(), times.end(), [](std::uint32_t each) { return each == 1; });
    });
  }
  /// How often the kernel of a task was done; nothing: some of its subtasks more often than others.
  std::optional<std::uint32_t> runs_of(std::uint32_t task) const {
    const auto& times = times_[task];
    const bool alike = std::all_of(times.begin(), times.end(), [&](std::uint32_t each) { return each == times[0]; });
    return alike ? std::optional(times[0]) : std::nullopt;
  }

 private:
  test::PlayedChip chip() {
    std::map<std::string, std::uint32_t, std::less<>> task_of;
    for (std::uint32_t task = 0; task < instance_.size(); ++task) {
      names_[task] = "t" + std::to_string(task);
      task_of.emplace(names_[task], task);
    }
    test::PlayedChip chip = test::played_chip(instance_, task_of);
    if (hangs_) {
      constexpr double kSlower = 1e-9;
      chip.rates = [rates = chip.rates, name = names_[*hangs_]](std::span<test::PlayedCtas> ctas) {
        rates(ctas);
        for (test::PlayedCtas& each : ctas) {
          each.rate *= each.kernel == name ? kSlower : 1;
        }
      };
    }
    return chip;
  }
  /// As many bytes as take as long as the job's copy.
  static Bytes size_of(const Job& job, Direction direction, const Device& profile) {
    const double took = std::chrono::duration<double>(job.copy(direction).payload).count();
    return {std::llround(took * profile.transfers[0][index(direction)].alone->value)};
  }
  static Bytes largest_copy(const Instance& instance, const Device& profile) {
    Bytes most{1};
    for (const Job& job : instance.jobs) {
      most = std::max({most, size_of(job, Direction::h2d, profile), size_of(job, Direction::d2h, profile)});
    }
    return most;
  }
  void copy(std::uint32_t task, Stage stage, const gpu::Stream& stream, const Device& profile) const {
    const Direction direction = stage == Stage::h2d ? Direction::h2d : Direction::d2h;
    const Bytes size = size_of(instance_.jobs[task], direction, profile);
    direction == Direction::h2d ? stream.copy(memory_, host_, size) : stream.copy(host_, memory_, size);
  }

  const Instance& instance_;
  std::optional<std::uint32_t> hangs_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::uint32_t>> times_;
  test::VirtualDevice device_;
  gpu::Buffer memory_, host_;
  std::vector<SharedTask> tasks_;
};

}  // namespace warpshop::dispatch
