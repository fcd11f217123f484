#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/evaluate/closed_form/place_packs.hpp"
#include "sim/evaluate/closed_form/prefix_with_latencies.hpp"

namespace warpshop::evaluate {

/// With latencies. What is done is what CopyEngines does, lane by lane in the same way.
template <std::size_t Width>
class Prefixes<true, Width> {
 public:
  using Places = PlacePack<true, Width>;

  /// All lanes are at `state`.
  explicit Prefixes(const Prefix<true>& state)
      : time_(state.engines_.time()),
        wait_(state.engines_.wait()),
        left_(state.engines_.d2h_payload_left()),
        kernel_end_(state.kernel_end_),
        heads_(state.head_),
        size_(state.size_) {}

  [[gnu::always_inline]] void append(const StagesPack<Width>& task, Places* places, const RatesPack<Width>& rates) {
    Places& own = places[size_];
    own = {CopyEngines<true>::kUnknown, task.d2h_latency, task.d2h_payload};
    pass_latency(task.h2d_latency, places);
    move_h2d(task.h2d_payload, places, rates);
    kernel_end_ = larger(kernel_end_, time_) + task.kernel;
    own.ready = kernel_end_;
    if (!heads_.level()) {
      // Heads are never beyond the last task.
      const auto heads = Pack<Width>::each([&](std::size_t lane) -> double { return heads_[lane]; });
      begin_d2hs(own, Pack<Width>(size_) <= heads);
    } else if (heads_.first() == size_) {
      begin_d2hs(own);
    }
    ++size_;
  }

  std::uint32_t size() const { return size_; }
  Prefix<true> lane(std::size_t lane) const {
    Prefix<true> state;
    state.engines_ = CopyEngines<true>(time_[lane], wait_[lane], left_[lane]);
    state.kernel_end_ = kernel_end_[lane];
    state.head_ = heads_[lane];
    state.size_ = size_;
    return state;
  }

 private:
  using Mask = typename Pack<Width>::Mask;

  [[gnu::always_inline]] void pass_latency(Pack<Width> latency, const Places* places) {
    for (;;) {
      const Pack<Width> until_d2h_end = wait_ + left_;
      const Mask ended = until_d2h_end <= latency;
      if (ended.none()) [[likely]] {
        break;
      }
      const Pack<Width> passed = select(ended, until_d2h_end, 0);
      time_ = time_ + passed;
      latency = latency - passed;
      begin_next_d2hs(places, ended);
    }
    const Pack<Width> waited = smaller(wait_, latency);
    time_ = time_ + latency;
    wait_ = wait_ - waited;
    left_ = left_ - (latency - waited);
  }
  [[gnu::always_inline]] void move_h2d(Pack<Width> payload, const Places* places, const RatesPack<Width>& rates) {
    for (;;) {
      const Pack<Width> until_d2h_end = wait_ + left_ * rates.work_per_d2h;
      const Mask ended = until_d2h_end <= payload;
      if (ended.none()) {
        break;
      }
      const Pack<Width> time_until = wait_ + left_ * rates.slowness;
      if (heads_.level() && ended.all()) {
        payload = payload - until_d2h_end;
        time_ = time_ + time_until;
        heads_.advance_all();
        begin_d2hs(places[heads_.first()]);
      } else {
        payload = payload - select(ended, until_d2h_end, 0);
        time_ = time_ + select(ended, time_until, 0);
        begin_next_d2hs(places, ended);
      }
    }
    const Pack<Width> by_itself = smaller(wait_, payload);
    const Pack<Width> beside = payload - by_itself;
    time_ = time_ + (payload + beside * rates.delay);
    wait_ = wait_ - by_itself;
    left_ = left_ - beside * rates.d2h_per_work;
  }

  void begin_d2hs(const Places& place) {
    wait_ = larger(place.ready, time_) - time_ + place.d2h_latency;
    left_ = place.d2h_payload;
  }
  void begin_d2hs(const Places& place, const Mask& mask) {
    const Pack<Width> wait = wait_;
    const Pack<Width> left = left_;
    begin_d2hs(place);
    wait_ = select(mask, wait_, wait);
    left_ = select(mask, left_, left);
  }
  /// Where the one at the head has ended.
  void begin_next_d2hs(const Places* places, const Mask& ended) {
    heads_.advance(ended.lanes());
    const Places next = {heads_.gather(places, &Places::ready), heads_.gather(places, &Places::d2h_latency),
                         heads_.gather(places, &Places::d2h_payload)};
    begin_d2hs(next, ended);
  }

  Pack<Width> time_, wait_, left_;  ///< see CopyEngines
  Pack<Width> kernel_end_;
  Heads<Width> heads_;
  std::uint32_t size_;
};

}  // namespace warpshop::evaluate
