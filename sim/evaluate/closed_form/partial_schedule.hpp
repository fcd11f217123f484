#pragma once

#include <cstdint>

#include "sim/evaluate/closed_form/copy_engines.hpp"
#include "sim/evaluate/closed_form/stages.hpp"

namespace warpshop::evaluate {

/// The closed form as a state that grows task by task, for instances without missing stages: the schedule of the first
/// tasks of an order, up to the end of their last H2D. A value: copy it, and append to the copy to try another order.
///
/// A schedule of n tasks has written the first n of the D2Hs that it is given, by position, and reads those from head()
/// on, which must be the same whenever it goes on. The rates are always the same.
template <bool Latencies>
class PartialSchedule;

/// Without latencies the H2D engine never idles while it has work, and the work that it has done serves as the clock:
/// nothing but D2Hs that are known already bends it. From an instant on at which no D2H moves one unit of work takes
/// one unit of time, and 1 / rh of it while a D2H moves beside it, from start_work to end_work:
///   time = work + idle_offset + max(0, work - start_work) (1 / rh - 1).
/// So each D2H gets its place on that clock as soon as its kernel's end is known, as if there were H2D work to its end,
/// and an H2D only has to find which D2H it ends beside. A D2H of payload d takes d rh / rd of work, in time d / rd.
template <>
class PartialSchedule<false> {
 public:
  using D2h = ScheduledD2h<false>;

  /// Returns when the task's H2D ends.
  double append(const Stages& task, D2h* d2hs, const DuplexRates& rates) {
    D2h& own = d2hs[size_];
    own.idle_offset = idle_offset_;
    const double h2d_end = look_ahead(task, d2hs, rates);
    own.ready = kernel_end_;
    own.start_work = d2h_start_work_;
    own.end_work = d2h_end_work_;
    return h2d_end;
  }
  /// The same, but leaves the D2Hs alone, so that it cannot go on.
  double look_ahead(const Stages& task, const D2h* d2hs, const DuplexRates& rates) {
    work_ += task.h2d_payload;
    double h2d_end = work_ + idle_offset_;
    if (d2h_end_work_ <= work_) {  // all D2Hs have ended
      head_ = size_;
    } else {
      // Mostly none or one, and which of the two no branch predictor knows: the first step is arithmetic.
      head_ += static_cast<std::uint32_t>(d2hs[head_].end_work <= work_);
      while (d2hs[head_].end_work <= work_) {
        ++head_;
      }
      h2d_end = h2d_end_beside(d2hs[head_], rates);
    }
    kernel_end_ = larger(kernel_end_, h2d_end) + task.kernel;
    d2h_start_work_ = larger(kernel_end_ - idle_offset_, d2h_end_work_);
    d2h_end_work_ = d2h_start_work_ + task.d2h_payload * rates.work_per_d2h;
    idle_offset_ += task.d2h_payload * rates.offset_per_d2h;
    ++size_;
    return h2d_end;
  }

  /// Makespan of the tasks so far.
  double makespan(const D2h* d2hs, const DuplexRates& rates) const {
    double end = size_ > 0 ? head_end(d2hs[head_], rates) : 0;
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      end = larger(d2hs[slot].ready, end) + payload(d2hs[slot], rates);
    }
    return end;
  }
  /// The same of tasks whose D2Hs behind the head take `queued` alone: from the last kernel on nothing waits.
  double makespan(const D2h* d2hs, const DuplexRates& rates, double queued) const {
    double end = head_end(d2hs[head_], rates);
    for (std::size_t slot = head_ + 1; slot < size_ && end < kernel_end_; ++slot) {
      const double d2h = payload(d2hs[slot], rates);
      end = larger(d2hs[slot].ready, end) + d2h;
      queued -= d2h;
    }
    return end + queued;
  }

