#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/evaluate/copy_engines.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// What the closed form keeps of a task; in milliseconds, infinite until it is known.
struct Place {
  double ready;       ///< when its D2H becomes ready
  double start_work;  ///< its D2H on the clock of H2D work, see CopyEngines
  double end_work;
  double idle_offset;  ///< time minus work while no D2H moves, before this one
};

/// The closed form as a state that grows task by task, for instances without missing stages. A state is a value: copy
/// it, and append to the copy to try another tail.
///
/// Every state of a search reads its jobs through one sequence and shares one array of places; a state of n tasks has
/// written the first n of them, which must still be theirs when it goes on.
template <bool Latencies>
class Prefix;

/// With latencies: the two engines side by side, see CopyEngines.
template <>
class Prefix<true> {
 public:
  /// sequence: positions in `jobs`, of which append() takes the next one; places: room for as many.
  Prefix(const Job* jobs, const std::uint32_t* sequence, Place* places, const DuplexRates& rates)
      : jobs_(jobs), sequence_(sequence), places_(places), engines_(rates) {}
  /// Goes on from `prefix` in other memory, which must hold the same from prefix.head() to prefix.size().
  Prefix(const Prefix& prefix, const std::uint32_t* sequence, Place* places) : Prefix(prefix) {
    sequence_ = sequence;
    places_ = places;
  }

  void append() {
    const Job& job = jobs_[sequence_[size_]];
    places_[size_].ready = CopyEngines<true>::kUnknown;
    engines_.move_h2d(job.copies[0], [this] { next_d2h(); });
    const double h2d_end = engines_.time();
    kernel_end_ = (kernel_end_ > h2d_end ? kernel_end_ : h2d_end) + job.kernel.count();
    places_[size_].ready = kernel_end_;
    if (head_ == size_) {
      engines_.begin_d2h(job, kernel_end_);
    }
    ++size_;
  }

  /// Makespan of the tasks so far.
  double makespan() const {
    double end = engines_.end_d2h_alone();
    for (std::uint32_t slot = head_ + 1; slot < size_; ++slot) {
      const Copy& copy = jobs_[sequence_[slot]].copies[1];
      const double ready = places_[slot].ready;
      end = (ready > end ? ready : end) + (copy.latency.count() + copy.payload.count());
    }
    return size_ > 0 ? end : 0;
  }

  double h2d_end() const { return engines_.time(); }
  double kernel_end() const { return kernel_end_; }
  /// D2H payload that has not moved by h2d_end().
  double d2h_payload_left() const {
    double left = size_ > 0 ? engines_.d2h_payload_left() : 0;
    for (std::uint32_t slot = head_ + 1; slot < size_; ++slot) {
      left += jobs_[sequence_[slot]].copies[1].payload.count();
    }
    return left;
  }

  /// D2H payload that has moved by h2d_end(). size() > 0.
  double d2h_payload_moved() const {
    return ended_payload_ + jobs_[sequence_[head_]].copies[1].payload.count() - engines_.d2h_payload_left();
  }

  std::uint32_t size() const { return size_; }
  /// The first D2H that has not ended by h2d_end().
  std::uint32_t head() const { return head_; }

 private:
  void next_d2h() {
    ended_payload_ += jobs_[sequence_[head_]].copies[1].payload.count();
    ++head_;
    engines_.begin_d2h(jobs_[sequence_[head_]], places_[head_].ready);  // kUnknown behind the last one
  }

  const Job* jobs_;
  const std::uint32_t* sequence_;
  Place* places_;  ///< by slot; `ready` alone is used
  CopyEngines<true> engines_;
  double kernel_end_ = 0;
  double ended_payload_ = 0;  ///< of the D2Hs before the head
  std::uint32_t head_ = 0;    ///< the D2H at the head
  std::uint32_t size_ = 0;
};

