#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/client_window.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// So many commands of a window are kept at most.
inline constexpr std::size_t kMostInWindow = 1'000'000;

/// Writes down what runs in a window of the time of clients, as a simulation goes on.
class WindowRecorder {
 public:
  explicit WindowRecorder(const TimeWindow& time) : time_(time) {}

  /// In milliseconds from the start.
  void start(Stage stage, std::uint32_t task, double time) {
    if (task >= started_.size()) {
      started_.resize(task + 1);
    }
    started_[task][index(stage)] = time;
  }
  /// Throws InputError: more than kMostInWindow commands.
  void end(Stage stage, std::uint32_t task, double time, const WindowRequest& of);

  /// What has been written down. residencies: what kernels have held, in the window or around it, by tasks of the
  /// instance.
  ClientWindow window(const Instance& instance, std::span<const Residency> residencies);

 private:
  struct Command {
    WindowRequest request;
    std::uint32_t task = 0;
    Stage stage = Stage::h2d;
    double start = 0, end = 0;
  };

  bool holds(double start, double end) const {
    return start < time_.until.count() && (end > time_.from.count() || (end == start && end == time_.from.count()));
  }

  TimeWindow time_;
  std::vector<std::array<double, 3>> started_;  ///< by task
  std::vector<Command> commands_;               ///< as they ended
};

}  // namespace warpshop::evaluate
