#pragma once

#include <ostream>

#include "sim/model/pair_table.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// A line a pair: its best and worst configuration. Of what was measured a line a configuration, and how far the law is
/// from it.
void print(std::ostream& out, const format::Table& style, const PairTable& table);

}  // namespace warpshop::report
