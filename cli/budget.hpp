#pragma once

#include <string>
#include <string_view>

#include "sim/order/policy.hpp"

namespace warpshop::cli {

/// `20000` or `5ms`, `0.5 s`. Throws InputError.
order::Budget parse_budget(std::string_view text);

/// The same budget as parse_budget() takes it; empty without one.
std::string budget_text(const order::Budget& budget);

}  // namespace warpshop::cli
