#include "sim/io/import/command_waits.hpp"

#include <algorithm>

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// Idle time behind a command of another stream that says no more than that the GPU went from one to the other.
constexpr nanoseconds kBetweenStreams{20'000};

}  // namespace

CommandWaits::CommandWaits(const RecordedTrace& trace, const RecordedWaits& waits, const HostTimes& times,
                           const ModelledTimes& modelled, const std::vector<std::uint32_t>& kernel_of)
    : trace_(trace),
      waits_(waits),
      times_(times),
      modelled_(modelled),
      kernel_of_(kernel_of),
      switch_(std::chrono::round<nanoseconds>(least_switch(trace).value_or(Millis{0}))) {
  for (const std::uint32_t kernel : kernel_of_) {
    if (kernel != kNone) {
      followed_.try_emplace(kernel);
    }
  }
  for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
    held_by_.push_back(find_holders(command));
    sample_gap(command);
  }
  usual_gaps_ = usual_gaps(gaps_);
}

void CommandWaits::take(std::uint32_t number, const std::vector<std::string>& names, Task& task) {
  if (kernel_of_[number] != kNone) {
    follow_kernel(number, names, task);
    return;
  }
  find_waits_of(number, names, task);
  if (const auto found = followed_.find(number); found != followed_.end()) {
    found->second = {task.release, task.after};
  }
}

nanoseconds CommandWaits::end_of(std::uint32_t command) const {
  return command == kNone ? times_.origin : trace_.commands[command].end;
}

CommandWaits::Holders CommandWaits::find_holders(std::uint32_t number) const {
  Holders held;
  const auto consider = [&](std::uint32_t& holder, std::uint32_t other) {
    // what started later, or as late, contradicts what was recorded
    if (other < number && (holder == kNone || end_of(other) > end_of(holder))) {
      holder = other;
    }
  };
  consider(held.in_stream, waits_.stream_predecessor[number]);
  for (const std::uint32_t event : waits_.events[number]) {
    consider(held.in_stream, event);
  }
  held.last = held.in_stream;
  consider(held.last, modelled_.engine_before[number]);
  return held;
}

/// Whether the host had called for it before the GPU could have begun.
bool CommandWaits::called_early(std::uint32_t number) const {
  return !times_.issued[number].after.empty() && times_.issued[number].time < end_of(held_by_[number].last);
}
/// When the GPU began it: with the switch to its process, which is a part of it in the model.
nanoseconds CommandWaits::begin_of(std::uint32_t number) const {
  const std::uint32_t before = modelled_.engine_before[number];
  const bool switches = before != kNone && trace_.commands[before].process != trace_.commands[number].process;
  return trace_.commands[number].start - (switches ? switch_ : nanoseconds{0});
}
/// In which nothing that is known held it back on the GPU.
nanoseconds CommandWaits::idle_before(std::uint32_t number, std::uint32_t holder) const {
  return std::max(nanoseconds{0}, begin_of(number) - end_of(holder));
}

/// Pages move when their kernel has run for so long: so long after what that waited for. Where it had ended, so long
/// after that.
void CommandWaits::follow_kernel(std::uint32_t number, const std::vector<std::string>& names, Task& task) const {
  const RecordedCommand& command = trace_.commands[number];
  const std::uint32_t kernel = kernel_of_[number];
  const RecordedCommand& cause = trace_.commands[kernel];
  if (cause.end <= command.start) {
    task.after = {{names[kernel], command.start - cause.end}};
    return;
  }
  const Waits& waits = followed_.at(kernel);
  const Millis since = command.start - cause.start;
  if (waits.after.empty() || waits.release > Millis{0}) {
    task.release = waits.release + since;
  }
  for (const Predecessor& before : waits.after) {
    task.after.push_back({before.task, before.lag + since});
  }
}

/// What the recording has no reason for is a lag behind what had held the command back last.
template <class WaitFor>
void CommandWaits::take_idle_time(std::uint32_t number, Task& task, const WaitFor& wait_for) {
  const auto [in_stream, last] = held_by_[number];
  const bool uncalled = times_.issued[number].after.empty();
  if (!uncalled && last != in_stream && idle_before(number, last) <= kBetweenStreams) {
    return;
  }
  const std::uint32_t holder = uncalled ? in_stream : last;
  const nanoseconds idle = idle_before(number, holder);
  if (holder == kNone) {
    task.release = std::max(task.release, Millis(trace_.commands[number].start - times_.origin));
    return;
  }
  const Millis usual =
      usual_gaps_.between(stage_of(trace_.commands[holder].kind), stage_of(trace_.commands[number].kind));
  if (Millis(idle) > usual) {
    wait_for(holder, idle);
    if (!uncalled) {
      unexplained_.emplace(number,
                           TimeSpan{begin_of(number) - idle + std::chrono::ceil<nanoseconds>(usual), begin_of(number)});
    }
  }
}

void CommandWaits::find_waits_of(std::uint32_t number, const std::vector<std::string>& names, Task& task) {
  const Issued& issued = times_.issued[number];
  const std::uint32_t before = waits_.stream_predecessor[number];
  std::map<std::uint32_t, nanoseconds> after;  // by command: lag
  const auto wait_for = [&](std::uint32_t other, nanoseconds lag) {
    if (other >= number) {
      return;  // it started later: what was recorded contradicts itself
    }
    nanoseconds& known = after.try_emplace(other, nanoseconds{0}).first->second;
    known = std::max(known, lag);
  };
  if (before != kNone) {
    wait_for(before, nanoseconds{0});
  }
  for (const std::uint32_t event : waits_.events[number]) {
    wait_for(event, nanoseconds{0});
  }
  if (issued.after.empty()) {  // nobody says when it was issued
    ++uncalled_;
  }
  const nanoseconds launch = called_early(number) || issued.after.empty()
                                 ? nanoseconds{0}
                                 : std::max(nanoseconds{0}, begin_of(number) - issued.time);
  for (const HostWait& wait : issued.after) {
    if (wait.command == kNone) {
      task.release = Millis(wait.lag + launch);
    } else {
      wait_for(wait.command, wait.lag + launch);
    }
  }
  if (called_early(number) || issued.after.empty()) {
    take_idle_time(number, task, wait_for);
  }
  for (const auto& [other, lag] : after) {
    task.after.push_back({names[other], Millis(lag)});
  }
}

/// Between two commands of one stream; between copies the driver fills its buffer, which is no gap of the GPU.
void CommandWaits::sample_gap(std::uint32_t number) {
  const Holders& held = held_by_[number];
  if (held.last == kNone || held.last != waits_.stream_predecessor[number] || !called_early(number)) {
    return;
  }
  const Stage before = stage_of(trace_.commands[held.last].kind);
  const Stage after = stage_of(trace_.commands[number].kind);
  const nanoseconds gap = idle_before(number, held.last);
  if (before == Stage::kernel && after == Stage::kernel) {
    gaps_.kernel_kernel.push_back(gap);
  } else if (after == Stage::kernel) {
    gaps_.copy_kernel.push_back(gap);
  } else if (before == Stage::kernel) {
    gaps_.kernel_copy.push_back(gap);
  }
}

}  // namespace warpshop::io
