#include "sim/order/insertion/quick_insertions.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace warpshop::order {
namespace {

using evaluate::larger;

constexpr std::size_t kTrials = 3;
/// What the paths of the three engines together count for beside the longest one. Without it nearly all positions are
/// equal wherever one engine never idles, and the last of them are worse for what is inserted next.
constexpr double kWeightOfAll = 1e-4;

}  // namespace

template <bool Latencies>
double QuickInsertions<Latencies>::d2h_time(const evaluate::Stages& task, std::size_t slot) const {
  return task.d2h_latency + task.d2h_payload * (slot < beside_ ? Base::rates_.slowness : 1);
}

template <bool Latencies>
void QuickInsertions<Latencies>::measure_tails() {
  const std::size_t size = Base::size();
  beside_ = Base::heads_[size].schedule.head();
  contended_tails_[size] = {};
  double h2d_end = Base::heads_[size].h2d_end;
  for (std::size_t slot = size; slot-- > 0;) {
    const evaluate::Stages& task = Base::stages_[slot];
    const double h2d_start = Base::heads_[slot].h2d_end;
    contended_tails_[slot] =
        contended_tails_[slot + 1].preceded_by(h2d_end - h2d_start, task.kernel, d2h_time(task, slot));
    h2d_end = h2d_start;
  }
}

/// The longest path of each engine, from what is known before the position. As long as the D2Hs before it are not
/// through, they are taken to move beside the task's H2D.
template <bool Latencies>
double QuickInsertions<Latencies>::estimate(std::size_t position) const {
  const auto& [schedule, h2d_start, d2h_end] = Base::heads_[position];
  const evaluate::Stages& task = Base::task_;
  const evaluate::DuplexRates& rates = Base::rates_;
  double d2h_free = d2h_end;
  double d2h_left = d2h_end - h2d_start - task.h2d_latency;
  if constexpr (!Latencies) {
    d2h_left = schedule.d2h_end_work() - schedule.h2d_work();
    d2h_free = position < beside_ ? schedule.d2h_end_work() + schedule.idle_offset() : d2h_end;
  }
  const double beside = evaluate::smaller(larger(d2h_left, 0.0), task.h2d_payload);
  const double h2d_end = h2d_start + task.h2d() + beside * rates.delay;
  const double kernel_end = larger(schedule.kernel_end(), h2d_end) + task.kernel;
  double by_copies = 0;
  if constexpr (Latencies) {
    const SequenceTail tail = Base::tail(position).preceded_by(task);
    by_copies = Base::bound_of(position).by_copies(
        schedule, tail, position > 0 ? Base::queued(position, schedule.head()).payload : tail.d2h_payload);
  } else {
    const double d2h_work = larger(kernel_end - schedule.idle_offset(), schedule.d2h_end_work());
    by_copies = Base::bound_of(position).by_copies(d2h_work + task.d2h_payload * rates.work_per_d2h,
                                                   Base::tail(position).d2h_payload);
  }
  const evaluate::Tails& tails = contended_tails_[position];
  const double by_h2d = h2d_end + tails.h2d;
  const double by_kernel = kernel_end + tails.kernel;
  const double by_d2h = larger(kernel_end, d2h_free) + d2h_time(task, position) + tails.d2h;
  return larger(larger(by_h2d, by_kernel), larger(by_d2h, by_copies)) + (by_h2d + by_kernel + by_d2h) * kWeightOfAll;
}

template <bool Latencies>
Insertion QuickInsertions<Latencies>::best(std::uint32_t task) {
  struct Candidate {
    double estimate = std::numeric_limits<double>::infinity();
    std::size_t position = 0;
  };
  Base::begin(task);
  measure_tails();
  std::array<Candidate, kTrials> candidates;  // by increasing estimate
  for (std::size_t position = Base::size() + 1; position-- > 0;) {
    const Candidate candidate{estimate(position), position};
    const auto rank = std::upper_bound(candidates.begin(), candidates.end(), candidate,
                                       [](const auto& a, const auto& b) { return a.estimate < b.estimate; });
    if (rank != candidates.end()) {
      std::move_backward(rank, candidates.end() - 1, candidates.end());
      *rank = candidate;
    }
  }
  for (const Candidate& candidate : candidates) {
    if (candidate.estimate < (1 + 3 * kWeightOfAll) * Base::leader_.cost.count()) {
      Base::try_at(candidate.position);
    }
  }
  return Base::leader_;
}

template class QuickInsertions<false>;
template class QuickInsertions<true>;

}  // namespace warpshop::order
