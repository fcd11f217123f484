#include "dispatch/proxy/proxy_submitter.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "dispatch/proxy/fair_queue.hpp"

namespace warpshop::dispatch {
namespace {

bool holds_the_caller(const ProxyTask& task) {
  return (task.h2d && task.h2d->memory == Memory::pageable) || (task.d2h && task.d2h->memory == Memory::pageable);
}

}  // namespace

ProxySubmitter::ProxySubmitter(const gpu::Device& device, Listener listener)
    : listener_(std::move(listener)),
      streams_{gpu::Stream(device), gpu::Stream(device), gpu::Stream(device)},
      probe_(device),
      threads_(kStages.size(), {.submit = [this](SubmittedTask& task,
                                                 Stage stage) { submit_stage(static_cast<ProxyEntry&>(task), stage); },
                                .submitted =
                                    [this](const std::shared_ptr<SubmittedTask>& task) {
                                      listener_.submitted(std::move(static_cast<ProxyEntry&>(*task).own));
                                    },
                                .started = listener_.started}) {
  threads_.start();
}

void ProxySubmitter::submit(EntryList task) {
  const EntryPointer entry = task.front();
  for (const Stage stage : kStages) {
    entry->streams[index(stage)] = &streams_[index(stage)];
  }
  if (threads_.busy() || holds_the_caller(entry->task)) {
    entry->own = std::move(task);
    try {
      threads_.add(entry, kThreadAnEngine);
      return;
    } catch (const std::bad_alloc&) {  // for a place in the queues: it goes after all that is there
      task = std::move(entry->own);
      threads_.drain();
    }
  }
  for (const Stage stage : kStages) {
    if (entry->has(stage)) {
      submit_stage(*entry, stage);
    }
  }
  entry->submitted = entry->stages;
  listener_.submitted(std::move(task));
}

void ProxySubmitter::submit_stage(ProxyEntry& entry, Stage stage) {
  const auto start = Clock::now();
  if (entry.error.empty()) {
    try {
      attempt(entry, stage);
    } catch (...) {
      note_exception(entry.error);
    }
    if (!entry.error.empty() && !alive()) {
      listener_.lost(entry.error);
    }
  }
  entry.comes_after[index(stage)].clear();
  spent_ += std::chrono::nanoseconds(Clock::now() - start).count();
}

void ProxySubmitter::attempt(ProxyEntry& entry, Stage stage) {
  for (const Command& before : entry.comes_after[index(stage)]) {
    if (const auto& other = static_cast<const ProxyEntry&>(*before.task); !other.error.empty()) {
      throw std::runtime_error(not_done(other.id));
    }
  }
  submit_command(entry, stage, [&](const gpu::Stream& stream) {
    const auto memory = [](const DevicePool::Block& block) { return block ? block->data() : nullptr; };
    dispatch::submit_stage(entry.task, stage, stream, memory(entry.input), memory(entry.output));
  });
}

bool ProxySubmitter::alive() noexcept {
  try {
    streams_.front().record(probe_);
    return true;
  } catch (const std::bad_alloc&) {
    return true;  // that says nothing of the device
  } catch (const std::exception&) {
    return false;
  }
}

void ProxySubmitter::settle() noexcept {
  for (const gpu::Stream& stream : streams_) {
    dispatch::settle(stream);
  }
}

}  // namespace warpshop::dispatch
