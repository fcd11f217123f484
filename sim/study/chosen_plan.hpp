#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "sim/order/policies.hpp"

namespace warpshop::study {

/// A plan, and what it is called.
struct ChosenPlan {
  std::string policy;
  Planned planned;
  bool order_given = false;  ///< by the user, for a policy that says how it is submitted
  std::size_t ranked = 0;    ///< so many policies were compared, and this one came first; 0: it was asked for
  std::chrono::duration<double, std::micro> planning{0};
  std::string note = {};  ///< what the user is to know of it; empty: nothing
};

}  // namespace warpshop::study
