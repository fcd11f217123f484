#include "dispatch/proxy_entry.hpp"

#include <iterator>
#include <stdexcept>
#include <utility>

namespace warpshop::dispatch {
namespace {

CopySpec spec_of(std::span<const std::byte> bytes, Memory memory) {
  return {.amount = Bytes{std::ssize(bytes)}, .memory = memory, .mark = {}};
}

}  // namespace

ObservedStage observed(const ProxyTask& task, Stage stage, Millis start, Millis end) {
  ObservedStage seen{.stage = stage, .kernel = std::nullopt, .start = start, .end = end};
  if (stage == Stage::h2d) {
    seen.memory = task.h2d->memory;
    seen.size = Bytes{std::ssize(task.h2d->from)};
  } else if (stage == Stage::d2h) {
    seen.memory = task.d2h->memory;
    seen.size = Bytes{std::ssize(task.d2h->to)};
  } else if (const auto* call = std::get_if<KernelCall>(&task.kernel)) {
    seen.kernel = *call;
  }
  return seen;
}

Job job_of(const ProxyTask& task, const Device& profile) {
  Task one;
  if (task.h2d) {
    one.h2d = spec_of(task.h2d->from, task.h2d->memory);
  }
  if (task.launch) {
    one.kernel = KernelSpec{.work = task.kernel, .mark = {}};
  }
  if (task.d2h) {
    one.d2h = spec_of(task.d2h->to, task.d2h->memory);
  }
  Workload workload;
  workload.tasks.push_back(std::move(one));
  return resolve(workload, profile).jobs.front();
}

Instance instance_of(const std::vector<EntryPointer>& lot, const Device& profile) {
  Instance instance = resolve(Workload{}, profile);
  for (const EntryPointer& entry : lot) {
    instance.jobs.push_back(entry->job);
  }
  return instance;
}

void check_task(const ProxyTask& task) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) {
      throw std::invalid_argument(std::string("a task of the proxy ") + what);
    }
  };
  require(task.h2d || task.launch || task.d2h, "has no stage");
  require(!task.h2d || !task.h2d->from.empty(), "copies nothing in");
  require(!task.d2h || !task.d2h->to.empty(), "copies nothing out");
  require(task.input.count >= 0 && task.output.count >= 0, "takes less than no memory");
  if (const auto* call = std::get_if<KernelCall>(&task.kernel)) {
    require(call->elements >= 0, "has less than no elements");
  } else {
    require(std::get<Millis>(task.kernel).count() >= 0, "has a prediction below 0 ms");
  }
}

}  // namespace warpshop::dispatch
