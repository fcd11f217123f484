#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/client.hpp"
#include "sim/model/context_switch.hpp"
#include "sim/model/device.hpp"
#include "sim/model/kernel_pace.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/submit.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// A copy with its times as they are when nothing opposes it.
struct Copy {
  Millis latency{0};  ///< holds the engine, moves nothing
  Millis payload{0};  ///< slows down, or speeds up, while an opposing payload moves
  friend bool operator==(const Copy&, const Copy&) = default;
};

/// A task on a given device: what a scheduler needs of it, one cache line.
struct alignas(64) Job {
  std::array<Copy, 2> copies;  ///< [Direction]
  Millis kernel{0};
  Millis release{0};
  std::array<bool, 3> has{};        ///< [Stage]
  std::array<Memory, 2> memory{};   ///< [Direction]
  std::array<bool, 2> exclusive{};  ///< [Direction]: never overlaps an opposing copy that is exclusive as well
  std::array<bool, 2> blocks{};     ///< [Direction]: its one host thread goes on when it has ended; see IssueRules
  bool legacy = false;              ///< of one host thread: its commands run while no other of its program does
  bool beside = false;              ///< the kernel leaves the compute engine to others: KernelKind

  const Copy& copy(Direction direction) const { return copies[index(direction)]; }
  /// Duration of a stage that nothing opposes; 0 for a missing one.
  Millis alone(Stage stage) const {
    if (stage == Stage::kernel) {
      return kernel;
    }
    const Copy& copy = copies[stage == Stage::h2d ? 0 : 1];
    return copy.latency + copy.payload;
  }
  /// Whether it has the stage, and that keeps others from the engine of its kind, where kernels run one at a time.
  bool occupies(Stage stage) const { return has[index(stage)] && !(stage == Stage::kernel && beside); }
  /// The last stage of those that it has, and the first.
  Stage last() const { return has[2] ? Stage::d2h : has[1] ? Stage::kernel : Stage::h2d; }
  Stage first() const { return has[0] ? Stage::h2d : has[1] ? Stage::kernel : Stage::d2h; }
  /// Solo makespan, counted from the release.
  Millis total() const { return alone(Stage::h2d) + kernel + alone(Stage::d2h); }
  friend bool operator==(const Job&, const Job&) = default;
};

/// Speed of a payload relative to alone while an opposing payload moves: [Direction][own Memory][opposing Memory]. 1
/// where the two never meet.
using Rates = std::array<std::array<std::array<double, 2>, 2>, 2>;

/// One task ends at least `lag` ≥ 0 before the other starts: what the workload says, or the gap between the two of one
/// stream, if that is longer. Positions in the workload.
struct Precedence {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  Millis lag{0};
  bool by_host = false;  ///< a host thread waits for the end and the lag; otherwise the GPU does
  friend bool operator==(const Precedence&, const Precedence&) = default;
};

/// The chip that kernels share.
struct Chip {
  SmModel sm;
  std::int64_t grids = kMostGrids;  ///< that have CTAs on SMs at once
  MigModel mig;
  std::optional<BytesPerSecond> memory_bandwidth;
  Millis launch_latency{0};                  ///< of persistent CTAs that join a kernel that runs; 0: not known
  std::optional<Interference> interference;  ///< of copies and memory-bound kernels
  friend bool operator==(const Chip&, const Chip&) = default;
};

/// A kernel of the profile that some task runs, or one that a task describes itself.
struct NamedKernel {
  std::string name;
  KernelModel model;
  std::string task = {};                ///< that describes it; empty: the profile does
  std::optional<std::size_t> law = {};  ///< of CoRunProfile::kernels, where there is one: see Instance::co_run
  friend bool operator==(const NamedKernel&, const NamedKernel&) = default;
};

/// What a task's kernel has to do on the SMs.
struct KernelWork {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t kernel = kNone;  ///< of Instance::kernels; kNone: a duration is all that is known
  /// CTAs of the plain form, ≥ 0; 0: not known. What the persistent form does at full CTAs in the time of eq. 3.2 on
  /// all SMs, launch excluded: η m · transformation · rate.
  std::int64_t subtasks = 0;
  double length = 1;  ///< of a subtask, relative to the curves', so that the plain form alone takes Job::kernel
  std::uint32_t pace = kNone;  ///< of Instance::paces; kNone: its speed does not change
  friend bool operator==(const KernelWork&, const KernelWork&) = default;
};

/// No due date.
inline constexpr Millis kNoDueDate{std::numeric_limits<double>::infinity()};

