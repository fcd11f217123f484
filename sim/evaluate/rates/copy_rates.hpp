#pragma once

#include <array>
#include <span>

#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// A payload that moves, and how fast it may.
struct MovingPayload {
  Direction direction = Direction::h2d;
  Memory memory = Memory::pinned;
  double demand = 1;  ///< bandwidth alone, relative to that of the link or bus that it shares; above 0
  double speed = 1;   ///< relative to alone, above 0: what the functions below set
};

/// Sets the speeds of what moves over the link of one GPU (S5 eq. 3.1): each at its rate beside that kind of memory
/// among what moves the other way which leaves it least, 1 where nothing does, times beside_kernels[Direction]. Several
/// of one direction, which only MIG instances have, share the link max-min fairly: it moves what a copy of pinned
/// memory that could fill it would at its rate, or what the fastest of them does.
void set_copy_rates(const Rates& rates, const std::array<double, 2>& beside_kernels, std::span<MovingPayload> payloads);

/// Slows down, where it has to, what moves over a bus of bandwidth 1 in each direction, and `duplex`[Direction] while
/// anything moves the other way.
void share_bus(const std::array<double, 2>& duplex, std::span<MovingPayload* const> payloads);

/// Max-min fair shares of a bandwidth: `demands`, each > 0, become what each is given. Nobody gets more than it asks
/// for, and what one does not need goes to the others in equal parts (water-filling). O(n log n).
void share_bandwidth(double bandwidth, std::span<double> demands);

}  // namespace warpshop::evaluate
