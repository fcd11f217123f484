#include "sim/io/import/host_clock.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t kMostAnchors = 6;

/// By thread: the line of execution that it belongs to. A thread joins the first line of its process none of whose
/// threads calls while it does; one call in a hundred may.
std::map<std::uint64_t, std::size_t> lines_of_execution(const RecordedTrace& trace, const RecordedWaits& waits) {
  std::unordered_map<std::uint64_t, std::size_t> calls;
  std::map<std::uint64_t, std::map<std::uint64_t, std::size_t>> overlaps;  // by two threads, both ways: calls
  std::map<std::uint64_t, nanoseconds> busy_until;                         // of threads that are in a call
  std::vector<std::uint64_t> threads;                                      // by first call
  std::unordered_map<std::uint64_t, std::uint32_t> process_of;             // by thread
  for (std::uint32_t number = 0; number < trace.calls.size(); ++number) {
    if (waits.nested[number]) {
      continue;
    }
    const RecordedCall& call = trace.calls[number];
    if (calls[call.thread]++ == 0) {
      threads.push_back(call.thread);
      process_of[call.thread] = call.process;
    }
    std::erase_if(busy_until, [&](const auto& busy) { return busy.second <= call.start; });
    for (const auto& [thread, until] : busy_until) {
      if (thread != call.thread) {
        ++overlaps[thread][call.thread];
        ++overlaps[call.thread][thread];
      }
    }
    nanoseconds& until = busy_until[call.thread];
    until = std::max(until, call.end);
  }
  std::map<std::uint64_t, std::size_t> line_of;
  for (const std::uint64_t thread : threads) {
    std::set<std::size_t> taken;  // lines of threads that call while it does, or of another process
    for (const auto& [other, line] : line_of) {
      if (process_of[other] != process_of[thread]) {
        taken.insert(line);
      }
    }
    if (const auto found = overlaps.find(thread); found != overlaps.end()) {
      for (const auto& [other, count] : found->second) {
        if (line_of.contains(other) && 100 * count > std::min(calls[thread], calls[other])) {
          taken.insert(line_of[other]);
        }
      }
    }
    std::size_t line = 0;
    while (taken.contains(line)) {
      ++line;
    }
    line_of[thread] = line;
  }
  return line_of;
}

class HostReader {
 public:
  HostReader(const RecordedTrace& trace, const RecordedWaits& waits, nanoseconds origin)
      : trace_(trace), waits_(waits), readings_(trace.commands.size()), origin_(origin) {
    times_.issued.resize(trace.commands.size());
    std::array<nanoseconds, 3> ends{origin, origin, origin};  // [Stage]
    for (const RecordedCommand& command : trace.commands) {
      nanoseconds& end = ends[index(stage_of(command.kind))];
      engine_free_.push_back(end);
      end = std::max(end, command.end);
    }
  }

  HostTimes read() {
    const std::map<std::uint64_t, std::size_t> line_of = lines_of_execution(trace_, waits_);
    for (const auto& [thread, line] : line_of) {
      times_.threads = std::max(times_.threads, line + 1);
    }
    std::vector<Line> lines(times_.threads);
    for (Line& line : lines) {
      line.anchors.push_back({.command = kNone, .reading = origin_});
    }
    for (std::uint32_t call = 0; call < trace_.calls.size(); ++call) {
      if (!waits_.nested[call]) {
        read_call(call, lines[line_of.at(trace_.calls[call].thread)]);
      }
    }
    return std::move(times_);
  }

 private:
  /// A command that the host has waited for, and what its clock read then.
  struct Anchor {
    std::uint32_t command = kNone;
    nanoseconds reading{0};
    std::uint32_t call = 0;  ///< in which it waited
  };
  struct Line {
    nanoseconds blocked{0};  ///< so far
    std::vector<Anchor> anchors;
  };

  bool blocks(std::uint32_t call, std::uint32_t command) const {
    const auto& awaited = waits_.awaited[call];
    return std::find(awaited.begin(), awaited.end(), command) != awaited.end();
  }

  void read_call(std::uint32_t number, Line& line) {
    const RecordedCall& call = trace_.calls[number];
    for (const std::uint32_t command : waits_.issued[number]) {
      const nanoseconds start = trace_.commands[command].start;
      issue(command, blocks(number, command) ? std::min(call.start, start) : std::min(call.end, start), line);
      latest_end_ = std::max(latest_end_, trace_.commands[command].end);
    }
    if (!waits_.awaited[number].empty()) {
      wait(number, line);
    }
  }

