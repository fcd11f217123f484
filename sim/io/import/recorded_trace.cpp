#include "sim/io/import/recorded_trace.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <unordered_map>

#include "sim/io/import/recorded_waits.hpp"

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

namespace {

bool is_suffix(std::string_view text) {
  return text == "ptsz" || text == "ptds" || text == "spt" ||
         (text.size() >= 2 && text.front() == 'v' && text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

std::string_view without_suffixes(std::string_view name) {
  for (std::size_t at = name.rfind('_'); at != std::string_view::npos && is_suffix(name.substr(at + 1));
       at = name.rfind('_')) {
    name = name.substr(0, at);
  }
  return name;
}

/// Without `cuda`, `cu` or `hip`; empty where none stands there.
std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"cuda", "cu", "hip"}) {
    if (name.starts_with(prefix)) {
      return name.substr(prefix.size());
    }
  }
  return {};
}

struct CallRule {
  std::string_view start;
  CallKind kind = CallKind::other;
  bool whole = false;  ///< the name ends there
};

/// The first that fits counts. HIP has the names of CUDA's runtime and driver, and a few of its own (HIP runtime API
/// reference: modules, memory management, stream ordered memory allocator).
constexpr std::array kCallRules{
    CallRule{"LaunchHostFunc", CallKind::other},
    CallRule{"Launch", CallKind::launch},
    CallRule{"GraphLaunch", CallKind::launch, true},
    CallRule{"ModuleLaunch", CallKind::launch},
    CallRule{"ExtLaunch", CallKind::launch},
    CallRule{"ExtModuleLaunch", CallKind::launch},
    CallRule{"HccModuleLaunch", CallKind::launch},
    CallRule{"MemPrefetch", CallKind::prefetch},
    CallRule{"Memcpy", CallKind::copy},
    CallRule{"Memset", CallKind::copy},
    CallRule{"DeviceSynchronize", CallKind::synchronise_device, true},
    CallRule{"ThreadSynchronize", CallKind::synchronise_device, true},
    CallRule{"CtxSynchronize", CallKind::synchronise_device, true},
    CallRule{"StreamSynchronize", CallKind::synchronise_stream, true},
    CallRule{"EventSynchronize", CallKind::synchronise_event, true},
    CallRule{"EventRecord", CallKind::record_event, true},
    CallRule{"EventRecordWithFlags", CallKind::record_event, true},
    CallRule{"StreamWaitEvent", CallKind::wait_event, true},
    CallRule{"Malloc", CallKind::allocate},
    CallRule{"HostAlloc", CallKind::allocate, true},
    CallRule{"HostMalloc", CallKind::allocate},
    CallRule{"ExtMalloc", CallKind::allocate},
    CallRule{"MemAlloc", CallKind::allocate},
    CallRule{"MemHostAlloc", CallKind::allocate, true},
    CallRule{"MemCreate", CallKind::allocate, true},
    CallRule{"Free", CallKind::free},
    CallRule{"HostFree", CallKind::free, true},
    CallRule{"MemFree", CallKind::free},
    CallRule{"MemRelease", CallKind::free, true},
};

/// Calls by CUPTI's numbers, from `first` to `last`.
struct NumberedCalls {
  CallKind kind;
  std::int64_t first;
  std::int64_t last;
};

