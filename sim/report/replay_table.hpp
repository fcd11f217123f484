#pragma once

#include <ostream>
#include <string>

#include "sim/model/recorded_replay.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// `+3.1 %`; `-` where nothing was recorded to take any time.
std::string error_text(const RecordedPart& part);

/// How much of the recording the GPU worked, which is what the model of the GPU is held against: of the rest the host's
/// own times are as recorded.
std::string gpu_time_text(const RecordedReplay& replay);

/// For people, rounded: the whole recording, then each engine, stream and job (the first ones of many), predicted
/// beside recorded; what the first half says of the second, where that was asked for.
void print(std::ostream& out, const format::Table& style, const RecordedReplay& replay);

}  // namespace warpshop::report
