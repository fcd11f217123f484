#pragma once

#include <cstddef>

#include "sim/evaluate/closed_form/pack.hpp"
#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/evaluate/closed_form/queue_ends.hpp"
#include "sim/order/insertion/insertion_sequence.hpp"
#include "sim/order/insertion/known_prefix.hpp"
#include "sim/order/insertion/paths.hpp"
#include "sim/order/insertion/suffix.hpp"
#include "sim/order/insertion/trial_bound.hpp"

namespace warpshop::order {

/// What trials of a task cost at the least by the state behind it, without latencies: at one position, or at several at
/// a time. Task, rates, bounds and pointers are copies, which nothing that is written meanwhile can change.
class DurationBounds {
 public:
  DurationBounds(const evaluate::Stages& task, const evaluate::DuplexRates& rates,
                 const InsertionSequence<false>& sequence)
      : task_(task),
        rates_(rates),
        size_(sequence.size()),
        prefixes_(&sequence.prefix(0)),
        places_(sequence.places()),
        suffixes_(&sequence.suffix(0)) {}

  /// At `position`, and at those after it in the other lanes of Number, which is a double or a Pack.
  template <class Number>
  [[gnu::always_inline]] Number at(std::size_t position, const TrialBound& bound) const {
    const KnownPrefix<false>* prefix = prefixes_ + position;
    const auto known = [&](const auto& of) { return each_prefix<Number>(prefix, of); };
    const Number h2d_end = known([&](const auto& at) { return at.state.next_h2d_end(task_, places_, rates_); });
    evaluate::QueueEnds<Number> ends = ends_of<Number>(prefix);
    const Number d2h_start = ends.append(task_, h2d_end, rates_);
    const Suffix<false>* suffixes = suffixes_ - position;  // those of later positions lie before it
    const auto paths = [&](Paths<double> Suffix<false>::*of) {
      const auto path = [&](double Paths<double>::*part) {
        return evaluate::each<Number>([&](std::size_t lane) { return (suffixes - lane)->*of.*part; });
      };
      return Paths<Number>{path(&Paths<double>::h2d), path(&Paths<double>::kernel), path(&Paths<double>::d2h)};
    };
    const Paths<Number> suffix = paths(&Suffix<false>::paths);
    const Number d2h_end = known([](const auto& at) { return at.d2h_end; });
    const Number least = larger(bound.by_paths(h2d_end, ends.kernel, d2h_end, task_.d2h_payload, suffix),
                                bound.by_copies(ends.d2h_work, suffix.d2h));
    if (position == size_) {
      return least;
    }
    const Number h2d_work = known([](const auto& at) { return at.state.h2d_work(); }) + task_.h2d_payload;
    return larger(least, bound.by_last_kernel(h2d_work, d2h_start, ends.d2h_work, paths(&Suffix<false>::late_d2h)));
  }

  /// At all positions; at_end: of the last one.
  [[gnu::always_inline]] void all(TrialBound bound, const TrialBound& at_end, double* bounds) const {
    std::size_t position = 0;
    for (; position + 2 <= size_; position += 2) {
      const auto pair = at<evaluate::Pack<2>>(position, bound);
      bounds[position] = pair[0];
      bounds[position + 1] = pair[1];
    }
    if (position < size_) {
      bounds[position] = at<double>(position, bound);
    }
    bounds[size_] = at<double>(size_, at_end);
  }

 private:
  evaluate::Stages task_;
  evaluate::DuplexRates rates_;
  std::size_t size_;
  const KnownPrefix<false>* prefixes_;  ///< by position
  const evaluate::Place<false>* places_;
  const Suffix<false>* suffixes_;  ///< of the whole sequence
};

}  // namespace warpshop::order
