#include "sim/io/import/command_waits.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

namespace warpshop::io {

using std::chrono::nanoseconds;

std::vector<IdleTime> idle_times(const RecordedTrace& trace, nanoseconds origin) {
  std::vector<IdleTime> idle;
  nanoseconds busy_until = origin;
  std::uint32_t last = kNone;  // of the commands so far, the one that ends last
  for (std::uint32_t i = 0; i < trace.commands.size(); ++i) {
    const RecordedCommand& command = trace.commands[i];
    if (command.start > busy_until) {
      idle.push_back({.span = {busy_until, command.start}, .before = last, .after = i});
    }
    if (last == kNone || command.end > busy_until) {
      last = i;
    }
    busy_until = std::max(busy_until, command.end);
  }
  return idle;
}

nanoseconds idle_within(const std::vector<IdleTime>& idle, std::vector<TimeSpan> spans) {
  std::sort(spans.begin(), spans.end(), [](const TimeSpan& a, const TimeSpan& b) { return a.start < b.start; });
  nanoseconds all{0};
  nanoseconds until = nanoseconds::min();  // counted so far
  std::size_t first = 0;
  for (const TimeSpan& span : spans) {
    while (first < idle.size() && idle[first].span.end <= span.start) {
      ++first;
    }
    for (std::size_t i = first; i < idle.size() && idle[i].span.start < span.end; ++i) {
      const nanoseconds start = std::max({idle[i].span.start, span.start, until});
      const nanoseconds end = std::min(idle[i].span.end, span.end);
      all += std::max(nanoseconds{0}, end - start);
    }
    until = std::max(until, span.end);
  }
  return all;
}

IdleReason reason_of(const IdleTime& idle, const Issued& issued) {
  if (issued.after.empty()) {
    return IdleReason::uncalled;
  }
  const nanoseconds called_after = issued.time - idle.span.start;
  if (2 * called_after < idle.span.end - idle.span.start) {
    return IdleReason::launch;
  }
  const bool waited = std::any_of(issued.after.begin(), issued.after.end(), [&](const HostWait& wait) {
    return wait.command != kNone && wait.command == idle.before;
  });
  return waited ? IdleReason::host_that_waited : IdleReason::host;
}

namespace {

using std::chrono::nanoseconds;

/// Idle time behind a command of another stream that says no more than that the GPU went from one to the other.
constexpr nanoseconds kBetweenStreams{20'000};

/// What commands of a recording wait for, as tasks do: releases, others, and lags behind these.
class CommandWaitFinder {
 public:
  CommandWaitFinder(const RecordedTrace& trace, const RecordedWaits& waits, const HostTimes& times,
                    const ModelledTimes& modelled, const std::vector<std::uint32_t>& kernel_of)
      : trace_(trace),
        waits_(waits),
        times_(times),
        modelled_(modelled),
        kernel_of_(kernel_of),
        switch_(std::chrono::round<nanoseconds>(least_switch(trace).value_or(Millis{0}))) {
    for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
      held_by_.push_back(find_holders(command));
      sample_gap(command);
    }
    usual_gaps_ = usual_gaps(found_.gaps);
  }

  CommandWaits find() {
    for (std::uint32_t number = 0; number < trace_.commands.size(); ++number) {
      found_.of.push_back(kernel_of_[number] == kNone ? waits_of(number) : after_kernel(number));
    }
    return std::move(found_);
  }

 private:
  /// What a command had to wait for on the GPU: the last of its stream and of the events that its stream waited for;
  /// and, if that ended later, the last on its engine. kNone: nothing, from the origin on.
  struct Holders {
    std::uint32_t in_stream = kNone;
    std::uint32_t last = kNone;
  };
  nanoseconds end_of(std::uint32_t command) const {
    return command == kNone ? times_.origin : trace_.commands[command].end;
  }

  Holders find_holders(std::uint32_t number) const {
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
  bool called_early(std::uint32_t number) const {
    return !times_.issued[number].after.empty() && times_.issued[number].time < end_of(held_by_[number].last);
  }

  /// When the GPU began it: with the switch to its process, which is a part of it in the model.
  nanoseconds begin_of(std::uint32_t number) const {
    const std::uint32_t before = modelled_.engine_before[number];
    const bool switches = before != kNone && trace_.commands[before].process != trace_.commands[number].process;
    return trace_.commands[number].start - (switches ? switch_ : nanoseconds{0});
  }

  /// In which nothing that is known held it back on the GPU.
  nanoseconds idle_before(std::uint32_t number, std::uint32_t holder) const {
    return std::max(nanoseconds{0}, begin_of(number) - end_of(holder));
  }

  /// Pages move when their kernel has run for so long: so long after what that waited for. Where it had ended, so long
  /// after that.
  CommandWait after_kernel(std::uint32_t number) const {
    const RecordedCommand& command = trace_.commands[number];
    const std::uint32_t kernel = kernel_of_[number];
    const RecordedCommand& cause = trace_.commands[kernel];
    if (cause.end <= command.start) {
      return {.release = {}, .after = {{kernel, command.start - cause.end}}};
    }
    CommandWait wait = found_.of[kernel];
    const Millis since = command.start - cause.start;
    if (wait.after.empty() || wait.release > Millis{0}) {
      wait.release += since;
    }
    for (auto& [before, lag] : wait.after) {
      lag += since;
    }
    return wait;
  }

  CommandWait waits_of(std::uint32_t number) {
    CommandWait wait;
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
      ++found_.uncalled;
    }
    const nanoseconds launch = called_early(number) || issued.after.empty()
                                   ? nanoseconds{0}
                                   : std::max(nanoseconds{0}, begin_of(number) - issued.time);
    for (const HostWait& host : issued.after) {
      if (host.command == kNone) {
        wait.release = Millis(host.lag + launch);
      } else {
        wait_for(host.command, host.lag + launch);
      }
    }
    if (called_early(number) || issued.after.empty()) {
      take_idle_time(number, wait.release, wait_for);
    }
    for (const auto& [other, lag] : after) {
      wait.after.emplace_back(other, Millis(lag));
    }
    return wait;
  }

  /// What the recording has no reason for is a lag behind what had held the command back last.
  void take_idle_time(std::uint32_t number, Millis& release,
                      const std::function<void(std::uint32_t, nanoseconds)>& wait_for) {
    const auto [in_stream, last] = held_by_[number];
    const bool uncalled = times_.issued[number].after.empty();
    if (!uncalled && last != in_stream && idle_before(number, last) <= kBetweenStreams) {
      return;
    }
    const std::uint32_t holder = uncalled ? in_stream : last;
    const nanoseconds idle = idle_before(number, holder);
    if (holder == kNone) {
      release = std::max(release, Millis(trace_.commands[number].start - times_.origin));
      return;
    }
    const Millis usual =
        usual_gaps_.between(stage_of(trace_.commands[holder].kind), stage_of(trace_.commands[number].kind));
    if (Millis(idle) > usual) {
      wait_for(holder, idle);
      if (!uncalled) {
        found_.unexplained.emplace(
            number, TimeSpan{begin_of(number) - idle + std::chrono::ceil<nanoseconds>(usual), begin_of(number)});
      }
    }
  }

  /// Between two commands of one stream; between copies the driver fills its buffer, which is no gap of the GPU.
  void sample_gap(std::uint32_t number) {
    const Holders& held = held_by_[number];
    if (held.last == kNone || held.last != waits_.stream_predecessor[number] || !called_early(number)) {
      return;
    }
    const Stage before = stage_of(trace_.commands[held.last].kind);
    const Stage after = stage_of(trace_.commands[number].kind);
    const nanoseconds gap = idle_before(number, held.last);
    if (before == Stage::kernel && after == Stage::kernel) {
      found_.gaps.kernel_kernel.push_back(gap);
    } else if (after == Stage::kernel) {
      found_.gaps.copy_kernel.push_back(gap);
    } else if (before == Stage::kernel) {
      found_.gaps.kernel_copy.push_back(gap);
    }
  }

  const RecordedTrace& trace_;
  const RecordedWaits& waits_;
  const HostTimes& times_;
  const ModelledTimes& modelled_;
  const std::vector<std::uint32_t>& kernel_of_;  ///< by command: that it follows; or kNone
  nanoseconds switch_;                           ///< between processes, of kernels
  std::vector<Holders> held_by_;                 ///< by command
  StreamGaps usual_gaps_;
  CommandWaits found_;
};

}  // namespace

CommandWaits find_command_waits(const RecordedTrace& trace, const RecordedWaits& waits, const HostTimes& times,
                                const ModelledTimes& modelled, const std::vector<std::uint32_t>& kernel_of) {
  return CommandWaitFinder(trace, waits, times, modelled, kernel_of).find();
}

}  // namespace warpshop::io
