#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <variant>
#include <vector>

#include "kernels/gpu/code.hpp"
#include "kernels/gpu/driver.hpp"

namespace warpshop::gpu {

/// One recording of an event.
struct Mark {
  bool reached = false;
  std::chrono::steady_clock::time_point time;
  std::vector<StreamState*> waiting;  ///< streams whose first command waits for this
};

namespace host {

// What can stand in a stream.
struct CopyCommand {
  std::byte* to;
  const std::byte* from;
  Bytes size;
  Direction direction;
  Memory memory;
};
struct LaunchCommand {
  Code code;
  Arguments arguments;
  std::uint32_t ctas;
  Control control;
  Form form;
};
struct RecordCommand {
  std::shared_ptr<Mark> mark;
};
struct WaitCommand {
  std::shared_ptr<Mark> mark;
};
using Command = std::variant<CopyCommand, LaunchCommand, RecordCommand, WaitCommand>;

}  // namespace host

struct StreamState {
  std::deque<host::Command> commands;
  int priority = 0;             ///< of a device that has several
  bool waiting = false;         ///< the first one waits for a mark, or is with an engine
  bool executing = false;       ///< the first one is being done by an engine
  std::uint64_t submitted = 0;  ///< commands so far
  std::uint64_t done = 0;
};

struct EventState {
  std::shared_ptr<Mark> mark;  ///< as recorded last
};

}  // namespace warpshop::gpu