/// Without latencies nothing but D2Hs that are known already bends the clock of H2D work (see CopyEngines for its
/// terms). So each D2H gets its place on that clock as soon as its kernel's end is known, as if there were H2D work to
/// its end, and an H2D only has to find which D2H it ends beside.
template <>
class Prefix<false> {
 public:
  Prefix(const Job* jobs, const std::uint32_t* sequence, Place* places, const DuplexRates& rates)
      : jobs_(jobs), sequence_(sequence), places_(places), rates_(rates) {}
  Prefix(const Prefix& prefix, const std::uint32_t* sequence, Place* places) : Prefix(prefix) {
    sequence_ = sequence;
    places_ = places;
  }

  void append() {
    const Job& job = jobs_[sequence_[size_]];
    Place& place = places_[size_];
    place = {kUnknown, kUnknown, kUnknown, free_time_ - free_work_};
    work_ += job.copies[0].payload.count();
    // Mostly none or one, and which of the two no branch predictor knows: the first step is arithmetic.
    head_ += static_cast<std::uint32_t>(places_[head_].end_work <= work_);
    while (places_[head_].end_work <= work_) {
      ++head_;
    }
    const double h2d_end = end_of_h2d();
    kernel_end_ = (kernel_end_ > h2d_end ? kernel_end_ : h2d_end) + job.kernel.count();
    const double start = kernel_end_ > free_time_ ? kernel_end_ : free_time_;
    const double payload = job.copies[1].payload.count();
    place.ready = kernel_end_;
    place.start_work = free_work_ + (start - free_time_);
    free_work_ = place.start_work + payload * rates_.work_per_d2h;
    free_time_ = start + payload * rates_.slowness;
    place.end_work = free_work_;
    ++size_;
  }

  double makespan() const {
    if (size_ == 0) {
      return 0;
    }
    const Place& place = places_[head_];
    const double start = place.start_work < work_ ? end_of_h2d() : place.start_work + place.idle_offset;
    double end = start + head_payload_left();
    for (std::uint32_t slot = head_ + 1; slot < size_; ++slot) {
      const double ready = places_[slot].ready;
      end = (ready > end ? ready : end) + jobs_[sequence_[slot]].copies[1].payload.count();
    }
    return end;
  }

  double h2d_end() const { return size_ > 0 ? end_of_h2d() : 0; }
  double kernel_end() const { return kernel_end_; }
  double d2h_payload_left() const {
    double left = size_ > 0 ? head_payload_left() : 0;
    for (std::uint32_t slot = head_ + 1; slot < size_; ++slot) {
      left += jobs_[sequence_[slot]].copies[1].payload.count();
    }
    return left;
  }

  /// When the last D2H ends if H2D work does not run out before, on the clock of that work and in time.
  double d2h_end_work() const { return free_work_; }
  double d2h_end_time() const { return free_time_; }

  std::uint32_t size() const { return size_; }
  std::uint32_t head() const { return head_; }

 private:
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

  /// Of the last H2D: nothing moved beside it before the D2H at the head started.
  double end_of_h2d() const {
    const Place& place = places_[head_];
    const double beside = work_ - (work_ < place.start_work ? work_ : place.start_work);
    return work_ + place.idle_offset + beside * rates_.delay;
  }
  double head_payload_left() const {
    const Place& place = places_[head_];
    return (place.end_work - (work_ > place.start_work ? work_ : place.start_work)) * rates_.d2h_per_work;
  }

  const Job* jobs_;
  const std::uint32_t* sequence_;
  Place* places_;
  DuplexRates rates_;
  double work_ = 0;                       ///< H2D payload so far
  double free_work_ = 0, free_time_ = 0;  ///< when the last D2H ends if H2D work does not run out before
  double kernel_end_ = 0;
  std::uint32_t head_ = 0;  ///< the D2H that has not ended by the end of the last H2D
  std::uint32_t size_ = 0;
};

}  // namespace warpshop::evaluate
