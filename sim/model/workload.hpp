#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/model/client.hpp"
#include "sim/model/error.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/kernel_pace.hpp"
#include "sim/model/kernel_split.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/submit.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A copy, as a duration measured alone or as a size that the device turns into one.
struct CopySpec {
  std::variant<Millis, Bytes> amount;
  Memory memory = Memory::pinned;
  bool sync = false;  ///< a call that returns when the copy has ended, whatever its memory (cudaMemcpy)
  std::optional<Millis> latency = {};  ///< what of a duration moves nothing, if the file says so: 0 … duration
  std::optional<Bytes> size = {};      ///< of a duration that was recorded: see copy_on()
  Mark mark;
};

/// A kernel that the device has a model of; elements ≥ 0 is m of S5 eq. 3.2.
struct KernelCall {
  std::string name;
  std::int64_t elements = 0;
};

/// A kernel that its task describes, so that it can share the SMs.
struct KernelShape {
  Millis time{0};         ///< of the plain form alone; at least 1e-15 ms for each CTA
  std::int64_t ctas = 1;  ///< of the plain form, 1 … kLargestCount
  CtaResources cta;       ///< `per_sm` is not read: as many as fit
  Category category = Category::compute_bound;
  std::optional<Watts> power = {};  ///< of the whole board while the kernel has the GPU to itself
  KernelUse use = {};               ///< does not contradict the category
};

/// Who a kernel runs beside where kernels run one at a time. The default has the compute engine to itself.
enum class KernelKind : std::uint8_t {
  exclusive,
  beside,      ///< leaves the compute engine to others: it starts as soon as it is ready
  collective,  ///< the same, and its duration is up to the peers and the links between them, not to the SMs
};

constexpr std::string_view name(KernelKind kind) {
  return kind == KernelKind::exclusive ? "exclusive" : kind == KernelKind::beside ? "beside" : "collective";
}

struct KernelSpec {
  std::variant<Millis, KernelCall, KernelShape> work;
  KernelKind kind = KernelKind::exclusive;
  std::shared_ptr<const KernelPace> pace = {};    ///< nothing: its speed does not change, as of one that is a duration
  std::shared_ptr<const KernelSplit> split = {};  ///< nothing: all of it runs on the GPU, or its steps are decided
  Mark mark;
};

/// The duration that a kernel is given as, with a shape or without; nothing: it goes by a name.
std::optional<Millis> given_time(const KernelSpec& kernel);

/// A task that another comes after.
struct Predecessor {
  std::string task;     ///< its name
  Millis lag{0};        ///< ≥ 0: how long after its end the other starts at the soonest
  bool stated = false;  ///< the host waits for the end though the lag is 0, as it does for any that is longer
  friend bool operator==(const Predecessor&, const Predecessor&) = default;
};

/// What a recording says of a task, counted from the start of the recording.
struct RecordedTimes {
  Millis start{0};
  Millis end{0};             ///< ≥ start
  std::uint64_t stream = 0;  ///< by the recording's own numbers
  friend bool operator==(const RecordedTimes&, const RecordedTimes&) = default;
};

/// Tasks that belong together, such as a step of a training.
struct JobSpec {
  std::string name;
  double weight = 0;                    ///< w_J ≥ 0, of the end of its last task; beside the weights of its tasks
  std::optional<Millis> due;            ///< d_J, of the end of its last task
  std::optional<Bytes> footprint = {};  ///< device memory held from its first task to its last, beside theirs
  Mark mark;
};

/// One entry of a workload: up to three stages (S5 3.1), at least one, repeated `count` times.
struct Task {
  std::string name;
  std::optional<CopySpec> h2d;
  std::optional<KernelSpec> kernel;
  std::optional<CopySpec> d2h;
  Millis release{0};                      ///< r_j: nothing of the task starts earlier
  double weight = 1;                      ///< w_j ≥ 0
  std::optional<Millis> due;              ///< d_j
  std::vector<Predecessor> after;         ///< the tasks that must end before this one starts
  std::string family;                     ///< GPU context; empty: none
  std::optional<Bytes> footprint;         ///< device memory held from the first stage to the last
  std::string job;                        ///< name of the job that it is part of; empty: none
  std::optional<RecordedTimes> recorded;  ///< of an imported task
  /// What its host thread does before it issues the first command, such as filling a staging buffer: a time, or so much
  /// to copy in host memory.
  std::optional<std::variant<Millis, Bytes>> host;
  bool legacy = false;      ///< in the legacy default stream: nothing runs beside its commands
  std::uint32_t copy = 0;   ///< of the workload, see WhatIf::copies
  std::uint32_t count = 1;  ///< ≥ 1 tasks alike, one after the other in the workload
  Millis period{0};         ///< between the releases, and the due dates, of one repeat and the next
  Mark mark;
};

/// r_j of a repeat, counted from 0: release + repeat · period.
inline Millis release_of(const Task& task, std::uint32_t repeat) {
  return task.release + repeat * task.period;
}
/// d_j of a repeat: due + repeat · period.
inline std::optional<Millis> due_of(const Task& task, std::uint32_t repeat) {
  return task.due ? std::optional(*task.due + repeat * task.period) : std::nullopt;
}

/// What a workload file says. Names are unique, every `after` names a task and there is no cycle among them.
struct Workload {
  std::string name;
  std::string file;              ///< for error messages
  std::string recorded_on;       ///< name of the device of which its recorded durations are; empty: none
  std::optional<Submit> submit;  ///< nothing: Submit::thread_per_task
  IssueOrder issue = IssueOrder::depth_first;
  std::vector<JobSpec> jobs = {};  ///< those of which the file says more than which tasks are in it
  std::vector<Task> tasks;
  ClientSet clients = {};              ///< whose requests the tasks are, see Client; none: a batch
  std::vector<SplitTask> splits = {};  ///< those over CPU and GPU whose steps the tasks are

  /// Number of tasks, repeats counted: 1 … 10^7.
  std::size_t size() const;
};

/// The most tasks that a workload may have, repeats counted.
inline constexpr std::size_t kMostTasks = 10'000'000;

/// What a repeat of a task is called, counted from 0: `name#1`, `name#2`, …; the name alone where there is but one.
std::string repeat_name(const Task& task, std::uint32_t repeat);

/// Names by position in the workload, repeats expanded, see repeat_name().
std::vector<std::string> task_names(const Workload& workload);

/// Where a task stands, for messages about it: `jobs.yaml:4:5: task 'name'`; `jobs.yaml: task 'name'` where no line is
/// known, `task 'name'` where no file is.
inline std::string task_place(const Workload& workload, const Task& task) {
  return InputError(workload.file, task.mark, "task '" + task.name + '\'').what();
}

/// Where names stand in the file of a workload.
struct NameMarks {
  std::vector<Mark> tasks;  ///< names of tasks, in order
  std::vector<Mark> after;  ///< names in all `after`, in order
};

/// What can be checked only once all tasks are there. Throws InputError at the name of a task that another one has, or
/// is one of the `name#1`, `name#2`, … that stand for the repeats of another; at a name in an `after` that is unknown,
/// is the task's own, stands there twice or closes a cycle.
void check_names(const Workload& workload, const NameMarks& marks);

}  // namespace warpshop
