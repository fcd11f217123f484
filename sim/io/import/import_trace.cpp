#include "sim/io/import/import_trace.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/io/import/cut_jobs.hpp"
#include "sim/io/import/host_clock.hpp"
#include "sim/io/import/migration_causes.hpp"
#include "sim/io/import/recorded_waits.hpp"
#include "sim/io/import/short_name.hpp"
#include "sim/io/import/solo_durations.hpp"
#include "sim/io/import/trace_profile.hpp"
#include "sim/model/described_kernel.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// Of each CTA, one on each SM: nobody records what a memset, or a copy within the GPU, is there.
constexpr std::int64_t kThreadsOfMemset = 256;

constexpr std::string_view describe(CommandKind kind) {
  constexpr std::array<std::string_view, 8> kNames{"kernels",
                                                   "H2D copies",
                                                   "D2H copies",
                                                   "copies within the GPU",
                                                   "copies between GPUs",
                                                   "memsets",
                                                   "migrations to the GPU",
                                                   "migrations to the host"};
  return kNames[static_cast<std::size_t>(kind)];
}

constexpr std::string_view called(CommandKind kind) {
  constexpr std::array<std::string_view, 8> kNames{"kernel", "h2d",    "d2h",           "d2d",
                                                   "peer",   "memset", "migration-h2d", "migration-d2h"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// The one GPU of a number. ROCm numbers GPUs behind the CPUs in commands, and from 0 in what it says of them: where
/// none has that number and all that are described are alike, it is one of them.
void keep_gpu(std::vector<RecordedGpu>& gpus, std::uint32_t device) {
  const auto same =
      std::find_if(gpus.begin(), gpus.end(), [&](const RecordedGpu& gpu) { return gpu.device == device; });
  const bool alike = std::all_of(gpus.begin(), gpus.end(), [&](RecordedGpu gpu) {
    gpu.device = gpus.front().device;
    return gpu == gpus.front();
  });
  if (same != gpus.end()) {
    gpus = {*same};
  } else if (gpus.empty() || !alike) {
    gpus.clear();
  } else {
    gpus.resize(1);
    gpus.front().device = device;
  }
}

/// The commands of one GPU alone, and what the trace says of it. Calls and spans are of the host: all stay.
RecordedTrace of_one_gpu(RecordedTrace trace, std::optional<std::uint32_t> asked, std::size_t& others) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const RecordedCommand& command : trace.commands) {
    ++counts[command.device];
  }
  if (counts.empty()) {
    throw InputError(trace.file + ": no command of a GPU was recorded, expected kernels or copies");
  }
  const auto busiest = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                         return a.second < b.second;
                       })->first;
  const std::uint32_t gpu = asked.value_or(busiest);
  if (!counts.contains(gpu)) {
    std::string known;
    for (const auto& [number, count] : counts) {
      known += (known.empty() ? "" : ", ") + std::to_string(number);
    }
    throw InputError(fmt::format("{}: no command of GPU {} was recorded, expected one of: {}", trace.file, gpu, known));
  }
  others = std::erase_if(trace.commands, [&](const RecordedCommand& command) { return command.device != gpu; });
  keep_gpu(trace.gpus, gpu);
  return trace;
}

/// Sums of times of a recording are to fit 64 bits. Throws InputError.
void check_span(const RecordedTrace& trace) {
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 53U;  // nanoseconds
  nanoseconds first = nanoseconds::max();
  nanoseconds last = nanoseconds::min();
  const auto take = [&](const auto& records) {
    for (const auto& record : records) {
      first = std::min(first, record.start);
      last = std::max(last, record.end);
    }
  };
  take(trace.commands);
  take(trace.calls);
  take(trace.spans);
  if (static_cast<std::uint64_t>(last.count()) - static_cast<std::uint64_t>(first.count()) > kLongest) {
    throw InputError(trace.file + ": times that are more than 104 days apart, expected a recording of one program");
  }
}

class TraceImport {
 public:
  /// kernel_of: of find_migration_causes().
  TraceImport(const RecordedTrace& trace, const ImportOptions& options, std::vector<std::uint32_t> kernel_of,
              ImportReport report)
      : trace_(trace),
        options_(options),
        kernel_of_(std::move(kernel_of)),
        waits_(find_waits(trace)),
        times_(read_host_times(trace, waits_)),
        solo_(find_solo_durations(trace)),
        jobs_(cut_jobs(trace, times_, options.jobs)),
        sm_(sm_of(trace)),
        report_(std::move(report)) {
    for (const std::uint32_t call : waits_.call_of) {
      if (call == kNone) {
        times_.origin = std::min(times_.origin, trace.commands.front().start);
      }
    }
    for (const RecordedCommand& command : trace.commands) {
      families_.try_emplace(command.process, families_.size() + 1);
    }
    for (const std::uint32_t kernel : kernel_of_) {
      if (kernel != kNone) {
        followed_.try_emplace(kernel);
      }
    }
  }

