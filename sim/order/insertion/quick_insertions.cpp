#include "sim/order/insertion/quick_insertions.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace warpshop::order {
namespace {

constexpr std::size_t kTrials = 3;
/// What the paths of the three engines together count for beside the longest one. Without it nearly all positions are
/// equal wherever one engine never idles, and the last of them are worse for what is inserted next.
constexpr double kWeightOfAll = 1e-4;

}  // namespace

template <bool Latencies>
inline double QuickInsertions<Latencies>::d2h_time(const evaluate::Stages& task, std::size_t slot) const {
  return task.d2h_latency + task.d2h_payload * (slot < beside_ ? trials_.rates().slowness : 1);
}

template <bool Latencies>
void QuickInsertions<Latencies>::measure_tails() {
  const InsertionSequence<Latencies>& sequence = trials_.sequence();
  const std::size_t size = sequence.size();
  beside_ = sequence.prefix(size).state.head();
  tails_[size] = {};
  double h2d_end = sequence.prefix(size).h2d_end;
  for (std::size_t slot = size; slot-- > 0;) {
    const evaluate::Stages& task = sequence.stages()[slot];
    const double h2d_start = sequence.prefix(slot).h2d_end;
    tails_[slot] = tails_[slot + 1].preceded_by(h2d_end - h2d_start, task.kernel, d2h_time(task, slot));
    h2d_end = h2d_start;
  }
}

/// The longest path of each engine, from what is known before the position. As long as the D2Hs before it are not
/// through, they are taken to move beside the task's H2D.
template <bool Latencies>
template <class Number>
inline Number QuickInsertions<Latencies>::estimate(std::size_t position) const {
  const InsertionSequence<Latencies>& sequence = trials_.sequence();
  const KnownPrefix<Latencies>* prefix = &sequence.prefix(position);
  const auto known = [&](const auto& of) { return each_prefix<Number>(prefix, of); };
  const auto tail = [&](double Paths<double>::*path) {
    return evaluate::each<Number>([&](std::size_t lane) { return tails_[position + lane].*path; });
  };
  const evaluate::Stages& task = trials_.task();
  const evaluate::DuplexRates& rates = trials_.rates();
  const Number h2d_start = known([](const auto& at) { return at.h2d_end; });
  Number d2h_free = known([](const auto& at) { return at.d2h_end; });
  Number d2h_left;
  if constexpr (Latencies) {
    d2h_left = d2h_free - h2d_start - task.h2d_latency;
  } else {
    d2h_left = known([](const auto& at) { return at.state.ends().d2h_work - at.state.h2d_work(); });
  }
  const Number beside = smaller(larger(d2h_left, Number(0.0)), Number(task.h2d_payload));
  const Number h2d_end = h2d_start + task.h2d() + beside * rates.delay;
  Number kernel_end, by_copies;
  if constexpr (Latencies) {
    kernel_end = larger(known([](const auto& at) { return at.state.kernel_end(); }), h2d_end) + task.kernel;
    const auto suffix = sequence.suffix(position).preceded_by(task, rates);
    const double queued =
        position > 0 ? sequence.queued_payload(position, task, prefix->state.head()) : suffix.d2h_payload;
    by_copies = trials_.bound_of(position).by_copies(prefix->state, suffix, queued);
  } else {
    evaluate::QueueEnds<Number> ends = ends_of<Number>(prefix);
    d2h_free = position < beside_ ? ends.d2h_time() : d2h_free;
    ends.append(task, h2d_end, rates);
    kernel_end = ends.kernel;
    const auto suffix_d2h =
        evaluate::each<Number>([&](std::size_t lane) { return sequence.suffix(position + lane).d2h_payload; });
    by_copies = trials_.bound_of(position).by_copies(ends.d2h_work, suffix_d2h);
  }
  const Number by_h2d = h2d_end + tail(&Paths<double>::h2d);
  const Number by_kernel = kernel_end + tail(&Paths<double>::kernel);
  const Number by_d2h = larger(kernel_end, d2h_free) + d2h_time(task, position) + tail(&Paths<double>::d2h);
  return larger(larger(by_h2d, by_kernel), larger(by_d2h, by_copies)) + (by_h2d + by_kernel + by_d2h) * kWeightOfAll;
}

template <bool Latencies>
template <class Visit>
inline void QuickInsertions<Latencies>::estimate_all(std::size_t begin, std::size_t end, const Visit& visit) const {
  if constexpr (!Latencies) {
    while (end - begin >= 2) {
      end -= 2;
      const auto pair = estimate<evaluate::Pack<2>>(end);
      visit(end + 1, pair[1]);
      visit(end, pair[0]);
    }
  }
  while (end > begin) {
    --end;
    visit(end, estimate<double>(end));
  }
}

template <bool Latencies>
Insertion QuickInsertions<Latencies>::best(std::uint32_t task) {
  struct Candidate {
    double estimate = std::numeric_limits<double>::infinity();
    std::size_t position = 0;
  };
  trials_.begin(task);
  measure_tails();
  std::array<Candidate, kTrials> candidates;  // by increasing estimate
  const auto consider = [&](std::size_t position, double estimate) {
    if (estimate < candidates.back().estimate) {
      candidates.back() = {estimate, position};
      for (std::size_t rank = kTrials - 1; rank > 0 && candidates[rank].estimate < candidates[rank - 1].estimate;
           --rank) {
        std::swap(candidates[rank], candidates[rank - 1]);
      }
    }
  };
  const std::size_t size = trials_.sequence().size();
  consider(size, estimate<double>(size));
  estimate_all(beside_, size, consider);
  estimate_all(0, beside_, consider);
  for (const Candidate& candidate : candidates) {
    if (candidate.estimate < (1 + 3 * kWeightOfAll) * trials_.leader().cost.count()) {
      trials_.try_at(candidate.position);
    }
  }
  return trials_.leader();
}

template class QuickInsertions<false>;
template class QuickInsertions<true>;

}  // namespace warpshop::order
