#pragma once

#include <string>
#include <vector>

#include "sim/model/note.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::cli {

/// The devices of --device, as --set makes them. Throws InputError: see files::find_devices().
study::SetDevices find_set_devices(const std::string& spec, const std::vector<std::string>& set);

/// That the model misses what was recorded, where it does (RecordedMakespan::is_close()).
std::vector<Note> recorded_notes(const study::Problem& problem);

}  // namespace warpshop::cli
