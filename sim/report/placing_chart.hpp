#pragma once

#include <cstddef>
#include <string>

#include "sim/model/placing.hpp"

namespace warpshop::report {

/// The best placement as text, of `width` cells a line: a row for each place of a GPU over time, a bar a job, with its
/// name where that fits and dots where nobody is; the first 16 GPUs.
std::string placing_chart(const Placing& placing, std::size_t width);

}  // namespace warpshop::report
