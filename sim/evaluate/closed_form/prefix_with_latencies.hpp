#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sim/evaluate/closed_form/places.hpp"
#include "sim/evaluate/copy_engines.hpp"

namespace warpshop::evaluate {

/// With latencies: the two engines side by side, see CopyEngines.
template <>
class Prefix<true> {
 public:
  /// Returns when the task's H2D ends.
  double append(const Stages& task, Place<true>* places, const DuplexRates& rates) {
    Place<true>& place = places[size_];
    place = {kUnknown, task.d2h_latency, task.d2h_payload};
    engines_.move_h2d(task.h2d_latency, task.h2d_payload, rates, [&] { begin_next_d2h(places); });
    place.ready = put_kernel_and_d2h(task);
    return engines_.time();
  }
  /// The same on a copy, which leaves the places alone, so that it cannot go on.
  Prefix grow(const Stages& task, const Place<true>* places, const DuplexRates& rates) const;

  /// Makespan of the tasks so far.
  template <class Places>
  double makespan(const Places& places, const DuplexRates& /*rates*/) const {
    double end = size_ > 0 ? engines_.end_d2h_alone() : 0;
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      end = (places[slot].ready > end ? places[slot].ready : end) + d2h(places[slot]);
    }
    return end;
  }
  /// The same where many D2Hs queue; queued: what those behind the head take alone, in all. size() > 0.
  template <class Places>
  double makespan(const Places& places, const DuplexRates& /*rates*/, double queued) const {
    double end = engines_.end_d2h_alone();
    for (std::size_t slot = head_ + 1; slot < size_ && end < kernel_end_; ++slot) {
      end = (places[slot].ready > end ? places[slot].ready : end) + d2h(places[slot]);
      queued -= d2h(places[slot]);
    }
    return end + queued;
  }

  template <class Places>
  double h2d_end(const Places& /*places*/, const DuplexRates& /*rates*/) const {
    return h2d_end();
  }
  double h2d_end() const { return engines_.time(); }
  double kernel_end() const { return kernel_end_; }
  /// D2H payload that has not moved by h2d_end().
  template <class Places>
  double d2h_payload_left(const Places& places, const DuplexRates& /*rates*/) const {
    double left = size_ > 0 ? engines_.d2h_payload_left() : 0;
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      left += places[slot].d2h_payload;
    }
    return left;
  }
  /// The same of the D2H at the head alone.
  double head_payload_left() const { return engines_.d2h_payload_left(); }

  /// Whether all goes on as behind `base`, in time from the last H2D's end on. The last tasks of both are the same,
  /// among them all whose D2H has not ended; before those, base may have fewer.
  template <class Places>
  bool goes_on_as(const Prefix& base, const Places& places, const Place<true>* base_places) const {
    const double later = engines_.time() - base.engines_.time();
    const double tolerance = kRounding * kernel_end_;
    const auto same = [&](double time, double base_time) { return std::abs(time - base_time - later) <= tolerance; };
    const std::uint32_t more = size_ - base.size_;
    bool goes_on = same(kernel_end_, base.kernel_end_) && head_ == base.head_ + more &&
                   engines_.goes_on_as(base.engines_, tolerance);
    for (std::size_t slot = head_ + 1; slot < size_ && goes_on; ++slot) {
      goes_on = same(places[slot].ready, base_places[slot - more].ready);
    }
    return goes_on;
  }

  /// All times later by so many milliseconds; those of a place likewise.
  void shift(double later) {
    engines_.shift(later);
    kernel_end_ += later;
  }
  static void shift(Place<true>& place, double later) { place.ready += later; }

  std::uint32_t size() const { return size_; }
  /// The first D2H that has not ended by h2d_end().
  std::uint32_t head() const { return head_; }

 private:
  template <bool, std::size_t>
  friend class Prefixes;
  static constexpr double kUnknown = CopyEngines<true>::kUnknown;

  static double d2h(const Place<true>& place) { return place.d2h_latency + place.d2h_payload; }
  void begin_next_d2h(const Place<true>* places) {
    const Place<true>& next = places[++head_];
    engines_.begin_d2h(next.d2h_latency, next.d2h_payload, next.ready);  // unknown behind the last one
  }
  /// Of the task whose H2D has ended; when its kernel ends.
  double put_kernel_and_d2h(const Stages& task) {
    const double h2d_end = engines_.time();
    kernel_end_ = (kernel_end_ > h2d_end ? kernel_end_ : h2d_end) + task.kernel;
    if (head_ == size_) {
      engines_.begin_d2h(task.d2h_latency, task.d2h_payload, kernel_end_);
    }
    ++size_;
    return kernel_end_;
  }

  CopyEngines<true> engines_;
  double kernel_end_ = 0;
  std::uint32_t head_ = 0;  ///< the D2H at the head
  std::uint32_t size_ = 0;
};

inline Prefix<true> Prefix<true>::grow(const Stages& task, const Place<true>* places, const DuplexRates& rates) const {
  Prefix state = *this;
  state.engines_.move_h2d(task.h2d_latency, task.h2d_payload, rates, [&] {
    if (state.head_ + 1 < size_) {
      state.begin_next_d2h(places);
    } else {
      state.head_ = size_;
      state.engines_.no_d2h();
    }
  });
  state.put_kernel_and_d2h(task);
  return state;
}

}  // namespace warpshop::evaluate
