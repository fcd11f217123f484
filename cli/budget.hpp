#pragma once

#include <string>
#include <string_view>

#include "sim/model/policy.hpp"

namespace warpshop::cli {

/// `20000` or `5ms`, `0.5 s`. Throws InputError.
Budget parse_budget(std::string_view text);

/// The same budget as parse_budget() takes it; empty without one.
std::string budget_text(const Budget& budget);

}  // namespace warpshop::cli
