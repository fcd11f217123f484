#pragma once

#include <cstddef>

#include "sim/evaluate/pack.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/evaluate/queue_ends.hpp"

namespace warpshop::order {

/// What is known of the tasks before a position of a sequence; times in milliseconds.
template <bool Latencies>
struct Before {
  evaluate::Prefix<Latencies> state;
  double h2d_end = 0;  ///< of the last H2D
  double d2h_end = 0;  ///< when the D2Hs have ended, at the earliest
};

/// of(before), and in the other lanes of Number, which is a double or a Pack, of the positions after that one.
template <class Number, bool Latencies, class Of>
Number each_before(const Before<Latencies>* before, const Of& of) {
  return evaluate::each<Number>([&](std::size_t lane) { return of(before[lane]); });
}

template <class Number>
evaluate::QueueEnds<Number> ends_before(const Before<false>* before) {
  return {each_before<Number>(before, [](const auto& at) { return at.state.ends().kernel; }),
          each_before<Number>(before, [](const auto& at) { return at.state.ends().d2h_work; }),
          each_before<Number>(before, [](const auto& at) { return at.state.ends().idle_offset; })};
}

}  // namespace warpshop::order
