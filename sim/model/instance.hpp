#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// A copy with its times as they are when nothing opposes it.
struct Copy {
  Millis latency{0};  ///< holds the engine, moves nothing
  Millis payload{0};  ///< slows down, or speeds up, while an opposing payload moves
};

/// A task on a given device: what a scheduler needs of it, one cache line.
struct alignas(64) Job {
  std::array<Copy, 2> copies;  ///< [Direction]
  Millis kernel{0};
  Millis release{0};
  std::array<bool, 3> has{};        ///< [Stage]
  std::array<Memory, 2> memory{};   ///< [Direction]
  std::array<bool, 2> exclusive{};  ///< [Direction]: never overlaps an opposing copy that is exclusive as well

  const Copy& copy(Direction direction) const { return copies[index(direction)]; }
  /// Duration of a stage that nothing opposes; 0 for a missing one.
  Millis alone(Stage stage) const {
    if (stage == Stage::kernel) {
      return kernel;
    }
    const Copy& copy = copies[stage == Stage::h2d ? 0 : 1];
    return copy.latency + copy.payload;
  }
  /// Solo makespan, counted from the release.
  Millis total() const { return alone(Stage::h2d) + kernel + alone(Stage::d2h); }
};

/// Speed of a payload relative to alone while an opposing payload moves: [Direction][own Memory][opposing Memory]. 1
/// where the two never meet.
using Rates = std::array<std::array<std::array<double, 2>, 2>, 2>;

/// A workload resolved on a device: the scheduling problem.
struct Instance {
  std::vector<Job> jobs;  ///< by position in the workload
  Rates rates{};
  int dma_engines = 2;

  std::size_t size() const { return jobs.size(); }
};

/// Turns sizes and kernel names into durations: latency + size / bandwidth (S5 eq. 3.1), η m + γ (eq. 3.2). A stage
/// given as a duration is payload as a whole. With one DMA engine every copy excludes every other; with two, pageable
/// excludes pageable. Throws InputError at the stage: a kernel that the device does not know, a duration that
/// overflows.
Instance resolve(const Workload& workload, const Device& device);

/// The same instance with constant times: copies neither slow each other down nor exclude each other by their memory;
/// one shared DMA engine stays shared. The model of neh (S5 3.5.3).
Instance without_contention(Instance instance);

/// The longest duration that a file may give or that a size may resolve to, so that sums stay finite: about 30 000
/// years.
inline constexpr Millis kLongestDuration{1e15};

}  // namespace warpshop