/// A workload resolved on a device: the scheduling problem. Lists by task are empty where no task uses the field.
struct Instance {
  std::vector<Job> jobs;  ///< by position in the workload
  Rates rates{};
  int dma_engines = 2;
  StreamGaps gaps = {};  ///< between the stages of a task; those between tasks are in the lags
  IssueRules issue = {};

  std::vector<double> weights;          ///< w_j ≥ 0; empty: 1 each
  std::vector<Millis> due;              ///< d_j ≥ 0, or kNoDueDate
  std::vector<Precedence> precedence;   ///< without cycles
  std::vector<std::uint32_t> families;  ///< > 0: the GPU context of the task's kernel; 0: it runs in any
  std::vector<Millis> host;             ///< what its host thread does before a task's first command, of one_thread
  std::vector<std::uint32_t> programs;  ///< < issue.programs: whose thread issues a task; empty: all are of one
  Millis family_setup{0};               ///< what a kernel takes longer if the one before it was of another family
  std::optional<AssumedRange> family_setup_range = {};  ///< where that was not measured: see context_switch_range()
  std::optional<Millis> patience = {};       ///< stands for one that nobody set; nothing: as long as family_setup
  std::vector<Bytes> footprints;             ///< device memory that a task holds, each at most `memory`
  std::vector<std::uint32_t> footprint_job;  ///< by task: the job whose footprint it holds, from 1 on; 0: none
  std::vector<Bytes> job_footprints;   ///< by job: held from its first task to its last; all fit beside any one task
  Bytes memory;                        ///< of the device, where there are footprints
  std::optional<Chip> chip;            ///< where the profile says what an SM holds
  std::vector<NamedKernel> kernels;    ///< those that tasks name, by name; then those that they describe, one a task
  std::vector<KernelWork> work;        ///< of the kernels
  std::vector<KernelPace> paces;       ///< of those of which speeds change; slowness() of each is 1
  std::uint64_t jitter_seed = 1;       ///< of what jitter draws
  std::optional<CoRunProfile> co_run;  ///< how those that have a law share SMs: see evaluate::prepare_sharing()
  std::vector<std::array<double, 2>> link_demands;  ///< [task][Direction]: bandwidth of its payload alone, relative to
                                                    ///< the most that the link moves; 0 < x ≤ 1; empty: all of it
  std::optional<PowerModel> power;                  ///< of the device; what kernels draw is in their models
  ClientSet clients = {};                           ///< whose requests the tasks are; none: a batch
  std::uint64_t fingerprint = 0;  ///< of what the workload's tasks are: with the seed, what random orders follow

  std::size_t size() const { return jobs.size(); }
  std::uint32_t program(std::uint32_t task) const { return programs.empty() ? 0 : programs[task]; }
  double weight(std::uint32_t task) const { return weights.empty() ? 1 : weights[task]; }
  double link_demand(std::uint32_t task, Direction direction) const {
    return link_demands.empty() ? 1 : link_demands[task][index(direction)];
  }
  Millis due_date(std::uint32_t task) const { return due.empty() ? kNoDueDate : due[task]; }
  friend bool operator==(const Instance&, const Instance&) = default;
};

/// Turns sizes and kernel names into durations: latency + size / bandwidth (S5 eq. 3.1), η m + γ (eq. 3.2). A copy
/// given as a duration is payload but for what the workload says is latency. A kernel that its task describes takes the
/// time that it says; where the profile has `sm`, it is a kernel of its own in Instance::kernels. With one DMA engine
/// every copy excludes every other; with two, pageable excludes pageable. Every repeat of a task waits for every repeat
/// of what its `after` names. Throws InputError at the stage: a kernel that the device does not know, a duration that
/// overflows; what needs a value that the profile does not have, see needs(); a described kernel of which not one CTA
/// fits into an SM; at the task: a footprint that does not fit, more than kMostPrecedences pairs; at the job:
/// footprints of jobs that do not fit together.
Instance resolve(const Workload& workload, const Device& device);

/// The same instance with constant times: copies neither slow each other down nor exclude each other by their memory;
/// one shared DMA engine stays shared. The model of neh (S5 3.5.3).
Instance without_contention(Instance instance);

/// Whether every task of an order of all stands behind those that it comes after.
bool keeps_precedence(const Instance& instance, std::span<const std::uint32_t> order);

/// The most pairs of tasks that `after` may stand for, repeats expanded.
inline constexpr std::size_t kMostPrecedences = 10'000'000;

/// The longest duration that a file may give or that a size may resolve to, so that sums stay finite: about 30 000
/// years.
inline constexpr Millis kLongestDuration{1e15};

}  // namespace warpshop
