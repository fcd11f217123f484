#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/precedence.hpp"
#include "sim/order/rest.hpp"
#include "sim/order/search_budget.hpp"
#include "sim/order/twins.hpp"

namespace warpshop::order {

/// Depth-first branch and bound over prefixes that keep precedence, children by increasing bound. A node whose bound is
/// not clearly below the best cost so far is cut; of twins the earlier goes first. No dominance rule of the classical
/// flow shop is used: here a shorter stage can lengthen the makespan. Memory: n² / 2 children at the most.
class BranchAndBound {
 public:
  /// best: an order to start from, with what it costs, and a bound on what any order costs.
  BranchAndBound(evaluate::Evaluator& evaluator, SearchBudget& budget, Planned& best)
      : evaluator_(evaluator),
        budget_(budget),
        best_(best),
        floor_(best.lower_bound->count()),
        order_(best.plan.order.size()),
        left_(order_.size(), 1),
        remaining_(order_.size()),
        twins_(earlier_twins(evaluator.instance())),
        eligibility_(evaluator.instance()) {
    std::iota(remaining_.begin(), remaining_.end(), 0U);
    for (const std::uint32_t task : remaining_) {
      mask_ |= bit(task);
    }
  }

  /// The order that grows; what nodes read. Behind the prefix they may write.
  std::uint32_t* order() { return order_.data(); }

  /// root: a node of the empty prefix; see search_nodes.hpp. Afterwards the best plan is proven or the budget is spent,
  /// and its lower bound is the least of all nodes that are open.
  template <class Node>
  void run(const Node& root) {
    expand(root);
    best_.proven_optimal = !promising(open_);
    best_.lower_bound = best_.proven_optimal ? best_.predicted : Millis{std::max(floor_, open_)};
  }

 private:
  struct Child {
    double bound;
    std::uint32_t task;
  };

  bool promising(double bound) const { return clearly_less(Millis{std::max(bound, floor_)}, best_.predicted); }

  template <class Node>
  void expand(const Node& node) {
    if (remaining_.empty()) {
      take_leaf();
      return;
    }
    const std::size_t first = children_.size();
    push_children(node);
    const std::size_t last = children_.size();
    for (std::size_t i = first; i < last && promising(children_[i].bound); ++i) {
      if (budget_.exhausted()) {
        open_ = std::min(open_, children_[i].bound);
        break;
      }
      descend(node, children_[i].task);
    }
    children_.resize(first);
  }

  template <class Node>
  void descend(const Node& node, std::uint32_t task) {
    Node next = node;
    order_[depth_++] = task;
    next.append();
    const auto place = std::lower_bound(remaining_.begin(), remaining_.end(), task);
    const auto offset = place - remaining_.begin();
    remaining_.erase(place);
    leave(task);
    eligibility_.take(task);
    expand(next);
    eligibility_.give_back(task);
    come_back(task);
    remaining_.insert(remaining_.begin() + offset, task);
    --depth_;
  }

  /// The children that are worth a look. Where the budget ends among them, the rest of them counts as open.
  template <class Node>
  void push_children(const Node& node) {
    const std::size_t first = children_.size();
    for (std::size_t i = 0; i < remaining_.size(); ++i) {
      const std::uint32_t task = remaining_[i];
      if ((twins_[task] != kNoTwin && left_[twins_[task]] != 0) || !eligibility_.eligible(task)) {
        continue;
      }
      if (!budget_.spend()) {
        open_ = std::min(open_, node.bound({remaining_, left_, mask_}));
        break;
      }
      const double bound = bound_behind(node, i);
      if (promising(bound)) {
        children_.push_back({bound, task});
      }
    }
    std::sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
              [](const Child& a, const Child& b) { return a.bound != b.bound ? a.bound < b.bound : a.task < b.task; });
  }

  /// Of the child that takes remaining_[i].
  template <class Node>
  double bound_behind(const Node& node, std::size_t i) {
    const std::uint32_t task = remaining_[i];
    Node next = node;
    order_[depth_] = task;
    next.append();
    std::swap(remaining_[i], remaining_.back());
    leave(task);
    const double bound = next.bound({std::span(remaining_).first(remaining_.size() - 1), left_, mask_});
    come_back(task);
    std::swap(remaining_[i], remaining_.back());
    return bound;
  }

  void leave(std::uint32_t task) {
    left_[task] = 0;
    mask_ &= ~bit(task);
  }
  void come_back(std::uint32_t task) {
    left_[task] = 1;
    mask_ |= bit(task);
  }
  static std::uint32_t bit(std::uint32_t task) { return task < 32 ? 1U << task : 0; }

  void take_leaf() {
    const Millis cost = evaluator_.cost(order_);
    if (clearly_less(cost, best_.predicted)) {
      best_.predicted = cost;
      best_.plan = evaluate::plan_of(evaluator_.instance(), order_);
    }
  }

  evaluate::Evaluator& evaluator_;
  SearchBudget& budget_;
  Planned& best_;
  double floor_;
  double open_ = std::numeric_limits<double>::infinity();  ///< least bound of the nodes that the budget left open
  Order order_;
  std::size_t depth_ = 0;
  std::vector<std::uint8_t> left_;
  std::vector<std::uint32_t> remaining_;  ///< increasing
  std::uint32_t mask_ = 0;
  std::vector<std::uint32_t> twins_;
  Eligibility eligibility_;
  std::vector<Child> children_;  ///< of every node on the path
};

}  // namespace warpshop::order
