#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {

/// Insertions into one sequence that grows and shrinks, each evaluated as a whole: for any instance and objective.
class WholeInsertions {
 public:
  /// Keeps a reference to the instance. most: positions that best() tries, evenly spread, > 0.
  WholeInsertions(const Instance& instance, Objective objective, std::size_t most = SIZE_MAX)
      : evaluator_(instance, objective), windows_(instance), most_(most) {}

  std::span<const std::uint32_t> sequence() const { return sequence_; }
  void assign(std::span<const std::uint32_t> sequence) { sequence_.assign(sequence.begin(), sequence.end()); }
  void insert(std::size_t position, std::uint32_t task);
  void remove(std::size_t position);

  /// Of the positions that precedence allows the one of least cost, of tied ones the last.
  Insertion best(std::uint32_t task);
  std::int64_t evaluations() const { return static_cast<std::int64_t>(tried_.size()); }

 private:
  evaluate::Evaluator evaluator_;
  InsertionWindows windows_;
  std::size_t most_;
  Order sequence_;
  Order trial_;
  std::vector<Insertion> tried_;
};

}  // namespace warpshop::order
