#include "sim/model/resolve_issue.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/model/error.hpp"
#include "sim/model/resolve_copy.hpp"

namespace warpshop {
namespace {

constexpr ComputeCapability kFirstWithConcurrentKernels{2, 0};
constexpr ComputeCapability kLastThatWaits{3, 0};

bool holds_thread_up(const std::optional<CopySpec>& copy, Direction direction, const Workload& workload,
                     const Device& device) {
  if (!copy || copy->memory == Memory::pinned) {
    return copy && copy->sync;
  }
  const CopySpec on_device = copy_on(*copy, workload, device);
  const auto* size = std::get_if<Bytes>(&on_device.amount);
  return direction == Direction::d2h || size == nullptr || *size > kLargestUnheldCopyIn;
}

Millis host_work(const Task& task, const Device& device) {
  if (!task.host) {
    return Millis{0};
  }
  const auto* size = std::get_if<Bytes>(&*task.host);
  return size != nullptr ? *size / *device.host_copy : std::get<Millis>(*task.host);
}

/// What one thread does for a task, and where that holds it up.
struct HostPart {
  std::array<bool, 2> blocks{};
  bool legacy = false;
  Millis work{0};
};

HostPart host_part(const Task& task, const Workload& workload, const Device& device) {
  return {.blocks = {holds_thread_up(task.h2d, Direction::h2d, workload, device),
                     holds_thread_up(task.d2h, Direction::d2h, workload, device)},
          .legacy = task.legacy,
          .work = host_work(task, device)};
}

/// Instance::programs: a family is a program, and so are the tasks without one; of each copy of the workload.
void tell_programs_apart(const Workload& workload, Instance& instance) {
  std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> numbers;
  for (const Task& task : workload.tasks) {
    numbers.try_emplace({task.copy, task.family}, static_cast<std::uint32_t>(numbers.size()));
  }
  instance.issue.programs = static_cast<std::uint32_t>(numbers.size());
  if (numbers.size() > 1) {
    for (const Task& task : workload.tasks) {
      instance.programs.insert(instance.programs.end(), task.count, numbers.at({task.copy, task.family}));
    }
  }
}

void check_breadth_first(const Workload& workload, const Instance& instance) {
  for (const Precedence& pair : instance.precedence) {
    const Stage last = instance.jobs[pair.before].last();
    if (index(last) > index(instance.jobs[pair.after].first())) {
      const std::vector<std::string> names = task_names(workload);
      std::uint32_t position = 0;
      const auto task = std::find_if(workload.tasks.begin(), workload.tasks.end(), [&](const Task& each) {
        position += each.count;
        return pair.after < position;
      });
      throw InputError(workload.file, task->mark,
                       "task '" + names[pair.after] + "' comes after '" + names[pair.before] + "', whose " +
                           std::string(name(last)) + " is issued later when issue is breadth_first, expected " +
                           "depth_first");
    }
  }
}

}  // namespace

void resolve_issue(const Workload& workload, const Device& device, Instance& instance) {
  const bool one_thread = workload.submit == Submit::one_thread;
  IssueRules& rules = instance.issue;
  rules.order = workload.issue;
  std::uint32_t position = 0;
  for (const Task& task : workload.tasks) {
    const HostPart part = host_part(task, workload, device);
    if (one_thread && part.work > Millis{0}) {
      instance.host.resize(instance.size());
    }
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat, ++position) {
      Job& job = instance.jobs[position];
      if (!one_thread) {
        job.release += part.work;
        continue;
      }
      job.blocks = part.blocks;
      job.legacy = part.legacy;
      if (part.work > Millis{0}) {
        instance.host[position] = part.work;
      }
      rules.one_thread = rules.one_thread || job.blocks[0] || job.blocks[1] || job.legacy || job.release > Millis{0} ||
                         part.work > Millis{0};
    }
  }
  rules.one_thread =
      rules.one_thread || (one_thread && std::any_of(instance.precedence.begin(), instance.precedence.end(),
                                                     [](const Precedence& pair) { return pair.by_host; }));
  if (rules.one_thread) {
    tell_programs_apart(workload, instance);
  }
  if (const auto& capability = device.compute_capability) {
    rules.copies_in_turn = *capability < kHyperQ;
    rules.copies_out_wait = *capability >= kFirstWithConcurrentKernels && *capability <= kLastThatWaits;
  }
  if (rules.any() && rules.order == IssueOrder::breadth_first) {
    check_breadth_first(workload, instance);
  }
}

}  // namespace warpshop
