#include <algorithm>
#include <numeric>
#include <utility>

#include "dispatch/proxy/proxy_core.hpp"

namespace warpshop::dispatch {

/// All stages of a task have been submitted.
void ProxyCore::watch(EntryList task) {
  const Lock lock(mutex_);
  EntryList& queue = running_[index(task.front()->last())];
  queue.splice(queue.end(), task);
  ended_.notify_one();
}

void ProxyCore::complete() {
  enter();
  for (Ended ended = next_ended(); !ended.task.empty(); ended = next_ended()) {
    conclude(std::move(ended));
  }
}

ProxyCore::Ended ProxyCore::next_ended() {
  Lock lock(mutex_);
  for (;;) {
    std::array<EntryList*, 3> queues{};
    std::array<const ProxyEntry*, 3> heads{};
    std::size_t count = 0;
    ended_.wait(lock, [&] {
      count = 0;
      for (EntryList& queue : running_) {
        if (!queue.empty() && comes_next(*queue.front())) {
          queues[count] = &queue;
          heads[count++] = queue.front().get();
        }
      }
      return count > 0 || !unrun_.empty() || (closing_ && unfinished_ == 0);
    });
    if (!unrun_.empty()) {
      Ended ended{.task = take_first(unrun_)};
      ProxyEntry& entry = *ended.task.front();
      ended.kind = entry.ending;
      ended.error = std::move(entry.error);
      return ended;
    }
    if (count == 0) {
      return {};
    }
    const bool lost = !lost_.empty();
    lock.unlock();
    const std::optional<std::size_t> position = lost ? settled() : reached(std::span(heads).first(count));
    lock.lock();
    if (position) {
      Ended ended{.task = take_first(*queues[*position]), .ran = true};
      const std::string& error = lost ? lost_ : ended.task.front()->error;
      if (!error.empty()) {
        ended.kind = Outcome::Kind::failed;
        note_error(ended.error, error);
      }
      return ended;
    }
  }
}

/// Whether those that the task comes after have been concluded: if one of them fails, even if only now that the device
/// is lost, so does the task. Of all that run the task that was submitted first waits for none.
bool ProxyCore::comes_next(const ProxyEntry& entry) const {
  return std::ranges::none_of(entry.task.after, [this](TaskId predecessor) {
    return states_.state(predecessor) == TaskStates::State::on_its_way;
  });
}

/// The position of one of the tasks that has ended. Waits for it if there is one alone, which is the rule, as tasks end
/// with the same stage; else looks, and answers nothing after a while.
std::optional<std::size_t> ProxyCore::reached(std::span<const ProxyEntry* const> heads) {
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
  } catch (...) {
    std::string error;
    note_exception(error);
    lose(error);
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
  ProxyEntry& entry = *ended.task.front();
  WorkerRecord& worker = *entry.worker;
  Outcome outcome{.id = entry.id, .kind = ended.kind, .error = std::move(ended.error)};
  Ends ends{};
  if (outcome.kind == Outcome::Kind::done) {
    try {
      ends = measure(entry, outcome);
    } catch (...) {
      outcome = {.id = entry.id, .kind = Outcome::Kind::failed, .error = {}};
      note_exception(outcome.error);
      lose(outcome.error);
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
    outcome.latency = Clock::now() - entry.handed_in;
    counts_.add(worker.name, outcome);
    if (ended.ran) {
      --on_their_way_;
      claimed_.count -= entry.memory.count;
      states_.end(entry.id, done);
      look_again();
    }
    if (done) {
      worker.given += std::accumulate(outcome.measured.begin(), outcome.measured.end(), -entry.charged);
    }
  }
  if (done) {
    observe(entry, outcome, ends);
  }
  tell(entry, outcome);
  const Lock lock(mutex_);
  --worker.unfinished;
  --unfinished_;
  quiet_.notify_all();
}

/// Tells the observer of a task that is done; without memory for that, nobody hears of it.
void ProxyCore::observe(const ProxyEntry& entry, const Outcome& outcome, const Ends& ends) const {
  if (!options_.observe) {
    return;
  }
  try {
    Observation observation{.id = entry.id, .stages = {}};
    for (const Stage stage : kStages) {
      if (entry.has(stage)) {
        const Millis end = ends[index(stage)];
        observation.stages.push_back(observed(entry.task, stage, end - outcome.measured[index(stage)], end));
      }
    }
    options_.observe(observation);
  } catch (...) {  // NOLINT(bugprone-empty-catch): as documented
  }
}

/// Calls back.
void ProxyCore::tell(ProxyEntry& entry, const Outcome& outcome) {
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

/// Answers when each stage ended.
ProxyCore::Ends ProxyCore::measure(const ProxyEntry& entry, Outcome& outcome) {
  Ends ends{};
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
    ends[index(stage)] = end;
  }
  outcome.waited = std::max(outcome.started - clock_.at(entry.handed_in), Millis{0});
  clock_.follow(entry.events[index(entry.last())], outcome.ended);
  return ends;
}

/// No more is done on the device, everybody hears of it.
void ProxyCore::lose(std::string_view error) noexcept {
  const Lock lock(mutex_);
  if (lost_.empty()) {
    note_error(lost_, error);
    closing_ = true;
    abandon(queue_.withdraw(), Outcome::Kind::failed, lost_);
  }
}

}  // namespace warpshop::dispatch
