#pragma once

#include <array>
#include <exception>
#include <memory>
#include <vector>

#include "kernels/gpu/handles.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::dispatch {

/// When a command began and ended. A command that waits for its engine, with nobody else before it in its stream, has
/// `start` reached before the engine takes it.
struct CommandEvents {
  explicit CommandEvents(const gpu::Device& device) : start(device), end(device) {}
  gpu::Event start, end;
};

struct SubmittedTask;

/// A command: one stage of a task.
struct Command {
  std::shared_ptr<SubmittedTask> task;
  Stage stage = Stage::h2d;
};

/// A task on its way to a device. Each stage is a command, submitted to a stream between two events. A command waits on
/// the device for the stage before it and for the commands that it comes after; all of them are submitted before it is,
/// since an event that was never recorded holds up nothing.
struct SubmittedTask {
  // Set before any of it is submitted.
  std::array<bool, 3> stages{};                          ///< [Stage]: those that it has, one at least
  std::array<const gpu::Stream*, 3> streams{};           ///< [Stage]
  std::array<std::shared_ptr<CommandEvents>, 3> events;  ///< [Stage]
  std::array<std::vector<Command>, 3> comes_after;       ///< [Stage], the stage before it apart
  std::array<bool, 3> alone{};  ///< [Stage]: submitted once its stream has done all that stands before it

  // By whoever submits it.
  std::array<bool, 3> recorded{};   ///< [Stage]: its events have been
  std::array<bool, 3> submitted{};  ///< [Stage]: or given up; of a task in SubmissionThreads under their lock

  bool has(Stage stage) const { return stages[index(stage)]; }
  Stage first() const { return has(Stage::h2d) ? Stage::h2d : has(Stage::kernel) ? Stage::kernel : Stage::d2h; }
  Stage last() const { return has(Stage::d2h) ? Stage::d2h : has(Stage::kernel) ? Stage::kernel : Stage::h2d; }
  /// Of a stage that is not the first.
  Stage before(Stage stage) const { return stage == Stage::d2h && has(Stage::kernel) ? Stage::kernel : Stage::h2d; }
  /// Whether everything has been submitted that the stage waits for on the device.
  bool may_submit(Stage stage) const;
  /// What ends last of what was recorded; nullptr: nothing was.
  const gpu::Event* end() const;
};

/// Makes the command's stream wait for what the command comes after, and records its start. Throws DeviceError.
void begin_command(const SubmittedTask& task, Stage stage);
/// Records the end of what has been submitted; where that fails, returns when the stream is idle or lost, since nobody
/// could tell when that ends. Throws DeviceError.
void end_command(SubmittedTask& task, Stage stage);
/// Returns when nothing of the stream is under way any more; a device that is lost has nothing under way.
void settle(const gpu::Stream& stream) noexcept;

/// Submits one command; submit(stream) submits what is timed. Throws what that throws, after recording the end of what
/// it has submitted all the same; DeviceError.
template <class Submit>
void submit_command(SubmittedTask& task, Stage stage, const Submit& submit) {
  begin_command(task, stage);
  std::exception_ptr problem;
  try {
    submit(*task.streams[index(stage)]);
  } catch (...) {
    problem = std::current_exception();
  }
  end_command(task, stage);
  if (problem) {
    std::rethrow_exception(problem);
  }
}

}  // namespace warpshop::dispatch
