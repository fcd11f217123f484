#include "sim/order/quick_insertions.hpp"

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
double QuickInsertions<Latencies>::d2h_time(const Job& job, std::size_t slot) const {
  const Copy& copy = job.copies[1];
  return copy.latency.count() + copy.payload.count() * (slot < beside_ ? trials_.rates().slowness : 1);
}

template <bool Latencies>
void QuickInsertions<Latencies>::measure_tails() {
  const std::size_t size = trials_.size();
  beside_ = trials_.before(size).head();
  tails_[size] = {};
  double h2d_end = trials_.before(size).h2d_end();
  for (std::size_t slot = size; slot-- > 0;) {
    const Job& job = trials_.job(slot);
    const double h2d_start = trials_.before(slot).h2d_end();
    const Tail& next = tails_[slot + 1];
    Tail& tail = tails_[slot];
    tail.d2h = d2h_time(job, slot) + next.d2h;
    tail.kernel = job.kernel.count() + std::max(next.kernel, tail.d2h);
    tail.h2d = (h2d_end - h2d_start) + std::max(next.h2d, tail.kernel);
    h2d_end = h2d_start;
  }
}

template <bool Latencies>
double QuickInsertions<Latencies>::estimate(std::size_t position, const State& state) const {
  const Tail& tail = tails_[position];
  double d2h_end = state.kernel_end() + d2h_time(trials_.task(), position);
  if constexpr (!Latencies) {
    d2h_end = std::max(d2h_end, position < beside_ ? state.d2h_end_time() : 0);
  }
  const double by_h2d = state.h2d_end() + tail.h2d;
  const double by_kernel = state.kernel_end() + tail.kernel;
  const double by_d2h = d2h_end + tail.d2h;
  return std::max({by_h2d, by_kernel, by_d2h, trials_.bound(position, state)}) +
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
    const Candidate next{estimate(position, trials_.behind(position)), position};
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
