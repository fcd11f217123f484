#pragma once

#include <cstddef>

#include "sim/evaluate/pack.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/evaluate/queue_ends.hpp"
#include "sim/order/insertion/before.hpp"
#include "sim/order/insertion/paths.hpp"
#include "sim/order/insertion/suffix.hpp"
#include "sim/order/insertion/trial_bound.hpp"

namespace warpshop::order {

/// What trials of a task cost at the least by the state behind it, without latencies: at one position, or at several at
/// a time. Task and rates are copies, which nothing that is written meanwhile can change.
class DurationBounds {
 public:
  /// Of a sequence of `size` tasks: before: by position; places: by slot; suffixes: by length.
  DurationBounds(const evaluate::Stages& task, const evaluate::DuplexRates& rates, std::size_t size,
                 const Before<false>* before, const evaluate::Place<false>* places, const Suffix<false>* suffixes)
      : task_(task), rates_(rates), size_(size), before_(before), places_(places), suffixes_(suffixes) {}

  /// At `position`, and at those after it in the other lanes of Number, which is a double or a Pack.
  template <class Number>
  [[gnu::always_inline]] Number at(std::size_t position, const TrialBound& bound) const {
    const Before<false>* before = before_ + position;
    const auto known = [&](const auto& of) { return each_before<Number>(before, of); };
    const Number h2d_end = known([&](const auto& at) { return at.state.next_h2d_end(task_, places_, rates_); });
    evaluate::QueueEnds<Number> ends = ends_before<Number>(before);
    const Number d2h_start = ends.append(task_, h2d_end, rates_);
    const Suffix<false>* suffixes = suffixes_ + (size_ - position);  // of the lanes: this one and shorter ones
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

 private:
  evaluate::Stages task_;
  evaluate::DuplexRates rates_;
  std::size_t size_;
  const Before<false>* before_;
  const evaluate::Place<false>* places_;
  const Suffix<false>* suffixes_;
};

}  // namespace warpshop::order
