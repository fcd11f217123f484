#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/insertion/known_prefix.hpp"
#include "sim/order/insertion/room.hpp"
#include "sim/order/insertion/suffix.hpp"

namespace warpshop::order {

/// A sequence of tasks that grows and shrinks, with what is known of the tasks before and behind every position; after
/// a change only what it has changed is worked out anew.
template <bool Latencies>
class InsertionSequence {
 public:
  using Place = evaluate::Place<Latencies>;

  /// Keeps a reference to the instance.
  InsertionSequence(const Instance& instance, const evaluate::DuplexRates& rates, Room& room);

  std::span<const std::uint32_t> tasks() const { return {tasks_.data(), size_}; }
  std::size_t size() const { return size_; }
  void assign(std::span<const std::uint32_t> tasks);
  void insert(std::size_t position, std::uint32_t task);
  void remove(std::size_t position);

  /// After insert() at `position`: what is known of the prefixes of position + 1 … `size` tasks, by size, and of their
  /// places from `position` on, by slot. Requires that all was known before.
  void adopt(std::size_t position, std::size_t size, const KnownPrefix<Latencies>* prefixes, const Place* places);
  /// Works out what is not known: what follows holds then.
  void complete();

  std::span<const evaluate::Stages> stages() const { return stages_.first(size_); }
  const Place* places() const { return places_.data(); }
  /// Of the tasks before a position; those of later positions lie behind it.
  const KnownPrefix<Latencies>& prefix(std::size_t position) const { return prefixes_[position]; }
  /// Of the tasks from a position on; those of later positions lie before it.
  const Suffix<Latencies>& suffix(std::size_t position) const { return suffixes_[size_ - position]; }
  /// With `task` at `position`: what the D2Hs behind `head` take alone.
  double queued(std::size_t position, const evaluate::Stages& task, std::size_t head) const {
    return head < position ? suffix(head + 1).paths.d2h + task.d2h() : suffix(head).paths.d2h;
  }
  /// The same of their payload.
  double queued_payload(std::size_t position, const evaluate::Stages& task, std::size_t head) const {
    return head < position ? suffix(head + 1).d2h_payload + task.d2h_payload : suffix(head).d2h_payload;
  }

 private:
  /// Suffixes that are longer have changed.
  void forget_lengths(std::size_t longer_than) { lengths_ = std::min(lengths_, longer_than); }

  const Job* jobs_;
  evaluate::DuplexRates rates_;
  std::size_t size_ = 0;
  std::span<std::uint32_t> tasks_;
  std::span<evaluate::Stages> stages_;          ///< by slot
  std::span<Place> places_;                     ///< by slot
  std::span<KnownPrefix<Latencies>> prefixes_;  ///< by position
  std::span<Suffix<Latencies>> suffixes_;       ///< by length
  std::size_t positions_ = 0;                   ///< prefixes_[0 … positions_] hold
  std::size_t lengths_ = 0;                     ///< suffixes_[0 … lengths_] hold
};

}  // namespace warpshop::order
