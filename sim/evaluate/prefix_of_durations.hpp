#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/evaluate/copy_engines.hpp"
#include "sim/evaluate/places.hpp"

namespace warpshop::evaluate {

/// Without latencies the H2D engine never idles while it has work, and the work that it has done serves as the clock:
/// nothing but D2Hs that are known already bends it. From an instant on at which no D2H moves one unit of work takes
/// one unit of time, and 1 / h2d_rate of it while a D2H moves beside it, from start_work to end_work:
///   time = work + idle_offset + max(0, work - start_work) (1 / h2d_rate - 1).
/// So each D2H gets its place on that clock as soon as its kernel's end is known, as if there were H2D work to its end,
/// and an H2D only has to find which D2H it ends beside.
template <>
class Prefix<false> {
 public:
  /// Returns when the task's H2D ends.
  double append(const Stages& task, Place<false>* places, const DuplexRates& rates) {
    Place<false>& place = places[size_];
    place = unknown_place();
    work_ += task.h2d_payload;
    // Mostly none or one, and which of the two no branch predictor knows: the first step is arithmetic.
    head_ += static_cast<std::uint32_t>(places[head_].end_work <= work_);
    while (places[head_].end_work <= work_) {
      ++head_;
    }
    const double h2d_end = end_of_h2d(places[head_], rates);
    put_kernel_and_d2h(task, h2d_end, place, rates);
    return h2d_end;
  }
  Grown<false> grow(const Stages& task, const Place<false>* places, const DuplexRates& rates) const;

  template <class Places>
  double makespan(const Places& places, const DuplexRates& rates) const {
    if (size_ == 0) {
      return 0;
    }
    double end = head_end(places[head_], rates);
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      end = (places[slot].ready > end ? places[slot].ready : end) + payload(places[slot], rates);
    }
    return end;
  }
  template <class Places>
  double makespan(const Places& places, const DuplexRates& rates, double queued) const {
    double end = head_end(places[head_], rates);
    for (std::size_t slot = head_ + 1; slot < size_ && end < kernel_end_; ++slot) {
      const double d2h = payload(places[slot], rates);
      end = (places[slot].ready > end ? places[slot].ready : end) + d2h;
      queued -= d2h;
    }
    return end + queued;
  }

  template <class Places>
  double h2d_end(const Places& places, const DuplexRates& rates) const {
    return size_ > 0 ? end_of_h2d(places[head_], rates) : 0;
  }
  double kernel_end() const { return kernel_end_; }
  template <class Places>
  double d2h_payload_left(const Places& places, const DuplexRates& rates) const {
    double left = size_ > 0 ? payload_left(places[head_], rates) : 0;
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      left += payload(places[slot], rates);
    }
    return left;
  }

  double h2d_work() const { return work_; }
  /// When the last D2H ends if H2D work does not run out before, on the clock of that work and in time.
  double d2h_end_work() const { return free_work_; }
  double d2h_end_time() const { return free_time_; }

  /// See Prefix<true>. When the queued D2Hs became ready does not matter: where that differs although the last kernel's
  /// end does not, kernels waited for an H2D since then.
  template <class Places>
  bool goes_on_as(const Prefix& base, const Places& places, const Place<false>* base_places) const {
    const double work = work_ - base.work_;
    const double tolerance = kRounding * kernel_end_;
    const auto same = [&](double later, double base_work) { return std::abs(later - base_work - work) <= tolerance; };
    const std::uint32_t more = size_ - base.size_;
    bool goes_on = same(free_work_, base.free_work_) && head_ == base.head_ + more &&
                   std::abs((kernel_end_ - free_time_) - (base.kernel_end_ - base.free_time_)) <= tolerance;
    for (std::size_t slot = head_; slot + 1 < size_ && goes_on; ++slot) {
      goes_on = same(places[slot].end_work, base_places[slot - more].end_work);
    }
    return goes_on;
  }

  /// See Prefix<true>. Nothing: where all tasks are the same and all goes on as behind another state, no time differs.
  void shift(double /*later*/) {}
  static void shift(Place<false>& /*place*/, double /*later*/) {}

  std::uint32_t size() const { return size_; }
  std::uint32_t head() const { return head_; }

 private:
  template <bool, std::size_t>
  friend class Prefixes;
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

  Place<false> unknown_place() const { return {kUnknown, kUnknown, kUnknown, free_time_ - free_work_}; }
  /// Of the task whose H2D ends at h2d_end.
  void put_kernel_and_d2h(const Stages& task, double h2d_end, Place<false>& place, const DuplexRates& rates) {
    kernel_end_ = (kernel_end_ > h2d_end ? kernel_end_ : h2d_end) + task.kernel;
    const double start = kernel_end_ > free_time_ ? kernel_end_ : free_time_;
    place.ready = kernel_end_;
    place.start_work = free_work_ + (start - free_time_);
    free_work_ = place.start_work + task.d2h_payload * rates.work_per_d2h;
    free_time_ = start + task.d2h_payload * rates.slowness;
    place.end_work = free_work_;
    ++size_;
  }

  /// Of the last H2D: nothing moved beside it before the D2H at the head started.
  double end_of_h2d(const Place<false>& head, const DuplexRates& rates) const {
    const double beside = work_ - (work_ < head.start_work ? work_ : head.start_work);
    return work_ + head.idle_offset + beside * rates.delay;
  }
  double head_end(const Place<false>& head, const DuplexRates& rates) const {
    const double start = head.start_work < work_ ? end_of_h2d(head, rates) : head.start_work + head.idle_offset;
    return start + payload_left(head, rates);
  }
  static double payload(const Place<false>& place, const DuplexRates& rates) {
    return (place.end_work - place.start_work) * rates.d2h_per_work;
  }
  double payload_left(const Place<false>& head, const DuplexRates& rates) const {
    return (head.end_work - (work_ > head.start_work ? work_ : head.start_work)) * rates.d2h_per_work;
  }

  double work_ = 0;                       ///< H2D payload so far
  double free_work_ = 0, free_time_ = 0;  ///< when the last D2H ends if H2D work does not run out before
  double kernel_end_ = 0;
  std::uint32_t head_ = 0;  ///< the D2H that has not ended by the end of the last H2D
  std::uint32_t size_ = 0;
};

inline Grown<false> Prefix<false>::grow(const Stages& task, const Place<false>* places,
                                        const DuplexRates& rates) const {
  Prefix state = *this;
  Place<false> place = unknown_place();
  state.work_ += task.h2d_payload;
  while (state.head_ < size_ && places[state.head_].end_work <= state.work_) {
    ++state.head_;
  }
  Place<false> head = place;
  if (state.head_ < size_) {
    head.start_work = places[state.head_].start_work;
    head.idle_offset = places[state.head_].idle_offset;
  }
  const double h2d_end = state.end_of_h2d(head, rates);
  state.put_kernel_and_d2h(task, h2d_end, place, rates);
  return {state, h2d_end};
}

}  // namespace warpshop::evaluate
