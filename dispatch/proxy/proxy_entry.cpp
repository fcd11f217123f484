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
  return profile.dma_engines == 1 ||
         (std::all_of(pinned.begin(), pinned.end(), known) && std::all_of(pageable.begin(), pageable.end(), known) &&
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
  Workload workload;
  workload.tasks.push_back(task_of(task));
  return resolve(workload, profile).jobs.front();
}

Instance instance_of(const EntryList& lot, const Device& profile) {
  if (!knows_what_copies_do_to_each_other(profile)) {
    Workload workload;
    for (const EntryPointer& entry : lot) {
      workload.tasks.push_back(task_of(entry->task));
    }
    check_needs(workload, profile);
  }
  Instance instance = resolve(Workload{}, profile);
  for (const EntryPointer& entry : lot) {
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

}  // namespace warpshop::dispatch
