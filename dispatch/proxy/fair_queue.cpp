#include "dispatch/proxy/fair_queue.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace warpshop::dispatch {
namespace {

/// So that tasks without a prediction are dealt fairly as well.
constexpr Millis kLeastCharge{1e-3};

/// What could run of one worker, the next one first; nodes of its buffer.
struct Candidates {
  WorkerRecord* worker = nullptr;
  std::vector<EntryList::iterator> entries;
  std::size_t next = 0;

  ProxyEntry& first() const { return **entries[next]; }
  /// The least goes first.
  auto rank() const { return std::tuple(-std::int64_t{first().task.priority}, worker->given, first().outcome.id); }
};

/// What the worker's tasks come to, by what became of those before them: an error, or a candidate, or neither.
Candidates candidates_of(WorkerRecord& worker) {
  Candidates candidates{.worker = &worker, .entries = {}};
  for (auto node = worker.waiting.begin(); node != worker.waiting.end(); ++node) {
    ProxyEntry& entry = **node;
    std::erase_if(entry.after, [](const EntryPointer& before) { return before->state == ProxyEntry::State::done; });
    bool ready = true;
    for (const EntryPointer& before : entry.after) {
      ready = ready && before->state == ProxyEntry::State::on_its_way;
      if (before->state == ProxyEntry::State::failed) {
        entry.outcome.error = not_done(before->outcome.id);
      }
    }
    if (ready) {
      candidates.entries.push_back(node);
    }
  }
  std::ranges::stable_sort(candidates.entries, std::ranges::greater{},
                           [](const EntryList::iterator& node) { return (*node)->task.priority; });
  return candidates;
}

}  // namespace

std::shared_ptr<WorkerRecord> FairQueue::add_worker(std::string name) {
  auto worker = std::make_shared<WorkerRecord>();
  worker->name = std::move(name);
  workers_.push_back(worker);
  return worker;
}

void FairQueue::remove_worker(const WorkerRecord& worker) {
  std::erase_if(workers_, [&](const auto& other) { return other.get() == &worker; });
}

void FairQueue::add(EntryList task) noexcept {
  WorkerRecord& worker = *task.front()->worker;
  if (worker.waiting.empty()) {
    std::optional<Millis> level;
    for (const auto& other : workers_) {
      if (!other->waiting.empty()) {
        level = level ? std::min(*level, other->given) : other->given;
      }
    }
    worker.given = std::max(worker.given, level.value_or(now_));
  }
  worker.waiting.splice(worker.waiting.end(), task);
  ++waiting_;
}

FairQueue::Choice FairQueue::choose(std::size_t at_most, Bytes memory) {
  std::vector<Candidates> all;
  for (const auto& worker : workers_) {
    Candidates of_worker = candidates_of(*worker);
    if (!of_worker.entries.empty()) {
      all.push_back(std::move(of_worker));
    }
  }
  Choice choice;  // from here on no memory is needed
  for (const auto& worker : workers_) {
    for (auto node = worker->waiting.begin(); node != worker->waiting.end();) {
      const auto entry = node++;
      if (!(*entry)->outcome.error.empty()) {
        choice.failed.splice(choice.failed.end(), worker->waiting, entry);
      }
    }
  }
  while (choice.batch.size() < at_most && !all.empty()) {
    const auto next = std::ranges::min_element(all, {}, &Candidates::rank);
    ProxyEntry& entry = next->first();
    if (entry.memory > memory) {
      break;
    }
    memory.count -= entry.memory.count;
    now_ = next->worker->given;
    entry.charged = std::max(entry.job.total(), kLeastCharge);
    next->worker->given += entry.charged;
    choice.batch.splice(choice.batch.end(), next->worker->waiting, next->entries[next->next]);
    if (++next->next == next->entries.size()) {
      all.erase(next);
    }
  }
  waiting_ -= choice.batch.size() + choice.failed.size();
  return choice;
}

EntryList FairQueue::withdraw(WorkerRecord& worker) noexcept {
  waiting_ -= worker.waiting.size();
  return std::exchange(worker.waiting, {});
}

EntryList FairQueue::withdraw() noexcept {
  EntryList all;
  for (const auto& worker : workers_) {
    all.splice(all.end(), withdraw(*worker));
  }
  return all;
}

EntryList FairQueue::withdraw_one() noexcept {
  const auto busy = std::ranges::find_if(workers_, [](const auto& worker) { return !worker->waiting.empty(); });
  --waiting_;
  return take_first((*busy)->waiting);
}

}  // namespace warpshop::dispatch
