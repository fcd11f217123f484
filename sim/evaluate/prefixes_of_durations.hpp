#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/evaluate/place_packs.hpp"
#include "sim/evaluate/prefix_of_durations.hpp"

namespace warpshop::evaluate {

/// Without latencies. What is done is what Prefix<false> does, lane by lane in the same way.
template <std::size_t Width>
class Prefixes<false, Width> {
 public:
  using Places = PlacePack<false, Width>;

  explicit Prefixes(const Prefix<false>& state)
      : work_(state.work_),
        free_work_(state.free_work_),
        free_time_(state.free_time_),
        kernel_end_(state.kernel_end_),
        heads_(state.head_),
        size_(state.size_) {}

  [[gnu::always_inline]] void append(const StagesPack<Width>& task, Places* places, const RatesPack<Width>& rates) {
    Places& own = places[size_];
    own.start_work = Prefix<false>::kUnknown;
    own.end_work = Prefix<false>::kUnknown;
    own.idle_offset = free_time_ - free_work_;
    work_ = work_ + task.h2d_payload;
    advance_heads(places);
    const Pack<Width> beside = work_ - smaller(work_, at_heads(places, &Places::start_work));
    const Pack<Width> h2d_end = work_ + at_heads(places, &Places::idle_offset) + beside * rates.delay;
    kernel_end_ = larger(kernel_end_, h2d_end) + task.kernel;
    const Pack<Width> start = larger(kernel_end_, free_time_);
    own.ready = kernel_end_;
    own.start_work = free_work_ + (start - free_time_);
    free_work_ = own.start_work + task.d2h_payload * rates.work_per_d2h;
    free_time_ = start + task.d2h_payload * rates.slowness;
    own.end_work = free_work_;
    ++size_;
  }

  std::uint32_t size() const { return size_; }
  Prefix<false> lane(std::size_t lane) const {
    Prefix<false> state;
    state.work_ = work_[lane];
    state.free_work_ = free_work_[lane];
    state.free_time_ = free_time_[lane];
    state.kernel_end_ = kernel_end_[lane];
    state.head_ = heads_[lane];
    state.size_ = size_;
    return state;
  }

 private:
  [[gnu::always_inline]] void advance_heads(const Places* places) {
    for (;;) {
      const auto ended = at_heads(places, &Places::end_work) <= work_;
      if (ended.none()) {
        return;
      }
      if (ended.all()) {
        heads_.advance_all();
      } else {
        heads_.advance(ended.lanes());
      }
    }
  }
  Pack<Width> at_heads(const Places* places, Pack<Width> Places::*part) const {
    return heads_.level() ? places[heads_.first()].*part : heads_.gather(places, part);
  }

  Pack<Width> work_, free_work_, free_time_, kernel_end_;  ///< see Prefix<false>
  Heads<Width> heads_;
  std::uint32_t size_;
};

}  // namespace warpshop::evaluate
