#pragma once

#include <algorithm>
#include <cstddef>

#include "sim/evaluate/closed_form/pack.hpp"
#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/evaluate/closed_form/queue_ends.hpp"

namespace warpshop::order {

/// What is known of the tasks before a position of a sequence; times in milliseconds.
template <bool Latencies>
struct KnownPrefix {
  evaluate::Prefix<Latencies> state;
  double h2d_end = 0;  ///< of the last H2D
  double d2h_end = 0;  ///< when the D2Hs have ended, at the earliest

  void append(const evaluate::Stages& task, evaluate::Place<Latencies>* places, const evaluate::DuplexRates& rates) {
    h2d_end = state.append(task, places, rates);
    d2h_end = std::max(d2h_end, state.kernel_end()) + task.d2h();
  }
};

/// of(*prefix), and in the other lanes of Number, which is a double or a Pack, of those of the positions after that.
template <class Number, bool Latencies, class Of>
Number each_prefix(const KnownPrefix<Latencies>* prefix, const Of& of) {
  return evaluate::each<Number>([&](std::size_t lane) { return of(prefix[lane]); });
}

template <class Number>
evaluate::QueueEnds<Number> ends_of(const KnownPrefix<false>* prefix) {
  return {each_prefix<Number>(prefix, [](const auto& known) { return known.state.ends().kernel; }),
          each_prefix<Number>(prefix, [](const auto& known) { return known.state.ends().d2h_work; }),
          each_prefix<Number>(prefix, [](const auto& known) { return known.state.ends().idle_offset; })};
}

}  // namespace warpshop::order
