#pragma once

#include "sim/evaluate/prefix.hpp"

namespace warpshop::order {

/// What is known of the tasks before a position of a sequence; times in milliseconds.
template <bool Latencies>
struct Before {
  evaluate::Prefix<Latencies> state;
  double h2d_end = 0;  ///< of the last H2D
  double d2h_end = 0;  ///< when the D2Hs have ended, at the earliest
};

}  // namespace warpshop::order
