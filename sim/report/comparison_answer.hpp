#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// What a comparison found, in a sentence: `joint ends after 39.921 ms, 30.8 % sooner than as listed (57.682 ms); no
/// plan can be below 33.812 ms.`
std::string answer_text(const Comparison& comparison);

/// What to launch and to set for that, in another one: `Launch BS-TM-MM-VA.` Empty: nothing was compared.
std::string to_do_text(const Comparison& comparison);
/// How kernels share, and what to set for each: `mps:60/40, CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of each client in turn:
/// 60 % for chat; 40 % for vision.`
std::string set_text(const Share& share, std::span<const ShareSetting> settings,
                     const std::vector<std::string>& task_names);

}  // namespace warpshop::report
