#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/lower_bound.hpp"
#include "sim/order/insertion.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/search_nodes.hpp"

namespace warpshop::order {
namespace {

/// Up to here the search runs to its end and its answer is proven.
constexpr std::size_t kProvenUpTo = 10;
/// Beyond, it stops after so many steps (one task looked at in one bound): about half a second.
constexpr std::int64_t kSteps = 20'000'000;

bool alike(const Job& a, const Job& b) {
  const auto same_copy = [](const Copy& x, const Copy& y) { return x.latency == y.latency && x.payload == y.payload; };
  return same_copy(a.copies[0], b.copies[0]) && same_copy(a.copies[1], b.copies[1]) && a.kernel == b.kernel &&
         a.release == b.release && a.has == b.has && a.memory == b.memory && a.exclusive == b.exclusive;
}

/// Depth-first branch and bound over prefixes, children by increasing bound. A node whose bound is not clearly below
/// the best makespan so far is cut; of tasks that are alike only the first is tried. No dominance rule of the classical
/// flow shop is used: here a shorter stage can lengthen the makespan.
class BranchAndBound {
 public:
  BranchAndBound(const Instance& instance, Planned start)
      : instance_(instance), evaluator_(instance), best_(std::move(start)), order_(instance.size()) {
    remaining_.resize(instance.size());
    for (std::uint32_t task = 0; task < remaining_.size(); ++task) {
      remaining_[task] = task;
    }
    steps_left_ = instance.size() <= kProvenUpTo ? INT64_MAX : kSteps;
  }

  Planned run() {
    const evaluate::Traits& traits = evaluator_.traits();
    std::vector<evaluate::Place> places(instance_.size());
    if (traits.missing || instance_.dma_engines == 1) {
      expand(RelaxedNode(instance_, order_.data()));
    } else if (!traits.closed_form || !evaluate::couples(traits.rates)) {
      expand(SimulatedNode(instance_, order_.data()));
    } else if (traits.latencies) {
      expand(ExactNode<true>(instance_, traits, order_.data(), places.data()));
    } else {
      expand(ExactNode<false>(instance_, traits, order_.data(), places.data()));
    }
    best_.proven_optimal = instance_.size() <= kProvenUpTo;
    return std::move(best_);
  }

 private:
  struct Child {
    double bound;
    std::uint32_t task;
  };

  bool promising(double bound) const { return clearly_less(Millis{bound}, best_.predicted); }

  template <class Node>
  void expand(const Node& node) {
    if (remaining_.empty()) {
      take_leaf();
      return;
    }
    for (const Child& child : children(node)) {
      if (!promising(child.bound) || steps_left_ <= 0) {
        return;
      }
      Node next = node;
      order_[depth_++] = child.task;
      next.append();
      const auto place = std::find(remaining_.begin(), remaining_.end(), child.task);
      const auto offset = place - remaining_.begin();
      remaining_.erase(place);
      expand(next);
      remaining_.insert(remaining_.begin() + offset, child.task);
      --depth_;
    }
  }

  template <class Node>
  std::vector<Child> children(const Node& node) {
    std::vector<Child> children;
    for (std::size_t i = 0; i < remaining_.size(); ++i) {
      const std::uint32_t task = remaining_[i];
      if (std::any_of(remaining_.begin(), remaining_.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](std::uint32_t other) { return alike(instance_.jobs[task], instance_.jobs[other]); })) {
        continue;
      }
      Node next = node;
      order_[depth_] = task;
      next.append();
      std::swap(remaining_[i], remaining_.back());
      const double bound = next.bound(std::span(remaining_).first(remaining_.size() - 1));
      std::swap(remaining_[i], remaining_.back());
      steps_left_ -= static_cast<std::int64_t>(remaining_.size());
      if (promising(bound)) {
        children.push_back({bound, task});
      }
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const Child& a, const Child& b) { return a.bound < b.bound; });
    return children;
  }

  void take_leaf() {
    const Millis makespan = evaluator_.cost(order_);
    if (clearly_less(makespan, best_.predicted)) {
      best_.predicted = makespan;
      best_.plan.order = order_;
    }
  }

  const Instance& instance_;
  evaluate::Evaluator evaluator_;
  Planned best_;
  Order order_;
  std::size_t depth_ = 0;
  std::vector<std::uint32_t> remaining_;
  std::int64_t steps_left_ = 0;
};

}  // namespace

Planned best(const Instance& instance, const Options& /*options*/) {
  Planned start = insertion(instance);
  start.seeks_optimum = true;
  if (!clearly_less(evaluate::lower_bound(instance), start.predicted)) {
    start.proven_optimal = instance.size() <= kProvenUpTo;
    return start;
  }
  return BranchAndBound(instance, std::move(start)).run();
}

}  // namespace warpshop::order
