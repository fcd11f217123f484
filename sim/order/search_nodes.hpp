#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/evaluate/closed_form.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/remaining_bounds.hpp"
#include "sim/order/rest.hpp"

namespace warpshop::order {

/// Nodes of the search for the best order: what is known of a prefix, and a bound on what any completion costs. Values,
/// in milliseconds; append() takes the task that `order`, shared by all nodes of a search, holds at position size().

/// For instances of the closed form without missing stages that couple(): the engines' actual ends, which nothing
/// appended later can make earlier, and RemainingBounds from there on. D2H payload that is left then counts with that
/// of the tasks to come; the kernels left are the first H2D's way to its D2H if they take longer than its own.
template <bool Latencies>
class ExactNode {
 public:
  ExactNode(const Instance& instance, const evaluate::Traits& traits, std::uint32_t* order, evaluate::Place* places,
            RemainingBounds& remaining)
      : order_(order), prefix_(instance.jobs.data(), order, places, traits.rates), remaining_(&remaining) {}

  void append() { prefix_.append(); }
  double bound(const Rest& rest) const {
    if (rest.tasks.size() <= 1) {
      return completed(rest);
    }
    const double end = prefix_.makespan();
    const Remaining& remaining = remaining_->of(rest);
    const double h2d_end = prefix_.h2d_end();
    const double kernels_left = prefix_.kernel_end() - h2d_end;
    const double d2h_left = prefix_.d2h_payload_left();
    double bound = d2h_left + remaining.saturated;
    for (std::size_t r = 0; r < 4; ++r) {
      const evaluate::Relaxation& relaxation = remaining_->relaxations()[r];
      const double after_kernels = relaxation.kernel * kernels_left + remaining.after_kernel[r];
      bound = std::max(bound, relaxation.c * d2h_left + std::max(remaining.after_h2d[r], after_kernels));
    }
    return std::max(h2d_end + bound, end + remaining.d2h);
  }

 private:
  /// Makespan with the one task that is left, if there is one.
  double completed(const Rest& rest) const {
    evaluate::Prefix<Latencies> whole = prefix_;
    for (const std::uint32_t task : rest.tasks) {
      order_[whole.size()] = task;
      whole.append();
    }
    return whole.makespan();
  }

  std::uint32_t* order_;
  evaluate::Prefix<Latencies> prefix_;
  RemainingBounds* remaining_;
};

/// For the makespan, two DMA engines and no missing stages, and anything else that an instance may have: the engines'
/// actual ends by the event simulation of the prefix. Nothing appended later starts before the prefix's last H2D ends,
/// so until then nothing changes any more; from there on what is left is bounded as a whole.
class SimulatedNode {
 public:
  SimulatedNode(const Instance& instance, const std::uint32_t* order) : instance_(&instance), order_(order) {}

  void append() { ++size_; }
  double bound(const Rest& rest) const;

 private:
  const Instance* instance_;
  const std::uint32_t* order_;
  std::uint32_t size_ = 0;
};

}  // namespace warpshop::order
