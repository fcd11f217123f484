#include "sim/order/insertion/quick_insertions.hpp"

#include <algorithm>
#include <array>

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
  const std::size_t size = trials_.size();
  beside_ = trials_.before(size).head();
  tails_[size] = {};
  double h2d_end = trials_.h2d_end_before(size);
  for (std::size_t slot = size; slot-- > 0;) {
    const evaluate::Stages& task = trials_.stages(slot);
    const double h2d_start = trials_.h2d_end_before(slot);
    const Tail& next = tails_[slot + 1];
    Tail& tail = tails_[slot];
    tail.d2h = d2h_time(task, slot) + next.d2h;
    tail.kernel = task.kernel + std::max(next.kernel, tail.d2h);
    tail.h2d = (h2d_end - h2d_start) + std::max(next.h2d, tail.kernel);
    h2d_end = h2d_start;
  }
}

/// The longest path of each engine, from what is known before the position. As long as the D2Hs before it are not
/// through, they are taken to move beside the task's H2D.
template <bool Latencies>
inline double QuickInsertions<Latencies>::estimate(std::size_t position) const {
  const evaluate::Stages& task = trials_.task();
  const auto& before = trials_.before(position);
  double d2h_left = trials_.d2h_end_before(position) - trials_.h2d_end_before(position) - task.h2d_latency;
  if constexpr (!Latencies) {
    d2h_left = before.ends().d2h_work - before.h2d_work();
  }
  const double beside = std::clamp(d2h_left, 0.0, task.h2d_payload);
  const double h2d_end = trials_.h2d_end_before(position) + task.h2d() + beside * trials_.rates().delay;
  const double kernel_end = evaluate::larger(before.kernel_end(), h2d_end) + task.kernel;
  double d2h_free = trials_.d2h_end_before(position);
  double by_copies = 0;
  if constexpr (Latencies) {
    by_copies = trials_.bound_by_copies(position);
  } else {
    const double wait = evaluate::larger(kernel_end - before.ends().d2h_time(), 0);
    by_copies = trials_.bound_by_copies(position, before.ends().d2h_work + wait);
    d2h_free = position < beside_ ? before.ends().d2h_time() : d2h_free;
  }
  const Tail& tail = tails_[position];
  const double by_h2d = h2d_end + tail.h2d;
  const double by_kernel = kernel_end + tail.kernel;
  const double by_d2h = evaluate::larger(kernel_end, d2h_free) + d2h_time(task, position) + tail.d2h;
  return evaluate::larger(evaluate::larger(by_h2d, by_kernel), evaluate::larger(by_d2h, by_copies)) +
         kWeightOfAll * (by_h2d + by_kernel + by_d2h);
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
  for (std::size_t position = trials_.size() + 1; position-- > 0;) {
    const Candidate next{estimate(position), position};
    if (next.estimate < candidates.back().estimate) {
      candidates.back() = next;
      for (std::size_t rank = kTrials - 1; rank > 0 && candidates[rank].estimate < candidates[rank - 1].estimate;
           --rank) {
        std::swap(candidates[rank], candidates[rank - 1]);
      }
    }
  }
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
