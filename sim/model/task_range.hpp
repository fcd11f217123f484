#pragma once

#include <cstdint>

namespace warpshop {

/// Tasks next to each other in the workload, as the repeats of one are.
struct TaskRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  bool has(std::uint32_t task) const { return task >= first && task - first < count; }
  friend bool operator==(const TaskRange&, const TaskRange&) = default;
};

}  // namespace warpshop
