#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "kernels/gpu/handles.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::dispatch {

/// Host memory that is copied in, not empty. Ordinary memory is pageable; pinned is what the driver allocated as such.
struct CopyIn {
  std::span<const std::byte> from;
  Memory memory = Memory::pageable;
};

/// Host memory that is copied out to, not empty.
struct CopyOut {
  std::span<std::byte> to;
  Memory memory = Memory::pageable;
};

/// All of a host buffer. Requires space() != Space::device.
inline CopyIn copy_in(const gpu::Buffer& host) {
  return {host.bytes(), host.space() == gpu::Space::pinned ? Memory::pinned : Memory::pageable};
}
inline CopyOut copy_out(const gpu::Buffer& host) {
  return {host.bytes(), host.space() == gpu::Space::pinned ? Memory::pinned : Memory::pageable};
}

/// Submits a kernel that works on device memory; nullptr for none.
using LaunchKernel = std::function<void(const gpu::Stream& stream, std::byte* input, std::byte* output)>;

/// What the stages of a task do; empty: it does not have that one.
struct TaskCommands {
  std::optional<CopyIn> h2d;
  LaunchKernel launch;
  std::optional<CopyOut> d2h;
};

/// Submits one stage that a task has: a copy to `input`, the kernel, or a copy from `output`. Task: has h2d, launch and
/// d2h as TaskCommands has. Throws what launching throws; DeviceError.
template <class Task>
void submit_stage(const Task& task, Stage stage, const gpu::Stream& stream, std::byte* input, std::byte* output) {
  gpu::Driver& driver = stream.device().driver();
  switch (stage) {
    case Stage::h2d:
      driver.copy(stream.state(), input, task.h2d->from.data(), Bytes{std::ssize(task.h2d->from)}, Direction::h2d,
                  task.h2d->memory);
      break;
    case Stage::kernel:
      task.launch(stream, input, output);
      break;
    case Stage::d2h:
      driver.copy(stream.state(), task.d2h->to.data(), output, Bytes{std::ssize(task.d2h->to)}, Direction::d2h,
                  task.d2h->memory);
      break;
  }
}

}  // namespace warpshop::dispatch
