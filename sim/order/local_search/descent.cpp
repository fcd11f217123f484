#include "sim/order/local_search/descent.hpp"

#include <algorithm>
#include <utility>

namespace warpshop::order {
namespace {

class Descent {
 public:
  Descent(evaluate::Evaluator& evaluator, SearchBudget& budget, Planned& planned)
      : evaluator_(evaluator), budget_(budget), planned_(planned), order_(planned.plan.order) {}

  void run() {
    while (pass()) {
    }
    planned_.plan = evaluate::plan_of(evaluator_.instance(), std::move(order_));
  }

 private:
  /// Whether it has found an improvement.
  bool pass() {
    bool improved = false;
    for (std::size_t from = 0; from < order_.size(); ++from) {
      for (std::size_t to = 0; to < order_.size() && !budget_.exhausted(); ++to) {
        improved = (from != to && try_move(from, to)) || improved;
        improved = (from < to && try_exchange(from, to)) || improved;
      }
    }
    return improved;
  }

  bool try_move(std::size_t from, std::size_t to) {
    trial_ = order_;
    move_task(trial_, from, to);
    return take_if_better();
  }
  bool try_exchange(std::size_t a, std::size_t b) {
    trial_ = order_;
    std::swap(trial_[a], trial_[b]);
    return take_if_better();
  }

  bool take_if_better() {
    if (!keeps_precedence(evaluator_.instance(), trial_) || !budget_.spend()) {
      return false;
    }
    const Millis cost = evaluator_.cost(trial_);
    if (!clearly_less(cost, planned_.predicted)) {
      return false;
    }
    planned_.predicted = cost;
    order_.swap(trial_);
    return true;
  }

  evaluate::Evaluator& evaluator_;
  SearchBudget& budget_;
  Planned& planned_;
  Order order_;
  Order trial_;
};

}  // namespace

void descend(evaluate::Evaluator& evaluator, SearchBudget& budget, Planned& planned) {
  Descent(evaluator, budget, planned).run();
}

}  // namespace warpshop::order
