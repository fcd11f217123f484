#include <algorithm>
#include <new>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dispatch/proxy/proxy_core.hpp"

namespace warpshop::dispatch {
namespace {

bool is_permutation(Order order, std::size_t size) {
  std::ranges::sort(order);
  Order identity(size);
  std::iota(identity.begin(), identity.end(), 0U);
  return order == identity;
}

bool holds_the_caller(const ProxyTask& task) {
  return (task.h2d && task.h2d->memory == Memory::pageable) || (task.d2h && task.d2h->memory == Memory::pageable);
}

}  // namespace

void ProxyCore::plan_and_submit() {
  for (EntryList batch = next_batch(); !batch.empty(); batch = next_batch()) {
    const auto start = Clock::now();
    EntryList ordered = in_order(predicted(std::move(batch)));
    {
      const Lock lock(mutex);
      planning += Clock::now() - start;
    }
    while (!ordered.empty()) {
      EntryList task = take_first(ordered);
      const std::string error = error_of([&] { prepare(*task.front()); });
      if (error.empty()) {
        submit(std::move(task));
        continue;
      }
      if (!alive()) {
        lose(error);
      }
      drop(std::move(task), error);
    }
  }
  submitting.finish();
}

/// Waits for it; empty: nothing will come any more.
EntryList ProxyCore::next_batch() {
  Lock lock(mutex);
  for (;;) {
    work.wait(lock, [this] { return (changed && on_their_way <= options.ahead) || (closing && queue.waiting() == 0); });
    if (queue.waiting() == 0 && closing) {
      return {};
    }
    const auto start = Clock::now();
    FairQueue::Choice choice;
    try {
      choice = queue.choose(options.batch, Bytes{memory.budget().count - claimed.count});
    } catch (const std::bad_alloc&) {  // there is no memory to choose by: one task fails
      if (queue.waiting() > 0) {
        choice.failed = queue.withdraw_one();
      }
    }
    changed = !choice.batch.empty();  // there may be more
    if (!choice.failed.empty()) {
      abandon(std::move(choice.failed), Outcome::Kind::failed, kNoMemory);
    }
    if (choice.batch.empty()) {
      continue;
    }
    for (const EntryPointer& entry : choice.batch) {
      entry->state = ProxyEntry::State::on_its_way;
      claimed.count += entry->memory.count;
    }
    on_their_way += choice.batch.size();
    space.notify_all();
    ++batches;
    planned += choice.batch.size();
    planning += Clock::now() - start;
    return std::move(choice.batch);
  }
}

/// Those of a batch that are known to the present profile, with their jobs by it.
EntryList ProxyCore::predicted(EntryList batch) {
  const std::shared_ptr<const Device> present = present_profile();
  EntryList known;
  while (!batch.empty()) {
    EntryList task = take_first(batch);
    ProxyEntry& entry = *task.front();
    const std::string error = error_of([&] {
      if (entry.profile != present) {
        entry.job = job_of(entry.task, *present);
        entry.profile = present;
      }
    });
    if (error.empty()) {
      known.splice(known.end(), task);
    } else {
      drop(std::move(task), error);
    }
  }
  return known;
}

/// The batch in the planner's order; empty if the planner failed.
EntryList ProxyCore::in_order(EntryList batch) {
  if (batch.empty()) {
    return {};
  }
  EntryList ordered;
  std::string problem = error_of([&] {
    const Order order = plan(instance_of(batch, *batch.front()->profile)).order;
    if (!is_permutation(order, batch.size())) {
      throw std::runtime_error("the planner's order is no permutation of the batch");
    }
    std::vector<EntryList::iterator> nodes;
    for (auto node = batch.begin(); node != batch.end(); ++node) {
      nodes.push_back(node);
    }
    for (const std::uint32_t position : order) {
      ordered.splice(ordered.end(), batch, nodes[position]);
    }
  });
  if (!batch.empty()) {
    try {
      problem.insert(0, "planning: ");
    } catch (const std::bad_alloc&) {
      problem = kNoMemory;
    }
  }
  while (!batch.empty()) {
    drop(take_first(batch), problem);
  }
  return ordered;
}

/// Gives the task what it needs to run. Throws where it cannot.
void ProxyCore::prepare(ProxyEntry& entry) {
  {
    const Lock lock(mutex);
    for (const EntryPointer& before : entry.after) {
      if (before->state == ProxyEntry::State::failed) {
        throw std::runtime_error(not_done(before->outcome.id));
      }
      if (before->state == ProxyEntry::State::on_its_way) {
        entry.comes_after[index(entry.first())].push_back({before, before->last()});
      }
    }
  }
  entry.input = memory.take(entry.input_size);
  entry.output = memory.take(entry.output_size);
  for (const Stage stage : kStages) {
    entry.streams[index(stage)] = &streams[index(stage)];
    if (entry.has(stage)) {
      entry.events[index(stage)] = events.take();
    }
  }
}

/// A list of one task that is prepared. If one of its stages fails it has its `error`; its later stages are left out,
/// all else goes on.
void ProxyCore::submit(EntryList task) {
  const EntryPointer entry = task.front();
  if (submitting.busy() || holds_the_caller(entry->task)) {
    entry->own = std::move(task);
    try {
      submitting.add(entry, kThreadAnEngine);
      return;
    } catch (const std::bad_alloc&) {  // for a place in the queues: it goes after all that is there
      task = std::move(entry->own);
      submitting.drain();
    }
  }
  for (const Stage stage : kStages) {
    if (entry->has(stage)) {
      submit_stage(*entry, stage);
    }
  }
  entry->submitted = entry->stages;
  watch(std::move(task));
}

void ProxyCore::submit_stage(ProxyEntry& entry, Stage stage) {
  const auto start = Clock::now();
  if (entry.error.empty()) {
    entry.error = error_of([&] {
      for (const Command& before : entry.comes_after[index(stage)]) {
        if (const auto& other = static_cast<const ProxyEntry&>(*before.task); !other.error.empty()) {
          throw std::runtime_error(not_done(other.outcome.id));
        }
      }
      submit_command(entry, stage, [&](const gpu::Stream& stream) {
        const auto start_of = [](const DevicePool::Block& block) { return block ? block->data() : nullptr; };
        dispatch::submit_stage(entry.task, stage, stream, start_of(entry.input), start_of(entry.output));
      });
    });
    if (!entry.error.empty() && !alive()) {
      lose(entry.error);
    }
  }
  entry.comes_after[index(stage)].clear();
  submission += std::chrono::nanoseconds(Clock::now() - start).count();
}

/// All stages of a task have been submitted.
void ProxyCore::watch(EntryList task) {
  const Lock lock(mutex);
  EntryList& on_engine = running[index(task.front()->last())];
  on_engine.splice(on_engine.end(), task);
  ended.notify_one();
}

/// Ends a task of a batch that has not been submitted.
void ProxyCore::drop(EntryList task, std::string_view error) {
  ProxyEntry& entry = *task.front();
  entry.input.reset();
  entry.output.reset();
  entry.comes_after = {};
  const Lock lock(mutex);
  --on_their_way;
  claimed.count -= entry.memory.count;
  abandon(std::move(task), Outcome::Kind::failed, error);
}

/// Whether the device still takes commands.
bool ProxyCore::alive() noexcept {
  try {
    streams.front().record(probe);
    return true;
  } catch (const std::bad_alloc&) {
    return true;  // that says nothing of the device
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace warpshop::dispatch
