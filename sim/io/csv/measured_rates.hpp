#pragma once

#include <filesystem>
#include <vector>

#include "sim/model/pair_table.hpp"

namespace warpshop::io {

/// Rates of kernels alone and two at a time, comma-separated: `kernel,ctas,other,other_ctas,rate,other_rate` under just
/// that line; other, other_ctas and other_rate are empty for a kernel alone. Lines that start with '#' and empty ones
/// are skipped. At most 64 MiB. Throws InputError at the line and column of what is wrong.
std::vector<MeasuredRates> read_measured_rates(const std::filesystem::path& file);

}  // namespace warpshop::io
