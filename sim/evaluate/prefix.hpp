#pragma once

#include <cstdint>

#include "sim/evaluate/copy_engines.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// The closed form as a state that grows task by task, for instances without missing stages. A state is a value: copy
/// it, and append to the copy to try another tail.
///
/// Every state of a search reads its jobs through one sequence and shares one array of ready times; a state of n tasks
/// has written the first n of them, and they must still be those when it goes on.
template <bool Latencies>
class Prefix {
 public:
  /// sequence: positions in `jobs`, of which append() takes the next one; ready: room for as many, in milliseconds.
  Prefix(const Job* jobs, const std::uint32_t* sequence, double* ready, const DuplexRates& rates)
      : jobs_(jobs), sequence_(sequence), ready_(ready), engines_(rates) {}

  void append() {
    const Job& job = jobs_[sequence_[size_]];
    ready_[size_] = engines_.kUnknown;
    engines_.move_h2d(job.copies[0], [this] { next_d2h(); });
    const double h2d_end = engines_.time();
    kernel_end_ = (kernel_end_ > h2d_end ? kernel_end_ : h2d_end) + job.kernel.count();
    ready_[size_] = kernel_end_;
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
      end = (ready_[slot] > end ? ready_[slot] : end) + (copy.latency.count() + copy.payload.count());
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

  std::uint32_t size() const { return size_; }

 private:
  void next_d2h() {
    ++head_;
    engines_.begin_d2h(jobs_[sequence_[head_]], ready_[head_]);  // kUnknown behind the last one
  }

  const Job* jobs_;
  const std::uint32_t* sequence_;
  double* ready_;
  CopyEngines<Latencies> engines_;
  double kernel_end_ = 0;
  std::uint32_t head_ = 0;  ///< the D2H at the head
  std::uint32_t size_ = 0;
};

}  // namespace warpshop::evaluate
