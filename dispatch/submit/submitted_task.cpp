#include "dispatch/submit/submitted_task.hpp"

#include <algorithm>

namespace warpshop::dispatch {

bool SubmittedTask::may_submit(Stage stage) const {
  return (stage == first() || submitted[index(before(stage))]) &&
         std::ranges::all_of(comes_after[index(stage)],
                             [](const Command& other) { return other.task->submitted[index(other.stage)]; });
}

const gpu::Event* SubmittedTask::end() const {
  for (const Stage stage : {Stage::d2h, Stage::kernel, Stage::h2d}) {
    if (recorded[index(stage)]) {
      return &events[index(stage)]->end;
    }
  }
  return nullptr;
}

void begin_command(const SubmittedTask& task, Stage stage) {
  const gpu::Stream& stream = *task.streams[index(stage)];
  const auto wait_for = [&](const SubmittedTask& other, Stage of_it) {
    if (other.streams[index(of_it)] != &stream) {
      stream.wait(other.events[index(of_it)]->end);
    }
  };
  if (stage != task.first()) {
    wait_for(task, task.before(stage));
  }
  for (const Command& other : task.comes_after[index(stage)]) {
    wait_for(*other.task, other.stage);
  }
  if (task.alone[index(stage)]) {
    stream.synchronize();
  }
  stream.record(task.events[index(stage)]->start);
}

void end_command(SubmittedTask& task, Stage stage) {
  const gpu::Stream& stream = *task.streams[index(stage)];
  try {
    stream.record(task.events[index(stage)]->end);
    task.recorded[index(stage)] = true;
  } catch (...) {
    settle(stream);
    throw;
  }
}

void settle(const gpu::Stream& stream) noexcept {
  try {
    stream.synchronize();
  } catch (const std::exception&) {
    return;  // lost: this is what that looks like
  }
}

}  // namespace warpshop::dispatch
