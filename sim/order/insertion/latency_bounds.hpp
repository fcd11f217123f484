#pragma once

#include <cstddef>

#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/order/insertion/insertion_sequence.hpp"
#include "sim/order/insertion/trial_bound.hpp"

namespace warpshop::order {

/// What trials of a task cost at the least by the state behind it, with latencies. Task and rates are copies, which
/// nothing that is written meanwhile can change.
class LatencyBounds {
 public:
  LatencyBounds(const evaluate::Stages& task, const evaluate::DuplexRates& rates,
                const InsertionSequence<true>& sequence)
      : task_(task), rates_(rates), sequence_(sequence) {}

  /// At `position`.
  double at(std::size_t position, const TrialBound& bound) const {
    const KnownPrefix<true>& prefix = sequence_.prefix(position);
    const evaluate::Prefix<true> state = prefix.state.grow(task_, sequence_.places(), rates_);
    return bound(state, state.h2d_end(), prefix.d2h_end, task_, sequence_.suffix(position),
                 sequence_.queued_payload(position, task_, state.head()));
  }
  /// At all positions; at_end: of the last one.
  void all(const TrialBound& bound, const TrialBound& at_end, double* bounds) const {
    const std::size_t size = sequence_.size();
    for (std::size_t position = 0; position < size; ++position) {
      bounds[position] = at(position, bound);
    }
    bounds[size] = at(size, at_end);
  }

 private:
  evaluate::Stages task_;
  evaluate::DuplexRates rates_;
  const InsertionSequence<true>& sequence_;
};

}  // namespace warpshop::order
