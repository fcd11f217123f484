#pragma once

#include <cstddef>
#include <ostream>
#include <string_view>

namespace warpshop::report {

/// How many of `rows` a table for people shows: at most 120.
std::size_t shown_rows(std::size_t rows);

/// A line about those that it does not, and what has them; nothing if it shows them all.
void tell_rows_left_out(std::ostream& out, std::size_t rows, std::string_view where = "--format json or csv");

}  // namespace warpshop::report
