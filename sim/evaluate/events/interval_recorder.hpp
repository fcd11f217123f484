#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// Records nothing: what makespans are computed with.
struct NoRecorder {
  void start(Stage, std::uint32_t, double) {}
  void end(Stage, std::uint32_t, double) {}
};

/// Collects starts and ends as a simulation meets them, in milliseconds; a later start of the same stage replaces an
/// earlier.
class IntervalRecorder {
 public:
  explicit IntervalRecorder(std::size_t slots) : spans_(slots) {}

  void start(Stage stage, std::uint32_t slot, double time) { spans_[slot][index(stage)].start = time; }
  void end(Stage stage, std::uint32_t slot, double time) { spans_[slot][index(stage)].end = time; }

  Timeline timeline(const Instance& instance, const Plan& plan, Millis makespan) const;

 private:
  struct Span {
    double start = 0;
    double end = 0;
  };
  std::vector<std::array<Span, 3>> spans_;
};

}  // namespace warpshop::evaluate
