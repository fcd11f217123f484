#pragma once

#include "sim/evaluate/copy_engines.hpp"

namespace warpshop::order {

/// Longest paths through the tasks from a position of an order on. Number: a double, or a Pack of several positions'.
/// In milliseconds.
template <class Number>
struct Paths {
  Number h2d{0.0};     ///< from the end of the last H2D before the position
  Number kernel{0.0};  ///< from the end of the last kernel before it
  Number d2h{0.0};     ///< from the end of the last D2H before it

  /// These paths with a task before them.
  Paths preceded_by(const Number& task_h2d, const Number& task_kernel, const Number& task_d2h) const {
    using evaluate::larger;
    Paths longer;
    longer.d2h = task_d2h + d2h;
    longer.kernel = task_kernel + larger(kernel, longer.d2h);
    longer.h2d = task_h2d + larger(h2d, longer.kernel);
    return longer;
  }
};

}  // namespace warpshop::order