  ImportedTrace import() {
    Workload workload{.name = options_.name, .file = trace_.file, .recorded_on = options_.device_name, .tasks = {}};
    workload.tasks.reserve(trace_.commands.size());
    for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
      names_.push_back(name_of(command));
      workload.tasks.push_back(task_of(command));
      engine_end_[index(stage_of(trace_.commands[command].kind))].push_back(trace_.commands[command].end);
    }
    count();
    return {.workload = std::move(workload),
            .device = profile_of(trace_, solo_, gaps_, options_.device_name),
            .report = std::move(report_)};
  }

 private:
  Millis since_origin(nanoseconds time) const { return time - times_.origin; }

  std::string name_of(std::uint32_t number) const {
    const RecordedCommand& command = trace_.commands[number];
    const std::string name = command.kind == CommandKind::kernel ? short_name(trace_.names[command.name])
                                                                 : std::string(called(command.kind));
    return fmt::format("{}.{}", name, number + 1);
  }

  Task task_of(std::uint32_t number) {
    const RecordedCommand& command = trace_.commands[number];
    Task task;
    task.name = names_[number];
    take_stage(number, task);
    take_waits(number, task);
    if (families_.size() > 1) {
      task.family = fmt::format("process-{}", families_.at(command.process));
    }
    task.job = jobs_[number];
    task.recorded = RecordedTimes{since_origin(command.start), since_origin(command.end), stream_number(command)};
    return task;
  }

  void take_stage(std::uint32_t number, Task& task) {
    const RecordedCommand& command = trace_.commands[number];
    const Millis time = solo_.of[number];
    const Stage stage = stage_of(command.kind);
    if (stage == Stage::kernel) {
      task.kernel = KernelSpec{.work = time, .mark = {}};
      if (has_shape(command, time)) {
        task.kernel->work = KernelShape{.time = time, .ctas = command.ctas, .cta = command.cta};
      } else if (command.kind != CommandKind::kernel && sm_ && are_possible(sm_->count, time)) {
        task.kernel->work = KernelShape{.time = time,
                                        .ctas = sm_->count,
                                        .cta = {.threads = std::min(kThreadsOfMemset, sm_->threads)},
                                        .category = Category::memory_bound};
        ++report_.assumed_ctas;
      }
      return;
    }
    CopySpec copy{.amount = time, .memory = command.memory.value_or(Memory::pinned), .mark = {}};
    if (command.kind != CommandKind::peer && command.bytes > Bytes{0}) {
      copy.size = std::min(command.bytes, Bytes{kLargestWhole});
    }
    if (command.kind == CommandKind::h2d || command.kind == CommandKind::d2h) {
      report_.unknown_memory += command.memory ? 0 : 1;
    }
    (stage == Stage::h2d ? task.h2d : task.d2h) = copy;
  }

  static bool are_possible(std::int64_t ctas, Millis time) {
    constexpr double kFastest = 1e15;  // CTAs per millisecond
    return static_cast<double>(ctas) <= time.count() * kFastest;
  }

  /// Whether it was recorded what the kernel is on the SMs, and that is something which the GPU can have run.
  bool has_shape(const RecordedCommand& command, Millis time) const {
    const bool known = command.ctas > 0 && command.ctas <= kLargestCount && command.cta.threads > 0 &&
                       command.cta.threads <= kLargestCount && command.cta.registers <= kLargestCount &&
                       are_possible(command.ctas, time);
    return known && (!sm_ || cta_misfit(*sm_, command.cta).empty());
  }

  /// When the engine was free for it: the end of the last command there that ended before it started.
  nanoseconds engine_free(const RecordedCommand& command) const {
    nanoseconds free = times_.origin;
    const std::vector<nanoseconds>& ends = engine_end_[index(stage_of(command.kind))];
    constexpr std::size_t kLookedAt = 64;  // commands stand by start: what ended last is among the last ones
    for (std::size_t i = ends.size(); i > 0 && ends.size() - i < kLookedAt; --i) {
      if (ends[i - 1] <= command.start + trace_.resolution) {
        free = std::max(free, ends[i - 1]);
      }
    }
    return free;
  }

  /// Pages move when their kernel has run for so long: so long after what that waited for. Where it had ended, so long
  /// after that.
  void follow_kernel(std::uint32_t number, Task& task) {
    const RecordedCommand& command = trace_.commands[number];
    const std::uint32_t kernel = kernel_of_[number];
    const RecordedCommand& cause = trace_.commands[kernel];
    if (cause.end <= command.start) {
      task.after = {{names_[kernel], command.start - cause.end}};
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

  void take_waits(std::uint32_t number, Task& task) {
    if (kernel_of_[number] != kNone) {
      follow_kernel(number, task);
      return;
    }
    find_waits_of(number, task);
    if (const auto found = followed_.find(number); found != followed_.end()) {
      found->second = {task.release, task.after};
    }
  }

  void find_waits_of(std::uint32_t number, Task& task) {
    const RecordedCommand& command = trace_.commands[number];
    const Issued& issued = times_.issued[number];
    const std::uint32_t before = waits_.stream_predecessor[number];
    std::map<std::uint32_t, nanoseconds> after;  // by command: lag
    nanoseconds gpu_ready = times_.origin;
    const auto wait_for = [&](std::uint32_t other, nanoseconds lag) {
      if (other >= number) {
        return;  // it started later: what was recorded contradicts itself
      }
      nanoseconds& known = after.try_emplace(other, nanoseconds{0}).first->second;
      known = std::max(known, lag);
    };
    if (before != kNone) {
      wait_for(before, nanoseconds{0});
      gpu_ready = trace_.commands[before].end;
    }
    for (const std::uint32_t event : waits_.events[number]) {
      wait_for(event, nanoseconds{0});
      gpu_ready = std::max(gpu_ready, trace_.commands[event].end);
    }
    if (issued.after.empty()) {  // nobody says when it was issued
      ++report_.uncalled;
      if (before == kNone) {
        task.release = since_origin(command.start);
      } else {
        wait_for(before, std::max(nanoseconds{0}, command.start - gpu_ready));
      }
    }
    const nanoseconds free = std::max(gpu_ready, engine_free(command));
    const nanoseconds launch =
        issued.time >= free ? std::max(nanoseconds{0}, command.start - issued.time) : nanoseconds{0};
    for (const HostWait& wait : issued.after) {
      if (wait.command == kNone) {
        task.release = Millis(wait.lag + launch);
      } else {
        wait_for(wait.command, wait.lag + launch);
      }
    }
    if (before != kNone && issued.time < gpu_ready && free == gpu_ready && !issued.after.empty()) {
      const Stage last = stage_of(trace_.commands[before].kind);
      const nanoseconds gap = std::max(nanoseconds{0}, command.start - gpu_ready);
      if (last != Stage::kernel && stage_of(command.kind) != Stage::kernel) {
        wait_for(before, gap);  // the driver fills its buffer with pageable memory; no gap of the GPU
      } else {
        sample_gap(last, stage_of(command.kind), gap);
      }
    }
    for (const auto& [other, lag] : after) {
      task.after.push_back({names_[other], Millis(lag)});
    }
  }

  void sample_gap(Stage before, Stage after, nanoseconds gap) {
    if (before == Stage::kernel && after == Stage::kernel) {
      gaps_.kernel_kernel.push_back(gap);
    } else if (after == Stage::kernel) {
      gaps_.copy_kernel.push_back(gap);
    } else {
      gaps_.kernel_copy.push_back(gap);
    }
  }

  /// Streams by the order in which they first appear, from 1.
  std::uint64_t stream_number(const RecordedCommand& command) {
    return streams_.try_emplace(command.stream, streams_.size() + 1).first->second;
  }

  void count() {
    nanoseconds busy{0};
    nanoseconds busy_until = times_.origin;
    for (const RecordedCommand& command : trace_.commands) {
      ++report_.commands[describe(command.kind)];
      busy += std::max(nanoseconds{0}, command.end - std::max(command.start, busy_until));
      busy_until = std::max(busy_until, command.end);
    }
    const std::set<std::string_view> jobs(jobs_.begin(), jobs_.end());
    report_.span = since_origin(busy_until);
    report_.busy = busy;
    report_.blocked = times_.blocked;
    report_.jobs = jobs.size() - jobs.count("");
    report_.threads = times_.threads;
    report_.replaced = solo_.replaced;
    report_.kept = solo_.kept;
    report_.guessed_events = waits_.guessed_events;
    report_.guessed_calls = waits_.guessed_calls;
    report_.processes = families_.size();
    report_.repeated = trace_.repeated;
    report_.left_out = trace_.left_out;
  }

  /// What a task waits for.
  struct Waits {
    Millis release{0};
    std::vector<Predecessor> after;
  };

  const RecordedTrace& trace_;
  const ImportOptions& options_;
  std::vector<std::uint32_t> kernel_of_;  ///< by command: that it follows; or kNone
  RecordedWaits waits_;
  HostTimes times_;
  SoloDurations solo_;
  std::vector<std::string> jobs_;  ///< by command
  std::optional<SmModel> sm_;      ///< what the profile says of them
  ImportReport report_;
  GapSamples gaps_;
  std::vector<std::string> names_;  ///< by command
  std::unordered_map<std::uint64_t, std::uint64_t> streams_;
  std::unordered_map<std::uint32_t, std::size_t> families_;  ///< by process: from 1
  std::unordered_map<std::uint32_t, Waits> followed_;        ///< by kernel that others follow
  std::array<std::vector<nanoseconds>, 3> engine_end_;       ///< [Stage], by start
};

}  // namespace

ImportedTrace import_trace(RecordedTrace trace, const ImportOptions& options) {
  ImportReport report;
  RecordedTrace one = of_one_gpu(std::move(trace), options.gpu, report.other_gpus);
  check_span(one);
  if (one.commands.size() > kMostTasks) {
    throw InputError(fmt::format("{}: {} commands, expected at most {}", one.file, one.commands.size(), kMostTasks));
  }
  std::vector<std::uint32_t> kernel_of = find_migration_causes(one);
  return TraceImport(one, options, std::move(kernel_of), std::move(report)).import();
}

}  // namespace warpshop::io