  void issue(std::uint32_t command, nanoseconds time, const Line& line) {
    Issued& issued = times_.issued[command];
    issued.time = time;
    readings_[command] = time - line.blocked;
    for (const Anchor& anchor : line.anchors) {
      issued.after.push_back({anchor.command, std::max(nanoseconds{0}, readings_[command] - anchor.reading)});
    }
  }

  /// When the host began to wait: with a call that synchronises; with a copy that blocks when it started, or before
  /// that, if the GPU had something else to do first.
  nanoseconds wait_begin(std::uint32_t number) const {
    const RecordedCall& call = trace_.calls[number];
    if (call.kind != CallKind::copy) {
      return call.start;
    }
    const std::uint32_t copy = waits_.awaited[number].front();
    const std::uint32_t before = waits_.stream_predecessor[copy];
    const bool held_up =
        engine_free_[copy] > call.start || (before != kNone && trace_.commands[before].end > call.start);
    return held_up ? call.start : std::max(call.start, trace_.commands[copy].start);
  }

  void wait(std::uint32_t number, Line& line) {
    const RecordedCall& call = trace_.calls[number];
    nanoseconds end{0};
    for (const std::uint32_t command : waits_.awaited[number]) {
      end = std::max(end, trace_.commands[command].end);
    }
    const nanoseconds begin = wait_begin(number);
    const nanoseconds until = std::clamp(end, begin, std::max(begin, call.end));
    line.blocked += until - begin;
    times_.blocked += until - begin;
    // what ends after the call has returned, as the two clocks differ or a copy went on, holds the host until then
    const nanoseconds reading = std::max(until, end) - line.blocked;
    for (const std::uint32_t command : waits_.awaited[number]) {
      add({command, reading, number}, until > begin, line);
    }
    if (line.anchors.size() > kMostAnchors) {
      keep_latest(line);
    }
    if (latest_end_ <= until + trace_.resolution) {
      times_.idle_after.push_back(number);
    }
  }

  /// A wait that came right behind the issue of the command that it was for, and that held the host up, stands for
  /// those before that.
  void add(const Anchor& anchor, bool blocked, Line& line) {
    constexpr nanoseconds kAtOnce{5'000};
    constexpr int kPart = 20;  // of the command's duration
    const nanoseconds lasts = trace_.commands[anchor.command].end - trace_.commands[anchor.command].start;
    const bool issued_here = !times_.issued[anchor.command].after.empty();
    const nanoseconds between = anchor.reading - readings_[anchor.command];
    const bool at_once = blocked && issued_here && between <= lasts && between <= std::max(kAtOnce, lasts / kPart);
    std::erase_if(line.anchors, [&](const Anchor& other) {
      return other.command != kNone && other.command != anchor.command && at_once &&
             other.call < waits_.call_of[anchor.command];
    });
    const auto known = std::find_if(line.anchors.begin(), line.anchors.end(),
                                    [&](const Anchor& other) { return other.command == anchor.command; });
    if (known == line.anchors.end()) {
      line.anchors.push_back(anchor);
    } else {  // who has waited for it before has had more time since
      known->reading = std::min(known->reading, anchor.reading);
    }
  }

  /// The start of all, and those that hold the host up longest in the recording.
  void keep_latest(Line& line) const {
    const auto held_until = [&](const Anchor& anchor) {
      return anchor.command == kNone ? nanoseconds::max() : trace_.commands[anchor.command].end - anchor.reading;
    };
    std::stable_sort(line.anchors.begin(), line.anchors.end(),
                     [&](const Anchor& a, const Anchor& b) { return held_until(a) > held_until(b); });
    line.anchors.resize(kMostAnchors);
  }

  const RecordedTrace& trace_;
  const RecordedWaits& waits_;
  HostTimes times_;
  std::vector<nanoseconds> readings_;     ///< by command: the host's clock when it was issued
  std::vector<nanoseconds> engine_free_;  ///< by command: when all had ended that started on its engine before it
  nanoseconds origin_;
  nanoseconds latest_end_{0};  ///< of what has been issued
};

}  // namespace

HostTimes read_host_times(const RecordedTrace& trace, const RecordedWaits& waits) {
  nanoseconds origin = trace.commands.empty() ? nanoseconds{0} : trace.commands.front().start;
  for (std::uint32_t command = 0; command < trace.commands.size(); ++command) {
    if (waits.call_of[command] != kNone) {
      origin = std::min(origin, trace.calls[waits.call_of[command]].start);
    }
  }
  HostTimes times = HostReader(trace, waits, origin).read();
  times.origin = origin;
  return times;
}

}  // namespace warpshop::io
