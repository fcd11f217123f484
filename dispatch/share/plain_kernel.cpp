#include "dispatch/share/plain_kernel.hpp"

#include <stdexcept>

namespace warpshop::dispatch {

void PlainKernel::ask(const Allocation& asked) {
  if (launched_ && asked != asked_) {
    throw std::logic_error("a kernel of the plain form is to hold something else than it was launched with");
  }
  asked_ = asked;
  if (!launched_) {
    stream_.record(begin_);
    stream_.launch(launch_.code, launch_.arguments, launch_.subtasks);
    stream_.record(end_);
    launched_ = true;
  }
}

LaunchedKernel::Left PlainKernel::look() {
  over_ = launched_ && end_.reached();
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
  return {.stage = Stage::kernel, .start = gpu::elapsed(*plan_.event, begin_), .end = gpu::elapsed(*plan_.event, end_)};
}

}  // namespace warpshop::dispatch
