#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::order {

/// How badly a task fits behind an order of others, both parts in milliseconds, 0 for a perfect fit; simulated with
/// contention:
///   | length of its H2D - kernel work left when the H2D starts | + | length of its K - D2H work left when the K starts
///   |
/// Of a task without H2D the kernel is matched alone; without a kernel, its H2D alone. Work left at an instant is what
/// stages of the others still take then, without their waiting.
///
/// Plain, by a simulation of the whole: O(n).
Millis misfit(const Instance& instance, const Order& order, std::uint32_t task);

/// The same for many tasks behind one order, which is simulated once, O(n). Behind it a task meets the D2Hs alone that
/// are left when the last H2D has ended, since no kernel depends on what comes behind: each costs the time of those
/// that it meets, and O(log n).
class Misfits {
 public:
  /// Whether that is so: no copies that exclude each other, nor families, rules of issue, nor precedence with tasks
  /// that lack H2Ds.
  static bool apply(const Instance& instance);

  /// Keeps a reference. Requires apply(); the order has a task at least.
  Misfits(const Instance& instance, const Order& order);

  Millis of(std::uint32_t task) const;

 private:
  /// A stage as it runs in the order alone, and what those from it on take in all.
  struct Run {
    std::uint32_t task;
    Millis ready, start, end;
    Millis from_here{0};
  };
  /// The D2H engine while an H2D runs and after.
  struct D2hQueue;

  static void add_up(std::vector<Run>& runs);
  static Millis left(std::span<const Run> runs, Millis instant);
  /// Of the D2Hs when the kernel starts; the H2D starts at `instant`, and ends at h2d_end.
  Millis d2h_left(std::uint32_t task, Millis instant, Millis& h2d_end) const;

  const Instance& instance_;
  std::vector<Run> kernels_;
  std::vector<Run> d2hs_;
  std::vector<Millis> alone_from_;  ///< by D2H: what it and those behind it take alone
  std::vector<Millis> end_of_;      ///< by task
  Millis h2d_end_{0};               ///< of the last one
  Millis kernel_end_{0};
};

}  // namespace warpshop::order
