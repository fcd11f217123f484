#include "sim/order/search_budget.hpp"

#include <algorithm>

namespace warpshop::order {
namespace {

/// Tasks that are evaluated between looks at the clock: some 10 microseconds of the closed form.
constexpr std::int64_t kTasksPerLook = 2000;

}  // namespace

SearchBudget::SearchBudget(const Budget& budget, std::int64_t evaluations, std::size_t tasks)
    : by_clock_(budget.time.has_value()),
      stride_(std::max<std::int64_t>(1, kTasksPerLook / static_cast<std::int64_t>(tasks))),
      left_(by_clock_ ? stride_ : budget.evaluations.value_or(evaluations)),
      end_(Clock::now()) {
  if (by_clock_) {
    end_ += std::chrono::duration_cast<Clock::duration>(*budget.time);
  }
}

void SearchBudget::look_at_clock() {
  if (Clock::now() < end_) {
    left_ = stride_;
  }
}

}  // namespace warpshop::order