  /// When the last H2D ends.
  double h2d_end(const D2h* d2hs, const DuplexRates& rates) const {
    return size_ > 0 ? h2d_end_beside(d2hs[head_], rates) : 0;
  }
  double kernel_end() const { return kernel_end_; }
  /// D2H payload that has not moved by h2d_end().
  double d2h_payload_left(const D2h* d2hs, const DuplexRates& rates) const {
    double left = size_ > 0 ? payload_left(d2hs[head_], rates) : 0;
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      left += payload(d2hs[slot], rates);
    }
    return left;
  }

  /// On the clock of H2D work: H2D work so far, end of the last D2H; and time minus work from then on.
  double h2d_work() const { return work_; }
  double d2h_end_work() const { return d2h_end_work_; }
  double idle_offset() const { return idle_offset_; }

  std::uint32_t size() const { return size_; }
  /// The first D2H that has not ended by h2d_end().
  std::uint32_t head() const { return head_; }

 private:
  /// Of the last H2D: nothing moved beside it before the D2H at the head started.
  double h2d_end_beside(const D2h& head, const DuplexRates& rates) const {
    const double beside = work_ - smaller(work_, head.start_work);
    return work_ + head.idle_offset + beside * rates.delay;
  }
  double head_end(const D2h& head, const DuplexRates& rates) const {
    return (head.start_work < work_ ? h2d_end_beside(head, rates) : head.start_work + head.idle_offset) +
           payload_left(head, rates);
  }
  static double payload(const D2h& d2h, const DuplexRates& rates) {
    return (d2h.end_work - d2h.start_work) * rates.d2h_per_work;
  }
  double payload_left(const D2h& head, const DuplexRates& rates) const {
    return (head.end_work - (work_ > head.start_work ? work_ : head.start_work)) * rates.d2h_per_work;
  }

  double work_ = 0;
  double kernel_end_ = 0;
  double d2h_start_work_ = 0, d2h_end_work_ = 0;
  double idle_offset_ = 0;
  std::uint32_t head_ = 0;
  std::uint32_t size_ = 0;
};

/// With latencies: the two engines side by side, see CopyEngines.
template <>
class PartialSchedule<true> {
 public:
  using D2h = ScheduledD2h<true>;

  // As without latencies.
  double append(const Stages& task, D2h* d2hs, const DuplexRates& rates) {
    D2h& own = d2hs[size_];
    const double h2d_end = look_ahead(task, d2hs, rates);
    own = {kernel_end_, task.d2h_latency, task.d2h_payload};
    return h2d_end;
  }
  double look_ahead(const Stages& task, const D2h* d2hs, const DuplexRates& rates) {
    engines_.move_h2d(task.h2d_latency, task.h2d_payload, rates, [&] {
      if (++head_ < size_) {
        engines_.begin_d2h(d2hs[head_].latency, d2hs[head_].payload, d2hs[head_].ready);
      } else {
        engines_.no_d2h();
      }
    });
    kernel_end_ = larger(kernel_end_, engines_.time()) + task.kernel;
    if (head_ == size_) {
      engines_.begin_d2h(task.d2h_latency, task.d2h_payload, kernel_end_);
    }
    ++size_;
    return engines_.time();
  }

  double makespan(const D2h* d2hs, const DuplexRates& /*rates*/) const {
    double end = size_ > 0 ? engines_.end_d2h_alone() : 0;
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      end = larger(d2hs[slot].ready, end) + d2hs[slot].alone();
    }
    return end;
  }
  double makespan(const D2h* d2hs, const DuplexRates& /*rates*/, double queued) const {
    double end = engines_.end_d2h_alone();
    for (std::size_t slot = head_ + 1; slot < size_ && end < kernel_end_; ++slot) {
      end = larger(d2hs[slot].ready, end) + d2hs[slot].alone();
      queued -= d2hs[slot].alone();
    }
    return end + queued;
  }

  double h2d_end() const { return engines_.time(); }
  double h2d_end(const D2h* /*d2hs*/, const DuplexRates& /*rates*/) const { return h2d_end(); }
  double kernel_end() const { return kernel_end_; }
  double d2h_payload_left(const D2h* d2hs, const DuplexRates& /*rates*/) const {
    double left = head_payload_left();
    for (std::size_t slot = head_ + 1; slot < size_; ++slot) {
      left += d2hs[slot].payload;
    }
    return left;
  }
  /// Of the D2H at the head alone.
  double head_payload_left() const { return engines_.d2h_payload_left(); }

  std::uint32_t size() const { return size_; }
  std::uint32_t head() const { return head_; }

 private:
  CopyEngines<true> engines_;
  double kernel_end_ = 0;
  std::uint32_t head_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace warpshop::evaluate