// clang-format off
constexpr std::array<NumberedCalls, 30> kRuntimeCalls{{
    {CallKind::launch, 13, 13}, {CallKind::launch, 211, 211}, {CallKind::launch, 213, 214},
    {CallKind::launch, 269, 270}, {CallKind::launch, 272, 272}, {CallKind::launch, 311, 312},
    {CallKind::launch, 430, 431},
    {CallKind::copy, 31, 52}, {CallKind::copy, 142, 145}, {CallKind::copy, 160, 163}, {CallKind::copy, 215, 236},
    {CallKind::copy, 243, 246}, {CallKind::copy, 249, 250},
    {CallKind::prefetch, 252, 253}, {CallKind::prefetch, 449, 450},
    {CallKind::synchronise_device, 126, 126}, {CallKind::synchronise_device, 165, 165},
    {CallKind::synchronise_stream, 131, 131}, {CallKind::synchronise_stream, 239, 239},
    {CallKind::synchronise_event, 137, 137},
    {CallKind::record_event, 135, 135}, {CallKind::record_event, 242, 242}, {CallKind::record_event, 370, 371},
    {CallKind::wait_event, 147, 147}, {CallKind::wait_event, 247, 247},
    {CallKind::free, 22, 22}, {CallKind::free, 24, 24}, {CallKind::free, 26, 26}, {CallKind::free, 194, 194},
    {CallKind::free, 375, 376}}};

constexpr std::array<NumberedCalls, 51> kDriverCalls{{
    {CallKind::launch, 115, 117}, {CallKind::launch, 307, 307}, {CallKind::launch, 442, 442},
    {CallKind::launch, 477, 478}, {CallKind::launch, 480, 480}, {CallKind::launch, 514, 515},
    {CallKind::launch, 652, 653},
    {CallKind::copy, 43, 43}, {CallKind::copy, 45, 45}, {CallKind::copy, 47, 47}, {CallKind::copy, 49, 49},
    {CallKind::copy, 51, 51}, {CallKind::copy, 53, 58}, {CallKind::copy, 60, 60}, {CallKind::copy, 62, 62},
    {CallKind::copy, 64, 64}, {CallKind::copy, 66, 69}, {CallKind::copy, 71, 71}, {CallKind::copy, 73, 73},
    {CallKind::copy, 75, 75}, {CallKind::copy, 77, 77}, {CallKind::copy, 79, 79}, {CallKind::copy, 81, 81},
    {CallKind::copy, 216, 216}, {CallKind::copy, 218, 218}, {CallKind::copy, 220, 220}, {CallKind::copy, 222, 222},
    {CallKind::copy, 224, 224}, {CallKind::copy, 226, 226}, {CallKind::copy, 248, 254}, {CallKind::copy, 276, 293},
    {CallKind::copy, 305, 306}, {CallKind::copy, 318, 321}, {CallKind::copy, 397, 416}, {CallKind::copy, 418, 433},
    {CallKind::prefetch, 467, 468}, {CallKind::prefetch, 716, 717},
    {CallKind::synchronise_device, 17, 17},
    {CallKind::synchronise_stream, 126, 126}, {CallKind::synchronise_stream, 440, 440},
    {CallKind::synchronise_event, 121, 121},
    {CallKind::record_event, 119, 119}, {CallKind::record_event, 441, 441}, {CallKind::record_event, 587, 588},
    {CallKind::wait_event, 295, 295}, {CallKind::wait_event, 436, 436},
    {CallKind::free, 33, 33}, {CallKind::free, 38, 38}, {CallKind::free, 245, 245}, {CallKind::free, 550, 550},
    {CallKind::free, 600, 601}}};
// clang-format on

CallKind kind_in(std::span<const NumberedCalls> calls, std::int64_t id) {
  const auto found = std::find_if(calls.begin(), calls.end(),
                                  [&](const NumberedCalls& some) { return some.first <= id && id <= some.last; });
  return found == calls.end() ? CallKind::other : found->kind;
}

}  // namespace

CallKind call_kind(std::string_view name) {
  const std::string_view action = without_prefix(without_suffixes(name));
  const auto* const rule = std::find_if(kCallRules.begin(), kCallRules.end(), [&](const CallRule& candidate) {
    return candidate.whole ? action == candidate.start : action.starts_with(candidate.start);
  });
  return rule == kCallRules.end() ? CallKind::other : rule->kind;
}

CallKind runtime_call(std::int64_t id) {
  return kind_in(kRuntimeCalls, id);
}

CallKind driver_call(std::int64_t id) {
  return kind_in(kDriverCalls, id);
}

}  // namespace warpshop::io
