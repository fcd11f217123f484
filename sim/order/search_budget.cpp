#include "sim/order/search_budget.hpp"

#include <algorithm>

namespace warpshop::order {
namespace {

/// Tasks that are evaluated between looks at the clock: some 10 microseconds of the closed form.
constexpr std::int64_t kTasksPerLook = 2000;
constexpr Millis kYear{3.2e10};  ///< so that the clock does not overflow

}  // namespace

SearchBudget::SearchBudget(const Budget& budget, std::int64_t by_default, std::size_t tasks)
    : by_clock_(budget.time.has_value()),
      stride_(std::max<std::int64_t>(1, kTasksPerLook / static_cast<std::int64_t>(tasks))),
      left_(by_clock_ ? stride_ : budget.evaluations.value_or(by_default)),
      end_(Clock::now()) {
  if (by_clock_) {
    end_ += std::chrono::duration_cast<Clock::duration>(std::min(*budget.time, kYear));
  }
}

void SearchBudget::look_at_clock() {
  if (Clock::now() < end_) {
    left_ = stride_;
  }
}

}  // namespace warpshop::order
