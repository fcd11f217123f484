#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "sim/evaluate/closed_form/partial_schedule.hpp"
#include "sim/evaluate/closed_form/stages.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/branch_and_bound/remaining_bounds.hpp"
#include "sim/order/branch_and_bound/unscheduled.hpp"

namespace warpshop::order {

/// Nodes of the search for the best order: what is known of a prefix, and a bound on what any completion costs. Values,
/// in milliseconds; append() takes the task that `order`, shared by all nodes of a search, holds at position size().
/// With kBothEnds prepend() puts a task, which `order` holds in its place, before those that are known to come last.

/// What is known of a suffix.
struct KnownSuffix {
  std::array<evaluate::Tails, 4> tails{};  ///< by relaxation
  double h2d_payload = 0, d2h_payload = 0, d2h = 0;
};

/// For instances of the closed form without missing stages that couple(): the engines' actual ends, which nothing
/// appended later can make earlier, and RemainingBounds from there on. D2H payload that is left then counts with that
/// of the tasks to come; the kernels left are the first H2D's way to its D2H if they take longer than its own. A suffix
/// is what it is in the flow shops of the relaxations: paths from each of its stages to the end.
template <bool Latencies>
class ExactNode {
 public:
  static constexpr bool kBothEnds = true;

  ExactNode(std::uint32_t* order, evaluate::ScheduledD2h<Latencies>* d2hs, KnownSuffix* suffixes,
            RemainingBounds& remaining)
      : order_(order), d2hs_(d2hs), suffix_(suffixes), remaining_(&remaining) {}

  void append() { append_to(prefix_); }
  void prepend(std::uint32_t task) {
    const Job& job = remaining_->job(task);
    suffix_[1] = suffix_[0];
    ++suffix_;
    suffix_->h2d_payload += job.copies[0].payload.count();
    suffix_->d2h_payload += job.copies[1].payload.count();
    suffix_->d2h += job.alone(Stage::d2h).count();
    for (std::size_t r = 0; r < suffix_->tails.size(); ++r) {
      const auto& [h2d, kernel, d2h] = remaining_->times(r, task);
      suffix_->tails[r] = suffix_->tails[r].preceded_by(h2d, kernel, d2h);
    }
  }
  /// Of at least two tasks that are left; of fewer completed() says what they cost.
  double bound(const Unscheduled& unscheduled) const {
    const Remaining& remaining = remaining_->of(unscheduled);
    const double h2d_end = prefix_.h2d_end(d2hs_, remaining_->rates());
    const double kernels_left = prefix_.kernel_end() - h2d_end;
    const double d2h_left = prefix_.d2h_payload_left(d2hs_, remaining_->rates());
    const double h2d_payload = remaining.h2d_payload + suffix_->h2d_payload;
    const double d2h_payload = remaining.d2h_payload + suffix_->d2h_payload + d2h_left;
    double bound =
        remaining_->relaxations()[2].g * h2d_payload + d2h_payload;  // both busy until the last H2D has ended
    for (std::size_t r = 0; r < suffix_->tails.size(); ++r) {
      const evaluate::Relaxation& relaxation = remaining_->relaxations()[r];
      const RemainingShop& shop = remaining.shops[r];
      const evaluate::Tails& tail = suffix_->tails[r];
      const double ready = relaxation.kernel * kernels_left;
      const double kernel_end = std::max(shop.h2d_kernel, ready + shop.kernel);
      const double d2h_end = std::max(shop.d2h, ready + shop.kernel_d2h);
      bound = std::max(bound, relaxation.at_once(h2d_payload, d2h_payload) +
                                  std::max({shop.h2d + tail.h2d, kernel_end + std::max(tail.kernel, shop.least_d2h),
                                            d2h_end + tail.d2h}));
    }
    return std::max(h2d_end + bound, prefix_.makespan(d2hs_, remaining_->rates()) + remaining.d2h + suffix_->d2h);
  }

  /// Makespan with `tasks` behind the prefix, then the suffix; they are all tasks.
  double completed(std::span<const std::uint32_t> tasks) const {
    evaluate::PartialSchedule<Latencies> whole = prefix_;
    std::copy(tasks.begin(), tasks.end(), order_ + whole.size());
    while (whole.size() < remaining_->tasks()) {
      append_to(whole);
    }
    return whole.makespan(d2hs_, remaining_->rates());
  }

 private:
  void append_to(evaluate::PartialSchedule<Latencies>& prefix) const {
    prefix.append(evaluate::Stages(remaining_->job(order_[prefix.size()])), d2hs_, remaining_->rates());
  }

  std::uint32_t* order_;
  evaluate::ScheduledD2h<Latencies>* d2hs_;
  evaluate::PartialSchedule<Latencies> prefix_;
  KnownSuffix* suffix_;  ///< shared by all nodes of a search, by length of the suffix: this one's
  RemainingBounds* remaining_;
};

/// For the makespan, two DMA engines and no missing stages, and anything else that an instance may have: the engines'
/// actual ends by the event simulation of the prefix. Nothing appended later starts before the prefix's last H2D ends,
/// so until then nothing changes any more; from there on what is left is bounded as a whole.
class SimulatedNode {
 public:
  static constexpr bool kBothEnds = false;

  SimulatedNode(const Instance& instance, const std::uint32_t* order) : instance_(&instance), order_(order) {}

  void append() { ++size_; }
  double bound(const Unscheduled& unscheduled) const;

 private:
  const Instance* instance_;
  const std::uint32_t* order_;
  std::uint32_t size_ = 0;
};

}  // namespace warpshop::order
