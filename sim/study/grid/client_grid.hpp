#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/model/note.hpp"
#include "sim/study/clients/swept_clients.hpp"
#include "sim/study/grid/sweep_input.hpp"

namespace warpshop::study {

/// A sweep of clients that was read.
struct ClientGridInput {
  ClientGrid grid;
  std::vector<std::filesystem::path> files;  ///< that were read
  std::string inputs;                        ///< 16 hexadecimal digits for what they say
  std::vector<Note> notes;
};

/// Reads what a sweep of clients names. Throws InputError: at the place in the sweep file, or in what it names; where
/// no policy can be had in a cell, where one is named that is no way of sharing, or several GPUs.
ClientGridInput client_grid(const SweepFile& file);

}  // namespace warpshop::study
