#pragma once

#include <algorithm>
#include <cstdint>

namespace warpshop::evaluate {

/// CTAs of a kernel that have left their SMs and are to go on, on whichever is free first: see Leaving::save. They are
/// as far with their subtasks as they are on average.
struct SavedCtas {
  std::int64_t ctas = 0;
  double phase = 0;  ///< of each subtask that is done, 0 … 1

  double done() const { return static_cast<double>(ctas) * phase; }
  void add(std::int64_t more, double at) {
    phase = (done() + static_cast<double>(more) * at) / static_cast<double>(ctas + more);
    ctas += more;
  }
  /// Of so many places, how many they take; they are not saved any more.
  std::int64_t resume(std::int64_t places) {
    const std::int64_t resumed = std::min(places, ctas);
    ctas -= resumed;
    return resumed;
  }
};

/// Whether the context of a CTA moves: to memory, or back from it.
enum class ContextMove : std::uint8_t { none, out, in };

/// Whether all of a context has moved, of which that part has.
inline bool has_moved(double moved) {
  constexpr double kNone = 1e-9;
  return moved >= 1 - kNone;
}

}  // namespace warpshop::evaluate
