#pragma once

#include "sim/model/pair_table.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// Which two kernels share the SMs best, the throughput of every pair, and how much CTAs decide; where configurations
/// were measured, the law held against them.
Chapter chapter(const PairTable& table);

}  // namespace warpshop::report::html
