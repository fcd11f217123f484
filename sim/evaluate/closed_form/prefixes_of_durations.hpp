#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/evaluate/closed_form/place_packs.hpp"
#include "sim/evaluate/closed_form/prefix_of_durations.hpp"

namespace warpshop::evaluate {

/// Without latencies. What is done is what Prefix<false> does, lane by lane in the same way.
template <std::size_t Width>
class Prefixes<false, Width> {
 public:
  using Places = PlacePack<false, Width>;

  explicit Prefixes(const Prefix<false>& state)
      : work_(state.work_),
        ends_{state.ends_.kernel, state.ends_.d2h_work, state.ends_.idle_offset},
        heads_(state.head_),
        size_(state.size_) {}

  [[gnu::always_inline]] void append(const StagesPack<Width>& task, Places* places, const RatesPack<Width>& rates) {
    Places& own = places[size_];
    own.start_work = kUnknown;
    own.end_work = kUnknown;
    own.idle_offset = ends_.idle_offset;
    work_ = work_ + task.h2d_payload;
    advance_heads(places);
    const Pack<Width> beside = work_ - smaller(work_, at_heads(places, &Places::start_work));
    const Pack<Width> h2d_end = work_ + at_heads(places, &Places::idle_offset) + beside * rates.delay;
    own.start_work = ends_.append(task, h2d_end, rates);
    own.end_work = ends_.d2h_work;
    own.ready = ends_.kernel;
    ++size_;
  }

  std::uint32_t size() const { return size_; }
  Prefix<false> lane(std::size_t lane) const {
    Prefix<false> state;
    state.work_ = work_[lane];
    state.ends_ = {ends_.kernel[lane], ends_.d2h_work[lane], ends_.idle_offset[lane]};
    state.head_ = heads_[lane];
    state.size_ = size_;
    return state;
  }

 private:
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

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

  Pack<Width> work_;  ///< see Prefix<false>
  QueueEnds<Pack<Width>> ends_;
  Heads<Width> heads_;
  std::uint32_t size_;
};

}  // namespace warpshop::evaluate
