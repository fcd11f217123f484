#include "dispatch/share/plain_kernel.hpp"

#include <stdexcept>

#include "dispatch/submit/submitted_task.hpp"

namespace warpshop::dispatch {

PlainKernel::~PlainKernel() {
  settle(stream_.stream);
  pool_.give_back(stream_);
}

void PlainKernel::ask(const Allocation& asked) {
  if (launched_ && asked != asked_) {
    throw std::logic_error("a kernel of the plain form is to hold something else than it was launched with");
  }
  asked_ = asked;
  if (!launched_) {
    stream_.stream.record(stream_.begin);
    stream_.stream.launch(launch_.code, launch_.arguments, launch_.subtasks);
    stream_.stream.record(stream_.end);
    launched_ = true;
  }
}

LaunchedKernel::Left PlainKernel::look() {
  over_ = launched_ && stream_.end.reached();
  return {};
}

share::Running PlainKernel::running(std::uint32_t task) const {
  return {.task = task,
          .subtasks = launch_.subtasks,
          .done = over_ ? launch_.subtasks : 0,
          .asked = asked_,
          .held = asked_,
          .stays = asked_};
}

Interval PlainKernel::interval() const {
  return {.stage = Stage::kernel,
          .start = gpu::elapsed(*plan_.event, stream_.begin),
          .end = gpu::elapsed(*plan_.event, stream_.end)};
}

}  // namespace warpshop::dispatch
