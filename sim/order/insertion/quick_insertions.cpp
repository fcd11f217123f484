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
double QuickInsertions<Latencies>::d2h_time(const evaluate::Stages& task, std::size_t slot) const {
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

template <bool Latencies>
double QuickInsertions<Latencies>::estimate(std::size_t position, const evaluate::Grown<Latencies>& behind,
                                            double bound) const {
  const Tail& tail = tails_[position];
  double d2h_end = behind.state.kernel_end() + d2h_time(trials_.task(), position);
  if constexpr (!Latencies) {
    d2h_end = std::max(d2h_end, position < beside_ ? behind.state.d2h_end_time() : 0);
  }
  const double by_h2d = behind.h2d_end + tail.h2d;
  const double by_kernel = behind.state.kernel_end() + tail.kernel;
  const double by_d2h = d2h_end + tail.d2h;
  return std::max({by_h2d, by_kernel, by_d2h, bound}) + kWeightOfAll * (by_h2d + by_kernel + by_d2h);
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
  trials_.template look_at_all<false>([&](std::size_t position, const auto& behind, double bound) {
    const Candidate next{estimate(position, behind, bound), position};
    if (next.estimate < candidates.back().estimate) {
      candidates.back() = next;
      for (std::size_t rank = kTrials - 1; rank > 0 && candidates[rank].estimate < candidates[rank - 1].estimate;
           --rank) {
        std::swap(candidates[rank], candidates[rank - 1]);
      }
    }
  });
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
