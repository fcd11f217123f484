#pragma once

#include <string>
#include <vector>

#include "sim/model/note.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::study {

/// Of each task over CPU and GPU: how it is split, what it takes so and on the GPU alone, and from when to when over
/// the range of an assumed CPU, its steps decided anew. where: what the notes are of.
std::vector<Note> split_notes(const Workload& workload, const std::string& where);

}  // namespace warpshop::study
