#include "dispatch/proxy_buffers.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace warpshop::dispatch {
namespace {

/// So that tasks without a prediction are dealt fairly as well.
constexpr Millis kLeastCharge{1e-3};

/// Removes from the buffer what is not there any more.
void close_gaps(std::deque<EntryPointer>& waiting) {
  std::erase(waiting, nullptr);
}

}  // namespace

/// What could run of one worker, the next one first; points into its buffer.
struct ProxyBuffers::Candidates {
  WorkerRecord* worker = nullptr;
  std::vector<EntryPointer*> entries;
  std::size_t next = 0;

  ProxyEntry& first() const { return **entries[next]; }
  bool goes_before(const Candidates& other) const {
    const ProxyEntry& own = first();
    const ProxyEntry& others = other.first();
    if (own.task.priority != others.task.priority) {
      return own.task.priority > others.task.priority;
    }
    if (worker->given != other.worker->given) {
      return worker->given < other.worker->given;
    }
    return own.id < others.id;
  }
};

std::shared_ptr<WorkerRecord> ProxyBuffers::add_worker(std::string name) {
  auto worker = std::make_shared<WorkerRecord>();
  worker->name = std::move(name);
  workers_.push_back(worker);
  return worker;
}

void ProxyBuffers::remove_worker(const WorkerRecord& worker) {
  std::erase_if(workers_, [&](const auto& other) { return other.get() == &worker; });
}

void ProxyBuffers::add(EntryPointer entry) {
  WorkerRecord& worker = *entry->worker;
  if (worker.waiting.empty()) {
    std::optional<Millis> level;
    for (const auto& other : workers_) {
      if (!other->waiting.empty()) {
        level = level ? std::min(*level, other->given) : other->given;
      }
    }
    worker.given = std::max(worker.given, level.value_or(now_));
  }
  worker.waiting.push_back(std::move(entry));
  ++waiting_;
}

ProxyBuffers::Choice ProxyBuffers::choose(std::size_t at_most, Bytes room, const ProxyLedger& ledger) {
  Choice choice;
  std::vector<Candidates> all;
  for (const auto& worker : workers_) {
    Candidates candidates{.worker = worker.get(), .entries = {}};
    for (EntryPointer& entry : worker->waiting) {
      bool ready = true;
      for (const TaskId predecessor : entry->task.after) {
        const ProxyLedger::State state = ledger.state(predecessor);
        ready = ready && state != ProxyLedger::State::waiting;
        if (state == ProxyLedger::State::failed) {
          entry->error = not_done(predecessor);
        }
      }
      if (!entry->error.empty()) {
        choice.failed.push_back(std::move(entry));
      } else if (ready) {
        candidates.entries.push_back(&entry);
      }
    }
    std::ranges::stable_sort(candidates.entries, std::ranges::greater{},
                             [](const EntryPointer* entry) { return (*entry)->task.priority; });
    if (!candidates.entries.empty()) {
      all.push_back(std::move(candidates));
    }
  }
  while (choice.lot.size() < at_most && !all.empty()) {
    const auto next =
        std::ranges::min_element(all, [](const Candidates& a, const Candidates& b) { return a.goes_before(b); });
    if (next->first().memory > room) {
      break;
    }
    EntryPointer& entry = *next->entries[next->next];
    room.count -= entry->memory.count;
    now_ = next->worker->given;
    entry->charged = std::max(entry->job.total(), kLeastCharge);
    next->worker->given += entry->charged;
    choice.lot.push_back(std::move(entry));
    if (++next->next == next->entries.size()) {
      all.erase(next);
    }
  }
  for (const auto& worker : workers_) {
    close_gaps(worker->waiting);
  }
  waiting_ -= choice.lot.size() + choice.failed.size();
  return choice;
}

std::vector<EntryPointer> ProxyBuffers::withdraw(WorkerRecord& worker) {
  waiting_ -= worker.waiting.size();
  std::vector<EntryPointer> all(std::move_iterator(worker.waiting.begin()), std::move_iterator(worker.waiting.end()));
  worker.waiting.clear();
  return all;
}

std::vector<EntryPointer> ProxyBuffers::withdraw() {
  std::vector<EntryPointer> all;
  for (const auto& worker : workers_) {
    std::ranges::move(withdraw(*worker), std::back_inserter(all));
  }
  return all;
}

std::string not_done(TaskId predecessor) {
  return "task " + std::to_string(static_cast<std::uint64_t>(predecessor)) + ", which it comes after, was not done";
}

}  // namespace warpshop::dispatch
