#pragma once

#include <ostream>
#include <string>

#include "sim/model/placing.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// How many GPUs are enough, and which policy ends soonest: a sentence or two.
std::string placing_answer(const Placing& placing);

/// The answer, policies best first, who sits where, what to set, and a picture.
void print(std::ostream& out, const format::Table& style, const Placing& placing);

}  // namespace warpshop::report
