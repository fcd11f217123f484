#pragma once

#include <string>

#include "sim/model/law_check.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people: what the law says of each kernel, with the factor either way by which that may be off.
std::string law_table(const LawCheck& check, const format::Table& style);

/// How far it is from what was measured, in a sentence or two; empty: nothing was.
std::string law_miss(const LawCheck& check);

}  // namespace warpshop::report
