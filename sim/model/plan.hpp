#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpshop {

/// Zero-based positions in the workload, repeats of `count` expanded; a plan's order is a permutation of them.
using Order = std::vector<std::uint32_t>;

/// How a plan's commands reach the device.
enum class Submission : std::uint8_t {
  ordered,  ///< every engine works in the plan's order (events force it)
  streams,  ///< a stream per task, nobody reorders: each engine serves what became ready first, ties in the plan's
            ///< order
};

constexpr std::string_view name(Submission submission) {
  return submission == Submission::ordered ? "ordered" : "streams";
}

/// What is to run, and how; the one type that every engine and the dispatcher read.
struct Plan {
  Order order;
  Submission submission = Submission::ordered;
};

}  // namespace warpshop
