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
  /// Submits a timed command. It keeps a reference to `events`: they outlive the next command of that engine, or
  /// forget() is called.
  template <class Command>
  void submit(Stage engine, const gpu::Stream& stream, const CommandEvents& events, const Command& command) {
    if (const gpu::Event* last = last_[index(engine)]) {
      stream.wait(*last);
    }
    stream.record(events.start);
    command();
    stream.record(events.end);
    last_[index(engine)] = &events.end;
  }

  /// The events are about to be recorded anew, or to go; whatever they stood behind has been reached.
  void forget(const CommandEvents& events) {
    for (const gpu::Event*& last : last_) {
      if (last == &events.end) {
        last = nullptr;
      }
    }
  }

 private:
  std::array<const gpu::Event*, 3> last_{};
};

}  // namespace warpshop::dispatch
