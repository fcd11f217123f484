#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::order {

/// The order in which tasks come if again and again that one goes next which is first in `priority` among those whose
/// predecessors have all gone; `priority` itself where nothing is wrong with it. O((n + e) log n), e the pairs.
Order feasible(const Instance& instance, Order priority);

/// Which tasks may go next while an order grows from its front.
class Eligibility {
 public:
  /// Keeps a reference.
  explicit Eligibility(const Instance& instance);

  bool eligible(std::uint32_t task) const { return left_.empty() || left_[task] == 0; }
  /// The task goes next; or comes back, being the one that went last.
  void take(std::uint32_t task);
  void give_back(std::uint32_t task);
  std::span<const std::uint32_t> successors(std::uint32_t task) const;

 private:
  std::vector<std::uint32_t> left_;   ///< by task: predecessors that have not gone; empty: there is no precedence
  std::vector<std::uint32_t> first_;  ///< by task: where its successors begin
  std::vector<std::uint32_t> successors_;
};

/// Positions of a sequence before which a task may be inserted: first … last.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Where tasks may be inserted into sequences of others, so that every sequence can be completed.
class InsertionWindows {
 public:
  explicit InsertionWindows(const Instance& instance);

  /// Behind all that the task comes after, itself or by others in between, and before all that come after it. The
  /// sequence keeps precedence, so there is always a position. O(length) where there is precedence.
  Window of(std::uint32_t task, std::span<const std::uint32_t> sequence) const;

 private:
  bool precedes(std::uint32_t before, std::uint32_t after) const { return reaches_[before * size_ + after]; }

  std::size_t size_ = 0;
  std::vector<bool> reaches_;  ///< the transitive closure, n × n bits; empty: there is no precedence
};

}  // namespace warpshop::order
