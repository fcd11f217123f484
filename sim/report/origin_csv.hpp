#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "sim/model/origin.hpp"

namespace warpshop::report {

/// For programs: the columns `file,seed,budget,version` (see kLastColumns); `budget` is empty without one.
std::string origin_cells(const Origin& origin);

/// A time that may not have been taken; empty then.
std::string number_cell(const std::optional<std::chrono::duration<double, std::micro>>& time);

}  // namespace warpshop::report
