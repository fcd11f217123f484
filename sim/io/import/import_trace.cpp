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

#include "sim/io/import/command_waits.hpp"
#include "sim/io/import/host_clock.hpp"
#include "sim/io/import/kernel_names.hpp"
#include "sim/io/import/modelled_times.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/recorded_waits.hpp"
#include "sim/io/import/trace_profile.hpp"
#include "sim/model/device_rules.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

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

/// The commands of one GPU alone, the one asked for or else the one with most of them, and what the trace says of it.
/// Calls and spans are of the host: all stay. others: commands that are left out. Throws InputError: there is none.
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

/// Of each CTA, one on each SM: nobody records what a memset, or a copy within the GPU, is there.
constexpr std::int64_t kThreadsOfMemset = 256;

/// Of collectives whose grid nobody recorded: as many CTAs as NCCL has channels at most where nobody sets
/// NCCL_MAX_CTAS, of NCCL_NTHREADS = 512 threads (NCCL User Guide, Environment Variables).
constexpr std::int64_t kCtasOfCollective = 32;
constexpr std::int64_t kThreadsOfCollective = 512;

/// What commands of a kind are called in reports, and their tasks in workloads.
struct KindNames {
  std::string_view report, task;
};
const KindNames& command_names(CommandKind kind) {
  static constexpr std::array<KindNames, 8> kNames{{{"kernels", "kernel"},
                                                    {"H2D copies", "h2d"},
                                                    {"D2H copies", "d2h"},
                                                    {"copies within the GPU", "d2d"},
                                                    {"copies between GPUs", "peer"},
                                                    {"memsets", "memset"},
                                                    {"migrations to the GPU", "migration-h2d"},
                                                    {"migrations to the host", "migration-d2h"}}};
  return kNames[static_cast<std::size_t>(kind)];
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
        modelled_(find_modelled_times(trace, waits_)),
        jobs_(cut_jobs(trace, times_, options.cut)),
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
  }

  ImportedTrace import() {
    Workload workload{.name = options_.name, .file = trace_.file, .recorded_on = options_.device_name, .tasks = {}};
    workload.tasks.reserve(trace_.commands.size());
    CommandWaits command_waits = find_command_waits(trace_, waits_, times_, modelled_, kernel_of_);
    for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
      const CommandWait wait = std::move(command_waits.of[command]);  // its memory is needed for the task
      names_.push_back(name_of(command));
      Task& task = workload.tasks.emplace_back(task_of(command));
      task.release = wait.release;
      for (const auto& [before, lag] : wait.after) {
        task.after.push_back({names_[before], lag});
      }
    }
    count(command_waits);
    return {.workload = std::move(workload),
            .device = profile_of(trace_, modelled_.opposed, command_waits.gaps, options_.device_name),
            .report = std::move(report_)};
  }

 private:
  Millis since_origin(nanoseconds time) const { return time - times_.origin; }

  std::string name_of(std::uint32_t number) const {
    const RecordedCommand& command = trace_.commands[number];
    const std::string name = command.kind == CommandKind::kernel ? short_name(trace_.names[command.name])
                                                                 : std::string(command_names(command.kind).task);
    return fmt::format("{}.{}", name, number + 1);
  }

  Task task_of(std::uint32_t number) {
    const RecordedCommand& command = trace_.commands[number];
    Task task;
    task.name = names_[number];
    take_stage(number, task);
    if (families_.size() > 1) {
      task.family = fmt::format("process-{}", families_.at(command.process));
    }
    task.job = jobs_[number];
    task.recorded = RecordedTimes{since_origin(command.start), since_origin(command.end), stream_number(command)};
    return task;
  }

  /// Of a kernel whose CTAs nobody recorded. The SMs of a recording may be such that they hold not even these: then
  /// only its time is known.
  void suppose(KernelSpec& kernel, KernelShape shape, std::size_t& count) const {
    if (sm_) {
      shape.cta.threads = std::min(shape.cta.threads, sm_->threads);
    }
    if (!sm_ || cta_misfit(*sm_, shape.cta).empty()) {
      kernel.work = shape;
      ++count;
    }
  }

  void take_stage(std::uint32_t number, Task& task) {
    const RecordedCommand& command = trace_.commands[number];
    const Millis time = modelled_.of[number];
    const Stage stage = stage_of(command.kind);
    if (stage == Stage::kernel) {
      task.kernel = KernelSpec{.work = time, .kind = modelled_.kinds[number], .mark = {}};
      if (has_shape(command, time)) {
        task.kernel->work = KernelShape{.time = time, .ctas = command.ctas, .cta = command.cta};
      } else if (task.kernel->kind == KernelKind::collective && are_possible(kCtasOfCollective, time)) {
        suppose(*task.kernel, {.time = time, .ctas = kCtasOfCollective, .cta = {.threads = kThreadsOfCollective}},
                report_.assumed_collectives);
      } else if (command.kind != CommandKind::kernel && sm_ && are_possible(sm_->count, time)) {
        suppose(*task.kernel,
                {.time = time,
                 .ctas = sm_->count,
                 .cta = {.threads = kThreadsOfMemset},
                 .category = Category::memory_bound},
                report_.assumed_ctas);
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

  /// Streams by the order in which they first appear, from 1.
  std::uint64_t stream_number(const RecordedCommand& command) {
    return streams_.try_emplace(command.stream, streams_.size() + 1).first->second;
  }

  void count_idle_times(const std::map<std::uint32_t, TimeSpan>& unexplained_waits) {
    constexpr std::size_t kMostTold = 5;
    std::vector<IdleTime> idle = idle_times(trace_, times_.origin);
    for (const IdleTime& each : idle) {
      report_.busy -= each.span.end - each.span.start;
    }
    std::vector<TimeSpan> unexplained;
    unexplained.reserve(unexplained_waits.size());
    for (const auto& [command, span] : unexplained_waits) {
      unexplained.push_back(span);
    }
    report_.unexplained = idle_within(idle, std::move(unexplained));
    std::stable_sort(idle.begin(), idle.end(), [](const IdleTime& a, const IdleTime& b) {
      return a.span.end - a.span.start > b.span.end - b.span.start;
    });
    idle.resize(std::min(idle.size(), kMostTold));
    for (const IdleTime& each : idle) {
      report_.longest_idle.push_back(
          {.start = since_origin(each.span.start),
           .length = each.span.end - each.span.start,
           .before = each.before == kNone ? "" : names_[each.before],
           .after = names_[each.after],
           .reason = unexplained_waits.contains(each.after) ? IdleReason::unknown : why(each),
           .called = times_.issued[each.after].time - each.span.start});
    }
  }

  IdleReason why(const IdleTime& idle) const {
    return is_migration(trace_.commands[idle.after].kind) ? IdleReason::pages
                                                          : reason_of(idle, times_.issued[idle.after]);
  }

  void count(const CommandWaits& command_waits) {
    nanoseconds end = times_.origin;
    for (const RecordedCommand& command : trace_.commands) {
      ++report_.commands[command_names(command.kind).report];
      end = std::max(end, command.end);
    }
    report_.span = report_.busy = since_origin(end);
    count_idle_times(command_waits.unexplained);
    report_.uncalled = command_waits.uncalled;
    report_.idle_commands = command_waits.unexplained.size();
    const std::set<std::string_view> jobs(jobs_.begin(), jobs_.end());
    report_.blocked = times_.blocked;
    report_.jobs = jobs.size() - jobs.count("");
    report_.threads = times_.threads;
    report_.replaced = modelled_.replaced;
    report_.kept = modelled_.kept;
    const auto count_of = [&](KernelKind kind) {
      return static_cast<std::size_t>(std::count(modelled_.kinds.begin(), modelled_.kinds.end(), kind));
    };
    report_.collectives = count_of(KernelKind::collective);
    report_.beside = count_of(KernelKind::beside);
    report_.guessed_events = waits_.guessed_events;
    report_.guessed_calls = waits_.guessed_calls;
    report_.processes = families_.size();
    report_.repeated = trace_.repeated;
    report_.left_out = trace_.left_out;
  }

  const RecordedTrace& trace_;
  const ImportOptions& options_;
  std::vector<std::uint32_t> kernel_of_;  ///< by command: that it follows; or kNone
  RecordedWaits waits_;
  HostTimes times_;
  ModelledTimes modelled_;
  std::vector<std::string> jobs_;  ///< by command
  std::optional<SmModel> sm_;      ///< what the profile says of them
  ImportReport report_;
  std::vector<std::string> names_;  ///< by command
  std::unordered_map<std::uint64_t, std::uint64_t> streams_;
  std::unordered_map<std::uint32_t, std::size_t> families_;  ///< by process: from 1
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
