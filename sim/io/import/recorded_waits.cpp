#include "sim/io/import/recorded_waits.hpp"

#include <algorithm>
#include <chrono>
#include <compare>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

class WaitFinder {
 public:
  explicit WaitFinder(const RecordedTrace& trace) : trace_(trace) {
    waits_.call_of.assign(trace.commands.size(), kNone);
    waits_.stream_predecessor.assign(trace.commands.size(), kNone);
    waits_.events.resize(trace.commands.size());
    waits_.nested.assign(trace.calls.size(), false);
    waits_.issued.resize(trace.calls.size());
    waits_.awaited.resize(trace.calls.size());
  }

  RecordedWaits find() {
    join_commands_to_calls();
    order_streams();
    for (std::uint32_t call = 0; call < trace_.calls.size(); ++call) {
      if (waits_.nested[call]) {
        continue;
      }
      take_events(call);
      for (const std::uint32_t command : waits_.issued[call]) {
        give_events(command);
      }
      waits_.awaited[call] = awaited_by(call);
    }
    return std::move(waits_);
  }

 private:
  struct Stream {
    std::uint32_t process;
    std::uint64_t stream;
    auto operator<=>(const Stream&) const = default;
  };
  struct Issue {
    nanoseconds time;
    std::uint32_t command;
    bool operator<(const Issue& other) const { return time < other.time; }
  };

