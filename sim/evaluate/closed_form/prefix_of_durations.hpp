#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sim/evaluate/closed_form/places.hpp"
#include "sim/evaluate/closed_form/queue_ends.hpp"
#include "sim/evaluate/copy_engines.hpp"

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
    place.idle_offset = ends_.idle_offset;
    work_ += task.h2d_payload;
    double h2d_end = work_ + place.idle_offset;
    if (ends_.d2h_work <= work_) {  // all D2Hs have ended
      head_ = size_;
    } else {
      // Mostly none or one, and which of the two no branch predictor knows: the first step is arithmetic.
      head_ += static_cast<std::uint32_t>(places[head_].end_work <= work_);
      while (places[head_].end_work <= work_) {
        ++head_;
      }
      h2d_end = end_of_h2d(work_, places[head_], rates);
    }
    place.start_work = ends_.append(task, h2d_end, rates);
    place.end_work = ends_.d2h_work;
    place.ready = ends_.kernel;
    ++size_;
    return h2d_end;
  }
  /// What append() would return; leaves the places alone.
  double next_h2d_end(const Stages& task, const Place<false>* places, const DuplexRates& rates) const {
    const double work = work_ + task.h2d_payload;
    if (ends_.d2h_work <= work) {  // all D2Hs have ended
      return work + ends_.idle_offset;
    }
    const Place<false>* head = places + head_;
    while (head->end_work <= work) {
      ++head;
    }
    return end_of_h2d(work, *head, rates);
  }

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
    for (std::size_t slot = head_ + 1; slot < size_ && end < ends_.kernel; ++slot) {
      const double d2h = payload(places[slot], rates);
      end = (places[slot].ready > end ? places[slot].ready : end) + d2h;
      queued -= d2h;
    }
    return end + queued;
  }

  template <class Places>
  double h2d_end(const Places& places, const DuplexRates& rates) const {
    return size_ > 0 ? end_of_h2d(work_, places[head_], rates) : 0;
  }
  double kernel_end() const { return ends_.kernel; }
  template <class Places>
  double d2h_payload_left(const Places& places, const DuplexRates& rates) const {
    double left = size_ > 0 ? payload_left(places[head_], rates) : 0;
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      left += payload(places[slot], rates);
    }
    return left;
  }

  double h2d_work() const { return work_; }
  const QueueEnds<double>& ends() const { return ends_; }

  /// See Prefix<true>. When the queued D2Hs became ready does not matter: where that differs although the last kernel's
  /// end does not, kernels waited for an H2D since then.
  template <class Places>
  bool goes_on_as(const Prefix& base, const Places& places, const Place<false>* base_places) const {
    const double work = work_ - base.work_;
    const double tolerance = kRounding * ends_.kernel;
    const auto same = [&](double later, double base_work) { return std::abs(later - base_work - work) <= tolerance; };
    const std::uint32_t more = size_ - base.size_;
    bool goes_on =
        same(ends_.d2h_work, base.ends_.d2h_work) && head_ == base.head_ + more &&
        std::abs((ends_.kernel - ends_.d2h_time()) - (base.ends_.kernel - base.ends_.d2h_time())) <= tolerance;
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

  /// Of the last H2D, when so much work is done: nothing moved beside it before the D2H at the head started.
  static double end_of_h2d(double work, const Place<false>& head, const DuplexRates& rates) {
    const double beside = work - smaller(work, head.start_work);
    return work + head.idle_offset + beside * rates.delay;
  }
  double head_end(const Place<false>& head, const DuplexRates& rates) const {
    const double start = head.start_work < work_ ? end_of_h2d(work_, head, rates) : head.start_work + head.idle_offset;
    return start + payload_left(head, rates);
  }
  static double payload(const Place<false>& place, const DuplexRates& rates) {
    return (place.end_work - place.start_work) * rates.d2h_per_work;
  }
  double payload_left(const Place<false>& head, const DuplexRates& rates) const {
    return (head.end_work - (work_ > head.start_work ? work_ : head.start_work)) * rates.d2h_per_work;
  }

  double work_ = 0;  ///< H2D payload so far
  QueueEnds<double> ends_;
  std::uint32_t head_ = 0;  ///< the D2H that has not ended by the end of the last H2D
  std::uint32_t size_ = 0;
};

}  // namespace warpshop::evaluate
