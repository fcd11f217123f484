#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dispatch/plan/concrete_task.hpp"
#include "dispatch/share/execution.hpp"
#include "dispatch/submit/submitted_task.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/submit.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// One time that a plan ran.
struct Repetition {
  Timeline timeline;               ///< of events: a command's start is when its engine could take it
  std::vector<std::size_t> wrong;  ///< positions of the tasks with wrong results, where they were checked
  /// Time that submitting took one thread; not known where several threads submitted.
  std::optional<std::chrono::duration<double, std::micro>> submission;
};

/// Whether a repetition compares the results with those of the CPU versions. It does not change what is timed.
enum class Check : std::uint8_t { no, yes };

/// A workload in the memory of a device, ready to run again and again, with an event before and after every command.
/// Plan::submission decides what holds commands back:
/// - ordered: a stream an engine, so that each command comes behind the one before it in the plan. With a stream a task
///   and timed events between them an H100 kept every copy in until the copy out of the task two before it had ended,
///   which took 9 to 11 % longer (results/submission);
/// - streams: a stream a task, whose own stages alone wait for each other; the device serves what comes.
/// A task that comes `after` others starts when they have ended, in either; with a lag it is not submitted before that
/// has passed. A gate holds up its copy, and a round begins when the one before it has ended and its memory is free. No
/// stage of a task is submitted before its release time. Timelines count from the first command (with release times:
/// from the start of the plan), and the makespan goes to the end of the last (S5 3.6.3). Kernels are
/// launched in their plain form, but for those that share the device: see execute().
///
/// From a plan to a timeline: connect() says what waits for what, submit() launches a command of a task
/// (TaskMemory::submit()), timeline() reads what the events say.
///
/// One thread submits, in the workload's order of issue, where the workload says so; else unless a copy of pageable
/// memory, a release time, a lag or a gate would hold it up; then a thread an engine does, in the plan's order, and for
/// free streams a thread a task, all started together (S5 3.6.3).
class Runner {
 public:
  /// `realised`: by realise(). Check::yes: results may be asked for, and are computed on the CPU now. instance: the
  /// same, prepared for kernels that share, where there are plans that have a share; outlives it. Throws DeviceError:
  /// out of host memory, for which task.
  Runner(gpu::Device device, const Workload& realised, Check check, const Instance* instance = nullptr);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner() { disconnect(); }

  /// By position in the workload.
  const std::vector<ConcreteTask>& tasks() const { return tasks_; }
  /// Device memory of a task, by position in the workload.
  Bytes footprint(std::uint32_t task) const { return prepared_[task]->memory.footprint(); }

  /// Throws DeviceError: out of memory (it says how much was needed), a failure while running, no thread to be had;
  /// std::runtime_error: more tasks than there may be threads.
  Repetition run(const Plan& plan, Check check = Check::no);

  /// What clients get of a device that is shared as the plan says: see execute_clients(). Check::yes: of every task of
  /// a request that ran, its last result is compared; `wrong`, those that were not right.
  struct ClientsRun {
    ClientsOutcome outcome;
    std::vector<std::size_t> wrong = {};
  };
  ClientsRun run_clients(const Plan& plan, RequestFeed& feed, const ClientTimes& times, Check check,
                         const std::function<void()>& asked);

 private:
  using Clock = std::chrono::steady_clock;

  /// A task with all that it takes to run it.
  struct PreparedTask : SubmittedTask {
    PreparedTask(const gpu::Device& device, const ConcreteTask& task, std::string its_name);
    std::string name;
    TaskMemory memory;
    gpu::Stream stream;                  ///< of free streams
    std::vector<Precedence> after = {};  ///< those that it comes after
    std::size_t place = 0;               ///< in the plan
    Millis release() const { return memory.task().release; }
    /// Whether it comes after another with a lag, which the host waits for.
    bool waits_for_lags() const {
      return std::ranges::any_of(after, [](const Precedence& before) { return before.by_host; });
    }
  };

  void load(std::span<const std::uint32_t> tasks);
  void unload_all();
  void disconnect() noexcept;
  void connect(const Plan& plan);
  Order submission_order(std::span<const std::uint32_t> order) const;
  void run_round(const Plan& plan, std::span<const std::uint32_t> order, Check check, Repetition& repetition);
  void run_shared(const Plan& plan, Check check, Repetition& repetition);
  std::vector<SharedTask> shared_tasks() const;
  /// Does what runs those tasks, in device memory, and checks what they computed.
  template <class Run>
  void with_results(std::span<const std::uint32_t> order, Check check, Repetition& repetition, const Run& run);
  void await_end(Submission submission, std::span<const std::uint32_t> order) const;
  std::string some_names(std::span<const std::uint32_t> tasks) const;
  void submit_all(const Plan& plan, const Order& order, Repetition& repetition);
  void submit_by_one(const Order& order);
  void submit_by_threads(Submission submission, const Order& order);
  void submit(PreparedTask& task, Stage stage);
  void wait_on_host(const PreparedTask& task) const;
  bool holds_threads(const Order& order) const;
  Timeline timeline(const Plan& plan) const;

  gpu::Device device_;
  const Instance* instance_;
  bool one_thread_;
  IssueOrder issue_;
  std::vector<ConcreteTask> tasks_;
  std::vector<std::shared_ptr<PreparedTask>> prepared_;  ///< by task
  bool precedence_ = false;                              ///< some come after others
  gpu::Stream control_;
  std::array<gpu::Stream, 3> engines_;  ///< [Stage], of ordered submission; gone before the tasks' memory is
  gpu::Event origin_;
  Clock::time_point begin_;
};

}  // namespace warpshop::dispatch
