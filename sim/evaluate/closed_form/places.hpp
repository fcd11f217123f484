#pragma once

#include <cstddef>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// What the closed form reads of a task without missing stages; in milliseconds.
struct Stages {
  double h2d_latency = 0, h2d_payload = 0;
  double kernel = 0;
  double d2h_latency = 0, d2h_payload = 0;

  Stages() = default;
  explicit Stages(const Job& job)
      : h2d_latency(job.copies[0].latency.count()),
        h2d_payload(job.copies[0].payload.count()),
        kernel(job.kernel.count()),
        d2h_latency(job.copies[1].latency.count()),
        d2h_payload(job.copies[1].payload.count()) {}

  double h2d() const { return h2d_latency + h2d_payload; }
  double d2h() const { return d2h_latency + d2h_payload; }
};

/// Sums of the same numbers in different orders: their rounding errors stay well below this share of them.
inline constexpr double kRounding = 1e-12;

/// What the closed form keeps of a task; in milliseconds.
template <bool Latencies>
struct Place;
template <>
struct Place<true> {
  double ready;  ///< when its D2H becomes ready; infinite until that is known
  double d2h_latency, d2h_payload;
};
template <>
struct Place<false> {
  double ready;
  double start_work;  ///< its D2H on the clock of H2D work, see Prefix<false>
  double end_work;
  double idle_offset;  ///< time minus work while no D2H moves, before this one
};

/// The closed form as a state that grows task by task, for instances without missing stages. A state is a value: copy
/// it, and append to the copy to try another tail.
///
/// A state of n tasks has written the first n of the places that it is given, by position, and reads those from head()
/// on, which must be the same whenever it goes on. The rates are always the same.
template <bool Latencies>
class Prefix;

/// Prefixes of equally many tasks, of similar sequences, side by side, one in each lane: as long as the same happens in
/// all of them, one instruction does it in several. Each is, bit by bit, what Prefix would be. A value as well, with
/// places that it is given.
template <bool Latencies, std::size_t Width>
class Prefixes;

}  // namespace warpshop::evaluate
