#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/model/share.hpp"

namespace warpshop {

/// Zero-based positions in the workload, repeats of `count` expanded; a plan's order is a permutation of them.
using Order = std::vector<std::uint32_t>;

/// 0 … n - 1.
inline Order input_order(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

/// A task moves to another place; those between make room.
inline void move_task(Order& order, std::size_t from, std::size_t to) {
  const auto at = [&](std::size_t place) { return order.begin() + static_cast<std::ptrdiff_t>(place); };
  from < to ? std::rotate(at(from), at(from + 1), at(to + 1)) : std::rotate(at(to), at(from), at(from + 1));
}

/// How a plan's commands reach the device.
enum class Submission : std::uint8_t {
  ordered,  ///< every engine works in the plan's order (events force it)
  streams,  ///< a stream per task, nobody reorders: each engine serves what became ready first, ties in the plan's
            ///< order
};

constexpr std::string_view name(Submission submission) {
  return submission == Submission::ordered ? "ordered" : "streams";
}

/// The D2H copy of one task is not ready before the H2D copy of another has ended. Positions in the workload; the tasks
/// have those copies, and that of `h2d` is in the same round or an earlier one.
struct Gate {
  std::uint32_t d2h = 0;
  std::uint32_t h2d = 0;
  friend bool operator==(const Gate&, const Gate&) = default;
};

/// What is to run, and how; the one type that every engine and the dispatcher read.
struct Plan {
  Order order;
  Submission submission = Submission::ordered;
  std::vector<Gate> gates = {};  ///< at most one a D2H copy; in ordered submission alone
  /// Lengths ≥ 1 of the parts of `order` that are in device memory together, one part after another: a part starts when
  /// the one before it has ended. They add up to the order's; empty: all at once.
  std::vector<std::uint32_t> rounds = {};
  /// Lengths of the parts of `order` that go to each device of a fleet, one part after another; they add up to the
  /// order's. Rounds divide these parts, gates stay within one. Empty: all goes to the one device.
  std::vector<std::uint32_t> devices = {};
  /// Of free streams without a share: how many hardware queues they feed kernels to, see evaluate::HardwareQueues; 0:
  /// one a stream, as in a recording, which shows what went when.
  std::uint32_t hardware_queues = 0;
  std::optional<Share> share = {};  ///< nothing: kernels run one at a time
  friend bool operator==(const Plan&, const Plan&) = default;
};

}  // namespace warpshop
