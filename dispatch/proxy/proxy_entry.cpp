#include "dispatch/proxy/proxy_entry.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>
#include <variant>

#include "sim/model/fingerprint.hpp"
#include "sim/model/needs.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::string_view kUnknownError = "unknown error";  // as short as kNoMemory

CopySpec spec_of(std::span<const std::byte> bytes, Memory memory) {
  return {.amount = Bytes{std::ssize(bytes)}, .memory = memory, .mark = {}};
}

Task task_of(const ProxyTask& task) {
  Task one;
  one.name = "handed in";
  if (task.h2d) {
    one.h2d = spec_of(task.h2d->from, task.h2d->memory);
  }
  if (task.launch) {
    one.kernel.emplace();
    std::visit([&](const auto& work) { one.kernel->work = work; }, task.kernel);
  }
  if (task.d2h) {
    one.d2h = spec_of(task.d2h->to, task.d2h->memory);
  }
  return one;
}

bool knows_what_copies_do_to_each_other(const Device& profile) {
  const auto& [pinned, pageable] = profile.transfers;
  const auto known = [](const TransferModel& transfer) { return transfer.alone && transfer.mixed; };
  return profile.dma_engines == 1 || (std::ranges::all_of(pinned, known) && std::ranges::all_of(pageable, known) &&
                                      pinned[0].duplex && pinned[1].duplex);
}

}  // namespace

EntryList take_first(EntryList& list) noexcept {
  EntryList first;
  first.splice(first.begin(), list, list.begin());
  return first;
}

void note_error(std::string& error, std::string_view text) noexcept {
  try {
    error = text.empty() ? kUnknownError : text;
  } catch (const std::bad_alloc&) {
    error = kNoMemory;
  }
}

void note_exception(std::string& error) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    error = kNoMemory;
  } catch (const std::exception& exception) {
    note_error(error, exception.what());
  } catch (...) {
    note_error(error, "an exception that is no std::exception");
  }
}

std::vector<ObservedStage> observed(const ProxyTask& task, const Outcome& outcome) {
  std::vector<ObservedStage> stages;
  for (const Stage stage : kStages) {
    if (!outcome.stages[index(stage)]) {
      continue;
    }
    const Millis end = outcome.ends[index(stage)];
    ObservedStage seen{.stage = stage, .start = end - outcome.measured[index(stage)], .end = end};
    if (const auto* call = std::get_if<KernelCall>(&task.kernel); stage == Stage::kernel && call != nullptr) {
      seen.kernel = *call;
    } else if (stage != Stage::kernel) {
      seen.memory = stage == Stage::h2d ? task.h2d->memory : task.d2h->memory;
      seen.size = Bytes{stage == Stage::h2d ? std::ssize(task.h2d->from) : std::ssize(task.d2h->to)};
    }
    stages.push_back(std::move(seen));
  }
  return stages;
}

Job job_of(const ProxyTask& task, const Device& profile) {
  Workload workload;
  workload.tasks.push_back(task_of(task));
  return resolve(workload, profile).jobs.front();
}

Instance instance_of(const EntryList& batch, const Device& profile) {
  if (!knows_what_copies_do_to_each_other(profile)) {
    Workload workload;
    for (const EntryPointer& entry : batch) {
      workload.tasks.push_back(task_of(entry->task));
    }
    check_needs(workload, profile);
  }
  Instance instance = resolve(Workload{}, profile);
  for (const EntryPointer& entry : batch) {
    instance.jobs.push_back(entry->job);
    for (const Stage stage : kStages) {
      const double alone = entry->job.alone(stage).count();
      instance.fingerprint = mixed(instance.fingerprint, std::bit_cast<std::uint64_t>(alone));
    }
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

std::string not_done(TaskId predecessor) {
  return "task " + std::to_string(static_cast<std::uint64_t>(predecessor)) + ", which it comes after, was not done";
}

}  // namespace warpshop::dispatch
