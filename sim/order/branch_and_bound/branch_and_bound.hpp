#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/branch_and_bound/twins.hpp"
#include "sim/order/branch_and_bound/unscheduled.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/precedence.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {

/// Depth-first branch and bound over prefixes that keep precedence, children by increasing bound. A node whose bound is
/// not clearly below the best cost so far is cut; of twins the earlier goes first. No dominance rule of the classical
/// flow shop is used: here a shorter stage can lengthen the makespan. Memory: n² / 2 children at the most.
///
/// Nodes that say kBothEnds also have a suffix: there a node fixes its last task instead of the next one where that
/// leaves less than half as many children (of the branching rules of Gmys, Mezmaz, Melab and Tuyttens 2020; here a
/// prefix tells more than a suffix, as its contention is known). They admit no precedence.
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
        later_twins_(order_.size(), kNoTwin),
        eligibility_(evaluator.instance()) {
    std::iota(remaining_.begin(), remaining_.end(), 0U);
    for (const std::uint32_t task : remaining_) {
      mask_ |= bit(task);
      if (twins_[task] != kNoTwin) {
        later_twins_[twins_[task]] = task;
      }
    }
  }

  /// The order that grows; what nodes read. Between prefix and suffix they may write.
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
  enum class End : std::uint8_t { front, back };
  struct Child {
    double bound;
    std::uint32_t task;
  };
  /// Up to so many tasks left, looking at both ends does not pay.
  static constexpr std::size_t kFew = 5;
  /// So many tasks left are tried in every order.
  static constexpr std::size_t kEnumerated = 3;

  bool promising(double bound) const { return clearly_less(Millis{std::max(bound, floor_)}, best_.predicted); }

  template <class Node>
  void expand(const Node& node) {
    if (remaining_.empty()) {
      take_leaf();
      return;
    }
    if constexpr (Node::kBothEnds) {
      if (remaining_.size() <= kEnumerated) {
        enumerate(node, remaining_.size());
        return;
      }
    }
    const std::size_t first = children_.size();
    const End end = push_children_of_an_end(node);
    const std::size_t last = children_.size();
    for (std::size_t i = first; i < last && promising(children_[i].bound); ++i) {
      if (budget_.exhausted()) {
        open_ = std::min(open_, children_[i].bound);
        break;
      }
      descend(node, children_[i].task, end);
    }
    children_.resize(first);
  }

  /// All orders of the first `size` tasks that remain, of twins too: that takes less time than to bound them.
  template <class Node>
  void enumerate(const Node& node, std::size_t size) {
    if (size <= 2) {
      complete(node, size);
      if (size == 2) {
        std::swap(remaining_[0], remaining_[1]);
        complete(node, size);
        std::swap(remaining_[0], remaining_[1]);
      }
      return;
    }
    for (std::size_t i = 0; i < size; ++i) {
      std::swap(remaining_[i], remaining_[size - 1]);
      const Node next = grown(node, remaining_[size - 1], End::front);
      ++depth_;
      enumerate(next, size - 1);
      --depth_;
      std::swap(remaining_[i], remaining_[size - 1]);
    }
  }

  /// With the first `size` tasks that remain, as they stand. These few are looked at even if the budget ends here.
  template <class Node>
  void complete(const Node& node, std::size_t size) {
    budget_.spend();
    if (promising(node.completed(std::span(remaining_).first(size)))) {
      take_leaf();
    }
  }

  template <class Node>
  void descend(const Node& node, std::uint32_t task, End end) {
    const Node next = grown(node, task, end);
    ++(end == End::front ? depth_ : suffix_);
    const auto place = std::lower_bound(remaining_.begin(), remaining_.end(), task);
    const auto offset = place - remaining_.begin();
    remaining_.erase(place);
    leave(task);
    eligibility_.take(task);
    expand(next);
    eligibility_.give_back(task);
    come_back(task);
    remaining_.insert(remaining_.begin() + offset, task);
    --(end == End::front ? depth_ : suffix_);
  }

  /// The node with one task more, which it also writes into the order.
  template <class Node>
  Node grown(const Node& node, std::uint32_t task, End end) {
    Node next = node;
    if constexpr (Node::kBothEnds) {
      if (end == End::back) {
        order_[order_.size() - 1 - suffix_] = task;
        next.prepend(task);
        return next;
      }
    }
    order_[depth_] = task;
    next.append();
    return next;
  }

  template <class Node>
  End push_children_of_an_end(const Node& node) {
    const std::size_t first = children_.size();
    push_children(node, End::front);
    End end = End::front;
    if constexpr (Node::kBothEnds) {
      const std::size_t middle = children_.size();
      if (remaining_.size() > kFew && middle - first > 1) {
        push_children(node, End::back);
        const std::size_t front = middle - first;
        const std::size_t back = children_.size() - middle;
        end = 2 * back < front ? End::back : End::front;
        const auto begin = children_.begin() + static_cast<std::ptrdiff_t>(end == End::back ? first : middle);
        children_.erase(begin, begin + static_cast<std::ptrdiff_t>(end == End::back ? front : back));
      }
    }
    std::sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
              [](const Child& a, const Child& b) { return a.bound != b.bound ? a.bound < b.bound : a.task < b.task; });
    return end;
  }

  /// The children that are worth a look. Where the budget ends among them, the rest of them counts as open.
  template <class Node>
  void push_children(const Node& node, End end) {
    for (std::size_t i = 0; i < remaining_.size(); ++i) {
      const std::uint32_t task = remaining_[i];
      const std::uint32_t twin = (end == End::front ? twins_ : later_twins_)[task];
      if ((twin != kNoTwin && left_[twin] != 0) || !eligibility_.eligible(task)) {
        continue;
      }
      if (!budget_.spend()) {
        open_ = std::min(open_, node.bound({remaining_, left_, mask_}));
        break;
      }
      const double bound = bound_with(node, i, end);
      if (promising(bound)) {
        children_.push_back({bound, task});
      }
    }
  }

  /// Of the child that takes remaining_[i].
  template <class Node>
  double bound_with(const Node& node, std::size_t i, End end) {
    const std::uint32_t task = remaining_[i];
    const Node next = grown(node, task, end);
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
  std::size_t depth_ = 0;   ///< tasks of the prefix
  std::size_t suffix_ = 0;  ///< tasks of the suffix
  std::vector<std::uint8_t> left_;
  std::vector<std::uint32_t> remaining_;  ///< increasing
  std::uint32_t mask_ = 0;
  std::vector<std::uint32_t> twins_;        ///< by task: earlier_twins()
  std::vector<std::uint32_t> later_twins_;  ///< and the other way
  Eligibility eligibility_;
  std::vector<Child> children_;  ///< of every node on the path
};

}  // namespace warpshop::order
