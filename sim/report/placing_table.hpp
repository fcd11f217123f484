#pragma once

#include <ostream>
#include <string>

#include "sim/model/placing.hpp"
#include "sim/report/text_table.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// How much two kinds of jobs slow each other down that start together: a row and a column each, if they are twelve at
/// most, of one kind of GPU. Empty: there are more, or not all pairs are known.
TextTable pair_matrix(const Placing& placing);
/// Which kinds slow each other down by the threshold or more, twelve pairs at most, the worst first.
std::string kept_apart(const Placing& placing);

/// How many GPUs are enough, and which policy ends soonest: a sentence or two.
std::string placing_answer(const Placing& placing);

/// The answer, policies best first, who sits where, what to set, and a picture.
void print(std::ostream& out, const format::Table& style, const Placing& placing);

}  // namespace warpshop::report
