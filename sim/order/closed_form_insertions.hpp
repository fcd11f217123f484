#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/closed_form.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/order/insertion.hpp"
#include "sim/order/suffix.hpp"
#include "sim/order/trial_bound.hpp"

namespace warpshop::order {

/// Whether the class below applies; the bounds of rates outside of evaluate::couples() are not known.
inline bool closed_form_insertions_apply(const evaluate::Traits& traits, Objective objective) {
  return traits.closed_form && !traits.missing && objective == Objective::makespan && evaluate::couples(traits.rates);
}

/// Insertions into one sequence that grows and shrinks, where the closed form applies and no stage is missing.
///
/// Kept between calls: the state before every position, as far as nothing before it has changed, and the suffix behind
/// every position. An insertion is first bounded at every position, in O(1) each; then tried at the most promising one,
/// and at others from the last on, each given up as soon as a bound shows that it cannot win.
template <bool Latencies>
class ClosedFormInsertions {
 public:
  /// Keeps a reference to the instance.
  ClosedFormInsertions(const Instance& instance, const evaluate::Traits& traits);

  std::span<const std::uint32_t> sequence() const { return {sequence_.data(), size_}; }
  void assign(std::span<const std::uint32_t> sequence);
  void insert(std::size_t position, std::uint32_t task);
  void remove(std::size_t position);

  /// The position of least makespan for a task that is not in the sequence, of tied ones the last.
  Insertion best(std::uint32_t task);

 private:
  using State = evaluate::Prefix<Latencies>;

  void refresh();
  void bound_all(const TrialBound& bound, std::uint32_t task);
  bool hopeless(std::size_t position, double bound) const;
  void try_at(std::size_t position, const TrialBound& bound, std::uint32_t task);
  Insertion last_of_the_best() const;

  const Job* jobs_;
  evaluate::DuplexRates rates_;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> sequence_, trial_;
  std::vector<evaluate::Place> places_, trial_places_;
  std::vector<State> before_;     ///< by position
  std::vector<Suffix> suffixes_;  ///< by length
  std::size_t states_ = 0;        ///< before_[0 … states_] hold
  std::size_t lengths_ = 0;       ///< suffixes_[0 … lengths_] hold
  std::vector<double> bounds_;    ///< by position, of the task being inserted
  std::vector<Insertion> tried_;
  Insertion leader_;  ///< of those tried
};

}  // namespace warpshop::order
