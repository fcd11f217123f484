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
#include "sim/io/import/idle_times.hpp"
#include "sim/io/import/migration_causes.hpp"
#include "sim/io/import/modelled_times.hpp"
#include "sim/io/import/recorded_waits.hpp"
#include "sim/io/import/short_name.hpp"
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

/// Of collectives whose grid nobody recorded: as many CTAs as NCCL has channels at most where nobody sets
/// NCCL_MAX_CTAS, of NCCL_NTHREADS = 512 threads (NCCL User Guide, Environment Variables).
constexpr std::int64_t kCtasOfCollective = 32;
constexpr std::int64_t kThreadsOfCollective = 512;

/// Idle time behind a command of another stream that says no more than that the GPU went from one to the other.
constexpr nanoseconds kBetweenStreams{20'000};

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
        modelled_(find_modelled_times(trace, waits_)),
        jobs_(cut_jobs(trace, times_, options.jobs)),
        sm_(sm_of(trace)),
        switch_(std::chrono::round<nanoseconds>(least_switch(trace).value_or(Millis{0}))),
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
    for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
      held_by_.push_back(find_holders(command));
      sample_gap(command);
    }
    usual_gaps_ = usual_gaps(gaps_);
  }

  ImportedTrace import() {
    Workload workload{.name = options_.name, .file = trace_.file, .recorded_on = options_.device_name, .tasks = {}};
    workload.tasks.reserve(trace_.commands.size());
    for (std::uint32_t command = 0; command < trace_.commands.size(); ++command) {
      names_.push_back(name_of(command));
      workload.tasks.push_back(task_of(command));
    }
    count();
    return {.workload = std::move(workload),
            .device = profile_of(trace_, modelled_.opposed, gaps_, options_.device_name),
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
      ++report_.uncalled;
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
      task.after.push_back({names_[other], Millis(lag)});
    }
  }

  /// What the recording has no reason for is a lag behind what had held the command back last.
  template <class WaitFor>
  void take_idle_time(std::uint32_t number, Task& task, const WaitFor& wait_for) {
    const auto [in_stream, last] = held_by_[number];
    const bool uncalled = times_.issued[number].after.empty();
    if (!uncalled && last != in_stream && idle_before(number, last) <= kBetweenStreams) {
      return;
    }
    const std::uint32_t holder = uncalled ? in_stream : last;
    const nanoseconds idle = idle_before(number, holder);
    if (holder == kNone) {
      task.release = std::max(task.release, since_origin(trace_.commands[number].start));
      return;
    }
    const Millis usual =
        usual_gaps_.between(stage_of(trace_.commands[holder].kind), stage_of(trace_.commands[number].kind));
    if (Millis(idle) > usual) {
      wait_for(holder, idle);
      if (!uncalled) {
        ++report_.idle_commands;
        unexplained_.emplace(
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
      gaps_.kernel_kernel.push_back(gap);
    } else if (after == Stage::kernel) {
      gaps_.copy_kernel.push_back(gap);
    } else if (before == Stage::kernel) {
      gaps_.kernel_copy.push_back(gap);
    }
  }

  /// Streams by the order in which they first appear, from 1.
  std::uint64_t stream_number(const RecordedCommand& command) {
    return streams_.try_emplace(command.stream, streams_.size() + 1).first->second;
  }

  void count_idle_times() {
    constexpr std::size_t kMostTold = 5;
    std::vector<IdleTime> idle = idle_times(trace_, times_.origin);
    for (const IdleTime& each : idle) {
      report_.busy -= each.span.end - each.span.start;
    }
    std::vector<TimeSpan> unexplained;
    for (const auto& [command, span] : unexplained_) {
      unexplained.push_back(span);
    }
    report_.unexplained = idle_within(idle, std::move(unexplained));
    std::stable_sort(idle.begin(), idle.end(), [](const IdleTime& a, const IdleTime& b) {
      return a.span.end - a.span.start > b.span.end - b.span.start;
    });
    idle.resize(std::min(idle.size(), kMostTold));
    for (const IdleTime& each : idle) {
      report_.longest_idle.push_back({.start = since_origin(each.span.start),
                                      .length = each.span.end - each.span.start,
                                      .before = each.before == kNone ? "" : names_[each.before],
                                      .after = names_[each.after],
                                      .reason = why(each),
                                      .called = times_.issued[each.after].time - each.span.start});
    }
  }

  IdleReason why(const IdleTime& idle) const {
    if (unexplained_.contains(idle.after)) {
      return IdleReason::unknown;
    }
    return is_migration(trace_.commands[idle.after].kind) ? IdleReason::pages
                                                          : reason_of(idle, times_.issued[idle.after]);
  }

  void count() {
    nanoseconds end = times_.origin;
    for (const RecordedCommand& command : trace_.commands) {
      ++report_.commands[describe(command.kind)];
      end = std::max(end, command.end);
    }
    report_.span = report_.busy = since_origin(end);
    count_idle_times();
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
  ModelledTimes modelled_;
  std::vector<std::string> jobs_;  ///< by command
  std::optional<SmModel> sm_;      ///< what the profile says of them
  nanoseconds switch_;             ///< between processes, of kernels
  ImportReport report_;
  std::vector<Holders> held_by_;  ///< by command
  GapSamples gaps_;
  StreamGaps usual_gaps_;
  std::map<std::uint32_t, TimeSpan> unexplained_;  ///< by command: in which it waited for no recorded reason
  std::vector<std::string> names_;                 ///< by command
  std::unordered_map<std::uint64_t, std::uint64_t> streams_;
  std::unordered_map<std::uint32_t, std::size_t> families_;  ///< by process: from 1
  std::unordered_map<std::uint32_t, Waits> followed_;        ///< by kernel that others follow
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
