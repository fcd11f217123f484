#pragma once

#include <array>

#include "kernels/gpu/event.hpp"
#include "kernels/gpu/stream.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::dispatch {

/// When a command began and ended. A command that waits for its engine, with nobody else before it in its stream, has
/// `start` reached before the engine takes it.
struct CommandEvents {
  explicit CommandEvents(const gpu::Device& device) : start(device), end(device) {}
  gpu::Event start, end;
};

/// Makes every engine work in the order of submission, whatever stream a command is in: each waits for the event at the
/// end of its engine's last one. An engine's commands may be submitted by one thread each; a thread an engine needs no
/// lock.
class EngineOrder {
 public:
  /// Submits a timed command. It keeps a reference to `events`: they outlive the next command of that engine.
  template <class Command>
  void submit(Stage engine, const gpu::Stream& stream, const CommandEvents& events, const Command& command) {
    wait_for_turn(engine, stream);
    stream.record(events.start);
    command();
    stream.record(events.end);
    last_[index(engine)] = &events.end;
  }

  /// What is submitted to the stream from now on waits for the end of that engine's last command.
  void wait_for_turn(Stage engine, const gpu::Stream& stream) const {
    if (const gpu::Event* last = last_[index(engine)]) {
      stream.wait(*last);
    }
  }

 private:
  std::array<const gpu::Event*, 3> last_{};
};

}  // namespace warpshop::dispatch
