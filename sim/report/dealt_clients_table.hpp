#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "sim/model/client_comparison.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// Clients that were dealt to GPUs, for people: how many of those there are keep every goal, then a row a client with
/// its GPU, the best way to share that, what it answers there and whether its goal is kept. comparisons: by GPU, at
/// least one; profile: what all are; available: how many there could have been, at least as many.
std::string dealt_clients_table(std::span<const ClientComparison> comparisons, const std::string& profile,
                                std::size_t available, const format::Table& style);

}  // namespace warpshop::report
