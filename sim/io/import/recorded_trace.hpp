#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// From `start` to `end`, on the clock of a recording; start ≤ end.
struct TimeSpan {
  std::chrono::nanoseconds start{0};
  std::chrono::nanoseconds end{0};
};

/// What a command of a recording does, and so which engine it occupies.
enum class CommandKind : std::uint8_t {
  kernel,
  h2d,            ///< a copy from memory of the host
  d2h,            ///< a copy to memory of the host
  d2d,            ///< a copy within the memory of one GPU
  peer,           ///< a copy between two GPUs
  memset,         ///< on the device
  migration_h2d,  ///< pages of unified memory that move to the GPU
  migration_d2h,  ///< pages of unified memory that move to the host
};

/// The engine that a command occupies: that of the direction of a copy, of peer copies that out; compute for all else.
constexpr Stage stage_of(CommandKind kind) {
  switch (kind) {
    case CommandKind::h2d:
    case CommandKind::migration_h2d:
      return Stage::h2d;
    case CommandKind::d2h:
    case CommandKind::migration_d2h:
    case CommandKind::peer:
      return Stage::d2h;
    default:
      return Stage::kernel;
  }
}

constexpr bool is_migration(CommandKind kind) {
  return kind == CommandKind::migration_h2d || kind == CommandKind::migration_d2h;
}

/// One command on the GPU. Names are positions in RecordedTrace::names.
struct RecordedCommand {
  CommandKind kind = CommandKind::kernel;
  std::uint32_t name = 0;
  std::chrono::nanoseconds start{0};
  std::chrono::nanoseconds end{0};  ///< ≥ start
  std::uint32_t device = 0;
  std::uint32_t process = 0;      ///< 0, 1, …; the GPU tells their commands apart by context, and so do we
  std::uint64_t stream = 0;       ///< one of its own for every stream of the recording, contexts and processes included
  std::uint64_t correlation = 0;  ///< that of the call that issued it; 0: not recorded
  Bytes bytes;                    ///< of copies and memsets
  std::optional<Memory> memory = {};  ///< of the host's side of a copy, where the recording says so
  bool asked_for = false;             ///< of a migration: the program called for it, no access did
  std::int64_t ctas = 0;              ///< of the grid; 0: not recorded
  CtaResources cta = {};              ///< threads 0: not recorded
};

/// What a call of the host's program to CUDA does.
enum class CallKind : std::uint8_t {
  launch,              ///< of kernels, graphs too
  copy,                ///< copies and memsets, with or without Async in their names
  prefetch,            ///< of pages of unified memory
  synchronise_device,  ///< or the context
  synchronise_stream,
  synchronise_event,
  record_event,
  wait_event,  ///< a stream waits, not the host
  allocate,
  free,
  other,
};

/// One call of a thread of the host. Nothing in it names a user, a machine or a file.
struct RecordedCall {
  CallKind kind = CallKind::other;
  std::chrono::nanoseconds start{0};
  std::chrono::nanoseconds end{0};  ///< ≥ start
  std::uint64_t thread = 0;         ///< one of its own for every thread of every process
  std::uint32_t process = 0;
  std::uint64_t correlation = 0;  ///< 0: not recorded
  /// Of synchronise_stream, record_event and wait_event: the stream that is waited for, or that records, or that waits.
  std::optional<std::uint64_t> stream = {};
  std::optional<std::uint64_t> event = {};  ///< of the calls with events
  /// Of synchronise_event and wait_event: the correlation of the record_event that they wait for, where it is recorded.
  std::optional<std::uint64_t> record = {};
  /// Of the same: the stream that this event was recorded on, where the recording says no more than that.
  std::optional<std::uint64_t> awaited_stream = {};
  Bytes bytes = {};  ///< of a copy, where the recording says it of the call; 0: it does not
};

/// A span that the program marked: a user annotation, an NVTX range, a step of the profiler.
struct MarkedSpan {
  std::uint32_t name = 0;
  std::chrono::nanoseconds start{0};
  std::chrono::nanoseconds end{0};  ///< ≥ start
  std::uint64_t thread = 0;
  std::uint32_t process = 0;
};

/// What a recording says of a GPU.
struct RecordedGpu {
  std::uint32_t device = 0;
  std::string name;
  std::optional<int> copy_engines = {};
  std::optional<SmModel> sm = {};
  std::optional<Bytes> memory = {};
  std::optional<BytesPerSecond> memory_bandwidth = {};
  friend bool operator==(const RecordedGpu&, const RecordedGpu&) = default;
};

/// What a profiler recorded of GPUs and of the threads that called them. Times count from an origin of the recording's
/// own. Each list by start; of equal starts, as recorded. No command stands there twice. Correlations and streams are
/// unique in the recording: those of several processes differ.
struct RecordedTrace {
  std::string file;                        ///< for error messages
  std::string source;                      ///< what recorded it, such as `PyTorch profiler`
  std::chrono::nanoseconds resolution{1};  ///< times were rounded to multiples of that
  std::vector<std::string> names;
  std::vector<RecordedCommand> commands;
  std::vector<RecordedCall> calls;
  std::vector<MarkedSpan> spans;
  std::vector<RecordedGpu> gpus;
  std::size_t repeated = 0;  ///< commands that stood there again, with nothing different
  std::size_t left_out = 0;  ///< calls, waits and spans that cannot be used, as a time or a number of theirs is none
};

}  // namespace warpshop

namespace warpshop::io {

/// What made pages of unified memory move. Nobody records it, but the driver moves them only when they are touched
/// where they are not, or when the program asks for it (CUDA C++ Programming Guide, "Unified Memory"; CUPTI's causes of
/// a migration: user, coherence, prefetch by the driver, eviction). So a migration follows
/// - the last `cudaMemPrefetchAsync` before it, where the recording says that the program asked for it;
/// - the kernel of its process that runs meanwhile: the one that started last;
/// - the kernel that ended last, where the host waits within a call: it is not the host that touches them;
/// - else the host, which stands still until it has its pages: as a call that blocks, on the thread that called last.
///
/// Adds these calls to the trace. By command: the kernel that it follows, kNone for all that is no such migration.
std::vector<std::uint32_t> find_migration_causes(RecordedTrace& trace);

/// Of equal starts, those that stood before stay before.
template <class Recorded>
void sort_by_start(std::vector<Recorded>& list) {
  const auto earlier = [](const Recorded& one, const Recorded& other) { return one.start < other.start; };
  if (!std::is_sorted(list.begin(), list.end(), earlier)) {  // which needs no memory
    std::stable_sort(list.begin(), list.end(), earlier);
  }
}

/// What a call of the runtime or driver of CUDA or HIP does, by its name as profilers write it, such as
/// `cudaMemcpyAsync`, `cuLaunchKernelEx`, `hipMemcpyWithStream` or `cudaStreamSynchronize_v3020`: suffixes of versions
/// and of the default stream (`_v7000`, `_ptsz`, `_ptds`, `_spt`) make no difference. What is not known is
/// CallKind::other.
CallKind call_kind(std::string_view name);

/// The same of what CUPTI calls by a number (`cbid`), of the calls that say something of commands: those that issue
/// them, that wait for them, and that free memory. Source: CUPTI of CUDA 13.0, enumerations
/// CUpti_runtime_api_trace_cbid and CUpti_driver_api_trace_cbid, whose numbers never change; up to CUDA 12, the last
/// with nvprof.
CallKind runtime_call(std::int64_t id);
CallKind driver_call(std::int64_t id);

}  // namespace warpshop::io
