#pragma once

#include <ostream>
#include <string>

#include "sim/model/split_comparison.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// What to do: the best policy and what it gains over either side alone, or that one side alone is better; a sentence.
std::string split_answer(const SplitComparison& comparison);

/// For people, rounded: the answer, what it rests on, a row a policy, the best first.
void print(std::ostream& out, const format::Table& style, const SplitComparison& comparison);

}  // namespace warpshop::report
