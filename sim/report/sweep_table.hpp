#pragma once

#include <ostream>

#include "sim/model/sweep.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people: a table a cell, its clear differences, then what each axis does.
void print(std::ostream& out, const format::Table& style, const Sweep& sweep);

}  // namespace warpshop::report
