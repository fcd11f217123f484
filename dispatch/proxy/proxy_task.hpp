#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dispatch/submit/task_commands.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// Names a task of a proxy; counted from 1 in the order of submission.
enum class TaskId : std::uint64_t {};

/// What became of a task. Times on the device count from the start of the proxy.
struct Outcome {
  enum class Kind : std::uint8_t {
    done,
    failed,     ///< `error` says why
    withdrawn,  ///< it never ran: its worker went away, or the proxy was stopped
  };

  TaskId id{};
  Kind kind = Kind::done;
  std::string error;                  ///< empty if done
  std::array<bool, 3> stages{};       ///< [Stage]: those that the task has
  std::array<Millis, 3> predicted{};  ///< [Stage], nothing opposing it; 0 for a missing one
  std::array<Millis, 3> measured{};   ///< [Stage]; 0 for a missing one. From here to `waited`: if done, else 0
  std::array<Millis, 3> ends{};       ///< [Stage]: when it ended; 0 for a missing one
  Millis started{0};                  ///< its first command
  Millis ended{0};                    ///< its last command
  Millis waited{0};                   ///< from submit() until its first command started
  Millis latency{0};                  ///< from submit() until the callback is called
};

/// What a worker hands in: up to three stages, at least one. The host memory of the copies, and whatever `launch`
/// refers to, must last until `done` is called.
struct ProxyTask {
  std::optional<CopyIn> h2d = std::nullopt;
  /// Submits the kernel: called once, by a thread of the proxy, and must not wait. Whatever goes to the stream, which
  /// the kernels of all tasks share, is part of the task; launches by other means go to stream.native(). input and
  /// output are device memory of the sizes below, nullptr for none. If it throws, the task fails alone. Empty: no
  /// kernel.
  LaunchKernel launch = {};
  /// What the kernel is predicted to take, ≥ 0: a time, or a kernel of the profile.
  std::variant<Millis, KernelCall> kernel = Millis{0};
  std::optional<CopyOut> d2h = std::nullopt;
  Bytes input = {};   ///< device memory; at least the size of h2d is taken
  Bytes output = {};  ///< device memory; at least the size of d2h is taken
  int priority = 0;   ///< higher ones go first, always
  /// Tasks of any worker that must have ended before this one starts. If one of them fails or is withdrawn, so does
  /// this task: failed.
  std::vector<TaskId> after = {};
  /// Called exactly once, by the thread of the proxy that calls them all. It may use try_submit() and statistics();
  /// what would wait for the proxy throws std::logic_error there. What it throws comes out of its worker's drain().
  std::function<void(const Outcome&)> done = {};
};

}  // namespace warpshop::dispatch
