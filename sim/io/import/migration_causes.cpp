#include "sim/io/import/migration_causes.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <unordered_map>

#include "sim/io/import/recorded_waits.hpp"
#include "sim/io/import/sort_by_start.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// What a process has done up to a time.
struct Past {
  std::uint32_t running = kNone;         ///< kernel that started last
  std::uint32_t ended = kNone;           ///< kernel that ended last, of those that started
  const RecordedCall* call = nullptr;    ///< the last one
  const RecordedCall* asking = nullptr;  ///< the last prefetch
};

class CauseFinder {
 public:
  explicit CauseFinder(RecordedTrace& trace) : trace_(trace), kernel_of_(trace.commands.size(), kNone) {
    for (const RecordedCall& call : trace.calls) {
      fresh_ = std::max(fresh_, call.correlation);
    }
    for (const RecordedCommand& command : trace.commands) {
      fresh_ = std::max(fresh_, command.correlation);
    }
  }

  std::vector<std::uint32_t> find() {
    std::vector<RecordedCall> faults;
    std::size_t next_call = 0;
    for (std::uint32_t number = 0; number < trace_.commands.size(); ++number) {
      RecordedCommand& command = trace_.commands[number];
      for (; next_call < trace_.calls.size() && trace_.calls[next_call].start <= command.start; ++next_call) {
        take(trace_.calls[next_call]);
      }
      if (is_migration(command.kind) && command.correlation == 0) {
        explain(number, faults);
      } else if (command.kind == CommandKind::kernel) {
        take(number);
      }
    }
    trace_.calls.insert(trace_.calls.end(), faults.begin(), faults.end());
    sort_by_start(trace_.calls);
    return std::move(kernel_of_);
  }

 private:
  void take(const RecordedCall& call) {
    Past& past = past_[call.process];
    past.call = &call;
    if (call.kind == CallKind::prefetch && call.correlation != 0) {
      past.asking = &call;
    }
  }

  void take(std::uint32_t kernel) {
    Past& past = past_[trace_.commands[kernel].process];
    past.running = kernel;
    if (past.ended == kNone || trace_.commands[kernel].end >= trace_.commands[past.ended].end) {
      past.ended = kernel;
    }
  }

  void explain(std::uint32_t number, std::vector<RecordedCall>& faults) {
    RecordedCommand& migration = trace_.commands[number];
    const Past& past = past_[migration.process];
    const auto lasts = [&](std::uint32_t kernel) {
      return kernel != kNone && trace_.commands[kernel].end > migration.start;
    };
    const bool host_waits = past.call != nullptr && past.call->end > migration.start;
    if (migration.asked_for && past.asking != nullptr) {
      migration.correlation = past.asking->correlation;
    } else if (lasts(past.running)) {
      kernel_of_[number] = past.running;
    } else if (lasts(past.ended) || (past.ended != kNone && host_waits)) {
      kernel_of_[number] = past.ended;
    } else if (past.call != nullptr) {
      migration.correlation = ++fresh_;
      faults.push_back({.kind = CallKind::copy,
                        .start = migration.start,
                        .end = migration.end,
                        .thread = past.call->thread,
                        .process = migration.process,
                        .correlation = migration.correlation});
    }
  }

  RecordedTrace& trace_;
  std::vector<std::uint32_t> kernel_of_;
  std::unordered_map<std::uint32_t, Past> past_;  ///< by process
  std::uint64_t fresh_ = 0;                       ///< the largest correlation
};

}  // namespace

std::vector<std::uint32_t> find_migration_causes(RecordedTrace& trace) {
  return CauseFinder(trace).find();
}

}  // namespace warpshop::io
