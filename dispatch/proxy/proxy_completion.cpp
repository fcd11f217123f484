#include <algorithm>
#include <numeric>
#include <utility>

#include "dispatch/proxy/proxy_core.hpp"

namespace warpshop::dispatch {

void ProxyCore::complete() {
  for (EntryList task = next_ended(); !task.empty(); task = next_ended()) {
    conclude(std::move(task));
  }
}

/// A task that has ended, with the kind of its outcome; without one, all have and no more will come.
EntryList ProxyCore::next_ended() {
  // A task is looked at once those that it comes after have been concluded: if one of them fails, even if only now that
  // the device is lost, so does the task. Of all that run the task that was submitted first waits for none.
  const auto comes_next = [](const ProxyEntry& entry) {
    return std::ranges::none_of(
        entry.after, [](const EntryPointer& before) { return before->state == ProxyEntry::State::on_its_way; });
  };
  Lock lock(mutex);
  for (;;) {
    std::array<EntryList*, 3> queues{};
    std::array<const ProxyEntry*, 3> heads{};
    std::size_t count = 0;
    ended.wait(lock, [&] {
      count = 0;
      for (EntryList& on_engine : running) {
        if (!on_engine.empty() && comes_next(*on_engine.front())) {
          queues[count] = &on_engine;
          heads[count++] = on_engine.front().get();
        }
      }
      return count > 0 || !unrun.empty() || (closing && unfinished == 0);
    });
    if (!unrun.empty()) {
      return take_first(unrun);
    }
    if (count == 0) {
      return {};
    }
    const bool is_lost = !lost.empty();
    lock.unlock();
    std::optional<std::size_t> position = 0;
    if (!is_lost) {
      position = reached(std::span(heads).first(count));
    } else if (!std::exchange(settled, true)) {  // the engines touch nobody's memory any more
      for (const gpu::Stream& stream : streams) {
        settle(stream);
      }
    }
    lock.lock();
    if (position) {
      EntryList task = take_first(*queues[*position]);
      ProxyEntry& entry = *task.front();
      if (const std::string& error = is_lost ? lost : entry.error; !error.empty()) {
        entry.outcome.kind = Outcome::Kind::failed;
        note_error(entry.outcome.error, error);
      }
      return task;
    }
  }
}

/// The position of one of the tasks that has ended. Waits for it if there is one alone, which is the rule, as tasks end
/// with the same stage; else looks, and answers nothing after a while.
std::optional<std::size_t> ProxyCore::reached(std::span<const ProxyEntry* const> heads) {
  constexpr std::chrono::microseconds kPause{20};
  std::optional<std::size_t> position;
  const std::string error = error_of([&] {
    for (std::size_t i = 0; i < heads.size() && !position; ++i) {
      const gpu::Event* end = heads[i]->end();
      if (end != nullptr && heads.size() == 1) {
        end->synchronize();
      }
      if (end == nullptr || end->reached()) {
        position = i;
      }
    }
    if (!position) {
      std::this_thread::sleep_for(kPause);
    }
  });
  if (!error.empty()) {
    lose(error);
  }
  return position;
}

/// Measures a task that has ended, and tells everybody.
void ProxyCore::conclude(EntryList task) {
  ProxyEntry& entry = *task.front();
  WorkerRecord& worker = *entry.worker;
  Outcome& outcome = entry.outcome;
  if (outcome.kind == Outcome::Kind::done) {
    if (std::string error = error_of([&] { measure(entry); }); !error.empty()) {
      lose(error);
      outcome = {.id = outcome.id, .kind = Outcome::Kind::failed, .error = std::move(error)};
    }
  }
  outcome.stages = entry.stages;
  for (const Stage stage : kStages) {
    outcome.predicted[index(stage)] = entry.job.alone(stage);
  }
  entry.input.reset();
  entry.output.reset();
  const bool done = outcome.kind == Outcome::Kind::done;
  {
    const Lock lock(mutex);
    outcome.latency = Clock::now() - entry.handed_in;
    counts.add(outcome);
    count(workers.find(worker.name)->second, outcome);
    if (entry.state == ProxyEntry::State::on_its_way) {
      --on_their_way;
      claimed.count -= entry.memory.count;
      end_entry(entry, done);
      look_again();
    }
    if (done) {
      worker.given += std::accumulate(outcome.measured.begin(), outcome.measured.end(), -entry.charged);
    }
  }
  if (done && options.observe) {  // without memory for that, nobody hears of it
    error_of([&] { options.observe(observed(entry.task, outcome)); });
  }
  std::exception_ptr thrown;
  try {
    const ProxyTask ended_task = std::exchange(entry.task, {});  // what it holds goes before drain() returns
    if (ended_task.done) {
      ended_task.done(outcome);
    }
  } catch (...) {
    thrown = std::current_exception();
  }
  const Lock lock(mutex);
  if (thrown && !worker.thrown) {
    worker.thrown = std::move(thrown);
  }
  --worker.unfinished;
  --unfinished;
  quiet.notify_all();
}

/// When its stages ran.
void ProxyCore::measure(ProxyEntry& entry) {
  Outcome& outcome = entry.outcome;
  for (const Stage stage : kStages) {
    if (!entry.has(stage)) {
      continue;
    }
    const auto& recorded = entry.events[index(stage)];
    outcome.measured[index(stage)] = gpu::elapsed(recorded->start, recorded->end);
    outcome.ends[index(stage)] = clock.at(recorded->end);
  }
  outcome.started = outcome.ends[index(entry.first())] - outcome.measured[index(entry.first())];
  outcome.ended = outcome.ends[index(entry.last())];
  outcome.waited = std::max(outcome.started - clock.at(entry.handed_in), Millis{0});
  clock.follow(entry.events[index(entry.last())], outcome.ended);
}

}  // namespace warpshop::dispatch
