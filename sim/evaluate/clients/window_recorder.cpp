#include "sim/evaluate/clients/window_recorder.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "sim/model/error.hpp"

namespace warpshop::evaluate {
namespace {

auto key(const WindowRequest& request) {
  return std::tuple(request.client, request.number);
}

/// Which step of a request of its client a task is.
std::uint32_t step_of(const Client& client, std::uint32_t task) {
  return (task - client.tasks.first) % client.stages();
}

}  // namespace

void WindowRecorder::end(Stage stage, std::uint32_t task, double time, const WindowRequest& of) {
  const double start = started_[task][index(stage)];
  if (!holds(start, time)) {
    return;
  }
  if (commands_.size() == kMostInWindow) {
    throw InputError("--window: more than " + std::to_string(kMostInWindow) +
                     " commands run in it, expected a shorter one");
  }
  commands_.push_back({.request = of, .task = task, .stage = stage, .start = start, .end = time});
}

ClientWindow WindowRecorder::window(const Instance& instance, std::span<const Residency> residencies) {
  ClientWindow window{.time = time_, .requests = {}, .timeline = {}, .steps = {}};
  std::stable_sort(commands_.begin(), commands_.end(), [](const Command& a, const Command& b) {
    return std::tuple(key(a.request), a.start) < std::tuple(key(b.request), b.start);
  });
  std::map<std::uint32_t, std::map<double, std::uint32_t>> kernels;  // by task and start: the request
  for (const Command& command : commands_) {
    if (window.requests.empty() || key(window.requests.back()) != key(command.request)) {
      window.requests.push_back(command.request);
    }
    const auto request = static_cast<std::uint32_t>(window.requests.size() - 1);
    window.timeline.intervals.push_back({request, command.stage, Millis{command.start}, Millis{command.end}});
    window.steps.push_back(step_of(instance.clients.all[command.request.client], command.task));
    if (command.stage == Stage::kernel) {
      kernels[command.task][command.start] = request;
    }
    window.timeline.makespan = std::max(window.timeline.makespan, Millis{command.end});
  }
  window.timeline.dma_engines = instance.dma_engines;
  for (Residency held : residencies) {
    const auto of_task = kernels.find(held.task);
    if (of_task == kernels.end() || !holds(held.start.count(), held.end.count())) {
      continue;
    }
    const auto next = of_task->second.upper_bound(held.start.count());
    if (next != of_task->second.begin()) {
      held.task = std::prev(next)->second;
      window.timeline.residencies.push_back(held);
    }
  }
  window.timeline.residencies = in_order(std::move(window.timeline.residencies));
  return window;
}

}  // namespace warpshop::evaluate