  /// A call within another one of its thread is part of that; so are its commands.
  void join_commands_to_calls() {
    std::unordered_map<std::uint64_t, std::uint32_t> open;            // by thread: the last outermost call
    std::unordered_map<std::uint64_t, std::uint32_t> by_correlation;  // outermost
    for (std::uint32_t call = 0; call < trace_.calls.size(); ++call) {
      const RecordedCall& own = trace_.calls[call];
      const auto [outer, is_first] = open.try_emplace(own.thread, call);
      waits_.nested[call] = !is_first && own.end <= trace_.calls[outer->second].end;
      if (!waits_.nested[call]) {
        outer->second = call;
      }
      if (own.correlation != 0) {
        by_correlation.try_emplace(own.correlation, outer->second);
      }
    }
    for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
      const auto found = by_correlation.find(trace_.commands[command].correlation);
      if (trace_.commands[command].correlation != 0 && found != by_correlation.end()) {
        waits_.call_of[command] = found->second;
        waits_.issued[found->second].push_back(command);
      }
    }
  }

  void order_streams() {
    std::unordered_map<std::uint64_t, std::uint32_t> last;
    for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
      if (is_migration(trace_.commands[command].kind) && !trace_.commands[command].asked_for) {
        continue;  // pages are in no stream, unless they were told to
      }
      const std::uint64_t stream = trace_.commands[command].stream;
      if (const auto [before, is_first] = last.try_emplace(stream, command); !is_first) {
        waits_.stream_predecessor[command] = std::exchange(before->second, command);
      }
      streams_[{trace_.commands[command].process, stream}].push_back({issue_time(command), command});
    }
    for (auto& [stream, issues] : streams_) {
      std::stable_sort(issues.begin(), issues.end());
    }
  }

  nanoseconds issue_time(std::uint32_t command) const {
    const std::uint32_t call = waits_.call_of[command];
    return call == kNone ? trace_.commands[command].start : trace_.calls[call].start;
  }

  /// The last command of a stream that was issued before a time; or kNone.
  std::uint32_t last_issued(const Stream& stream, nanoseconds before) const {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) {
      return kNone;
    }
    const auto next = std::lower_bound(found->second.begin(), found->second.end(), Issue{before, 0});
    return next == found->second.begin() ? kNone : std::prev(next)->command;
  }

  /// The same of all streams of a process.
  std::vector<std::uint32_t> last_of_streams(std::uint32_t process, nanoseconds before,
                                             std::optional<std::uint64_t> but = {}) const {
    std::vector<std::uint32_t> last;
    for (auto at = streams_.lower_bound({process, 0}); at != streams_.end() && at->first.process == process; ++at) {
      if (const std::uint32_t command = last_issued(at->first, before); at->first.stream != but && command != kNone) {
        last.push_back(command);
      }
    }
    return last;
  }

  /// What an event stands for that a call waits for; nothing where that is not known.
  std::optional<std::vector<std::uint32_t>> of_event(const RecordedCall& call) const {
    const auto listed = [](std::uint32_t command) {
      return command == kNone ? std::vector<std::uint32_t>{} : std::vector{command};
    };
    if (const auto found = call.record ? records_.find(*call.record) : records_.end(); found != records_.end()) {
      return listed(found->second);
    }
    if (const auto found = call.event ? events_.find(*call.event) : events_.end(); found != events_.end()) {
      return listed(found->second);
    }
    if (call.awaited_stream) {
      return listed(last_issued({call.process, *call.awaited_stream}, call.start));
    }
    if (call.event) {
      return listed(kNone);  // it was not recorded before: nobody waits for it
    }
    return std::nullopt;
  }

  /// Of a call that records an event, or has a stream wait for one.
  void take_events(std::uint32_t number) {
    const RecordedCall& call = trace_.calls[number];
    if (call.kind == CallKind::record_event) {
      last_record_[call.process] = call.start;
      if (call.stream) {
        const std::uint32_t command = last_issued({call.process, *call.stream}, call.start);
        records_.emplace(call.correlation, command);
        if (call.event) {
          events_[*call.event] = command;
        }
      }
    } else if (call.kind == CallKind::wait_event && call.stream) {
      std::optional<std::vector<std::uint32_t>> known = of_event(call);
      std::vector<Pending>& pending = pending_[*call.stream];
      const bool guess = !known;
      for (const std::uint32_t command :
           known ? *known : last_of_streams(call.process, last_record_[call.process], *call.stream)) {
        pending.push_back({command, guess});
      }
    }
  }

  void give_events(std::uint32_t number) {
    const RecordedCommand& command = trace_.commands[number];
    const auto found = pending_.find(command.stream);
    if (found == pending_.end()) {
      return;
    }
    std::vector<std::uint32_t>& events = waits_.events[number];
    bool guessed = false;
    for (const auto& [awaited, guess] : found->second) {
      const bool possible = trace_.commands[awaited].end <= command.start + trace_.resolution;
      if (possible && awaited != number && std::find(events.begin(), events.end(), awaited) == events.end() &&
          trace_.commands[awaited].stream != command.stream) {
        events.push_back(awaited);
        guessed = guessed || guess;
      }
    }
    waits_.guessed_events += guessed ? 1 : 0;
    pending_.erase(found);
  }

  /// What ended last while a call lasted, of what had been issued before.
  std::vector<std::uint32_t> ended_within(const RecordedCall& call) const {
    std::uint32_t latest = kNone;
    for (const std::uint32_t command : last_of_streams(call.process, call.start)) {
      const nanoseconds end = trace_.commands[command].end;
      if (end > call.start && end <= call.end + trace_.resolution &&
          (latest == kNone || end > trace_.commands[latest].end)) {
        latest = command;
      }
    }
    return latest == kNone ? std::vector<std::uint32_t>{} : std::vector{latest};
  }

  /// Copies whose call returned when they had ended, or while they moved pageable memory through a buffer of the
  /// driver's. The host waits for no memset and no copy within the GPU (CUDA, API synchronization behavior): one that
  /// had ended by then was short.
  std::vector<std::uint32_t> blocking_copies(std::uint32_t call) const {
    std::vector<std::uint32_t> copies;
    for (const std::uint32_t number : waits_.issued[call]) {
      const RecordedCommand& command = trace_.commands[number];
      const nanoseconds returned = trace_.calls[call].end;
      const bool staged = command.memory == Memory::pageable && returned > command.start;
      const bool within = command.kind == CommandKind::d2d || command.kind == CommandKind::memset;
      if (command.kind != CommandKind::kernel && !within && (staged || returned >= command.end)) {
        copies.push_back(number);
      }
    }
    return copies;
  }

  std::vector<std::uint32_t> awaited_by(std::uint32_t number) {
    const RecordedCall& call = trace_.calls[number];
    switch (call.kind) {
      case CallKind::synchronise_device:
        return last_of_streams(call.process, call.start);
      case CallKind::synchronise_stream:
        if (call.stream) {
          const std::uint32_t command = last_issued({call.process, *call.stream}, call.start);
          return command == kNone ? std::vector<std::uint32_t>{} : std::vector{command};
        }
        ++waits_.guessed_calls;
        return ended_within(call);
      case CallKind::synchronise_event:
        if (auto known = of_event(call)) {
          return *known;
        }
        ++waits_.guessed_calls;
        return ended_within(call);
      case CallKind::free:
        return ended_within(call);  // the driver waits until nobody uses the memory any more
      case CallKind::copy:
      case CallKind::prefetch:
        return blocking_copies(number);
      default:
        return {};
    }
  }

  /// A command that the next one of a stream waits for, and whether that is a guess.
  struct Pending {
    std::uint32_t command;
    bool guess;
  };

  const RecordedTrace& trace_;
  RecordedWaits waits_;
  std::map<Stream, std::vector<Issue>> streams_;                     ///< by time of issue
  std::unordered_map<std::uint64_t, std::uint32_t> records_;         ///< by correlation of record_event
  std::unordered_map<std::uint64_t, std::uint32_t> events_;          ///< by event, as it was recorded last
  std::unordered_map<std::uint64_t, std::vector<Pending>> pending_;  ///< by stream
  std::unordered_map<std::uint32_t, nanoseconds> last_record_;       ///< by process
};

}  // namespace

RecordedWaits find_waits(const RecordedTrace& trace) {
  return WaitFinder(trace).find();
}

}  // namespace warpshop::io
