#pragma once

#include <optional>

#include "sim/model/point_range.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// --shard I/N.
void add_shard_option(CLI::App& command, std::optional<Shard>& shard);

/// Whether this is a task of an array of Slurm.
bool is_in_slurm_array();

/// What an array of Slurm says of this task of it (SLURM_ARRAY_TASK_ID, _MIN, _MAX, _COUNT); nothing: it is in none.
/// Throws InputError: its numbers have gaps, or are none.
std::optional<Shard> shard_of_slurm();

}  // namespace warpshop::cli
