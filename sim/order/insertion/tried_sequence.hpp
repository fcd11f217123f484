#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/order/insertion/insertion_trials.hpp"

namespace warpshop::order {

/// What ways of choosing a position by InsertionTrials have in common: the sequence that they insert into.
template <bool Latencies>
class TriedSequence {
 public:
  std::span<const std::uint32_t> sequence() const { return trials_.sequence().tasks(); }
  void assign(std::span<const std::uint32_t> sequence) { trials_.assign(sequence); }
  void insert(std::size_t position, std::uint32_t task) { trials_.insert(position, task); }
  void remove(std::size_t position) { trials_.remove(position); }
  /// What the last search for a position took, in evaluations of whole orders, about.
  std::int64_t evaluations() const { return trials_.evaluations(); }

 protected:
  TriedSequence(const Instance& instance, const evaluate::Traits& traits) : trials_(instance, traits) {}

  InsertionTrials<Latencies> trials_;
};

}  // namespace warpshop::order
