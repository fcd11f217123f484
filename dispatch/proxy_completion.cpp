#include <algorithm>
#include <numeric>
#include <utility>

#include "dispatch/proxy_core.hpp"
#include "sim/model/device_error.hpp"

namespace warpshop::dispatch {

/// All stages of a task have been submitted.
void ProxyCore::watch(const EntryPointer& entry) {
  const Lock lock(mutex_);
  running_[index(entry->last())].push_back(entry);
  ended_.notify_one();
}

void ProxyCore::complete() {
  enter();
  for (Ended ended = next_ended(); ended.entry; ended = next_ended()) {
    conclude(std::move(ended));
  }
}

ProxyCore::Ended ProxyCore::next_ended() {
  using Queue = std::deque<EntryPointer>;
  Lock lock(mutex_);
  for (;;) {
    std::vector<Queue*> queues;
    ended_.wait(lock, [&] {
      queues.clear();
      for (Queue& queue : running_) {
        if (!queue.empty() && comes_next(*queue.front())) {
          queues.push_back(&queue);
        }
      }
      return !queues.empty() || !unrun_.empty() || (closing_ && unfinished_ == 0);
    });
    if (!unrun_.empty()) {
      Ended ended = std::move(unrun_.front());
      unrun_.pop_front();
      return ended;
    }
    if (queues.empty()) {
      return {};
    }
    const std::string lost = lost_;
    std::vector<const ProxyEntry*> heads;
    heads.reserve(queues.size());
    for (const Queue* queue : queues) {
      heads.push_back(queue->front().get());
    }
    lock.unlock();
    const std::optional<std::size_t> position = lost.empty() ? reached(heads) : settled();
    lock.lock();
    if (position) {
      Queue& queue = *queues[*position];
      Ended ended{.entry = std::move(queue.front()), .ran = true};
      queue.pop_front();
      const std::string& error = lost.empty() ? ended.entry->error : lost;
      ended.kind = error.empty() ? Outcome::Kind::done : Outcome::Kind::failed;
      ended.error = error;
      return ended;
    }
  }
}

/// Whether those that the task comes after have been concluded: if one of them fails, even if only now that the device
/// is lost, so does the task. Of all that run the task that was submitted first waits for none.
bool ProxyCore::comes_next(const ProxyEntry& entry) const {
  return std::ranges::none_of(entry.task.after, [this](TaskId predecessor) {
    return ledger_.state(predecessor) == ProxyLedger::State::on_its_way;
  });
}

/// The position of one of the tasks that has ended. Waits for it if there is one alone, which is the rule, as tasks end
/// with the same stage; else looks, and answers nothing after a while.
std::optional<std::size_t> ProxyCore::reached(const std::vector<const ProxyEntry*>& heads) {
  constexpr std::chrono::microseconds kPause{20};
  try {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const gpu::Event* end = heads[i]->end();
      if (end != nullptr && heads.size() == 1) {
        end->synchronize();
      }
      if (end == nullptr || end->reached()) {
        return i;
      }
    }
    std::this_thread::sleep_for(kPause);
  } catch (const DeviceError& error) {
    lose(error.what());
  }
  return std::nullopt;
}

/// The first position, once a device that is lost has let go of everybody's memory.
std::size_t ProxyCore::settled() {
  if (!settled_) {
    submitter_.settle();
    settled_ = true;
  }
  return 0;
}

void ProxyCore::conclude(Ended ended) {
  ProxyEntry& entry = *ended.entry;
  WorkerRecord& worker = *entry.worker;
  Outcome outcome{.id = entry.id, .kind = ended.kind, .error = std::move(ended.error)};
  Observation observation{.id = entry.id, .stages = {}};
  if (outcome.kind == Outcome::Kind::done) {
    try {
      measure(entry, outcome, observation);
    } catch (const DeviceError& error) {
      lose(error.what());
      outcome = {.id = entry.id, .kind = Outcome::Kind::failed, .error = error.what()};
    }
  }
  for (const Stage stage : kStages) {
    outcome.predicted[index(stage)] = entry.job.alone(stage);
  }
  entry.input.reset();
  entry.output.reset();
  const bool done = outcome.kind == Outcome::Kind::done;
  {
    const Lock lock(mutex_);
    outcome.latency = Clock::now() - entry.submitted;
    tally_.add(worker.name, outcome);
    if (ended.ran) {
      --on_their_way_;
      claimed_.count -= entry.memory.count;
      ledger_.end(entry.id, done);
      look_again();
    }
    if (done) {
      worker.given += std::accumulate(outcome.measured.begin(), outcome.measured.end(), -entry.charged);
    }
  }
  tell(entry, outcome, observation);
  const Lock lock(mutex_);
  --worker.unfinished;
  --unfinished_;
  quiet_.notify_all();
}

/// Calls whoever is to hear of a task.
void ProxyCore::tell(ProxyEntry& entry, const Outcome& outcome, const Observation& observation) {
  if (options_.observe && outcome.kind == Outcome::Kind::done) {
    try {
      options_.observe(observation);
    } catch (...) {  // NOLINT(bugprone-empty-catch): as documented
    }
  }
  std::exception_ptr thrown;
  try {
    const ProxyTask task = std::exchange(entry.task, {});  // what it holds goes before drain() returns
    if (task.done) {
      task.done(outcome);
    }
  } catch (...) {
    thrown = std::current_exception();
  }
  const Lock lock(mutex_);
  if (thrown && !entry.worker->thrown) {
    entry.worker->thrown = std::move(thrown);
  }
}

void ProxyCore::measure(const ProxyEntry& entry, Outcome& outcome, Observation& observation) {
  for (const Stage stage : kStages) {
    if (!entry.has(stage)) {
      continue;
    }
    const auto& events = entry.events[index(stage)];
    const Millis duration = gpu::elapsed(events->start, events->end);
    const Millis end = clock_.at(events->end);
    outcome.measured[index(stage)] = duration;
    if (stage == entry.first()) {
      outcome.started = end - duration;
    }
    outcome.ended = end;
    observation.stages.push_back(observed(entry.task, stage, end - duration, end));
  }
  outcome.waited = std::max(outcome.started - clock_.at(entry.submitted), Millis{0});
  clock_.follow(entry.events[index(entry.last())], outcome.ended);
}

/// No more is done on the device, everybody hears of it.
void ProxyCore::lose(const std::string& error) {
  const Lock lock(mutex_);
  if (lost_.empty()) {
    lost_ = error;
    closing_ = true;
    abandon(buffers_.withdraw(), Outcome::Kind::failed, lost_);
  }
}

}  // namespace warpshop::dispatch
