#pragma once

#include <string>

#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// What a comparison found, in a sentence: `joint ends after 39.921 ms, 30.8 % sooner than as listed (57.682 ms); no
/// plan can be below 33.812 ms.`
std::string answer_text(const Comparison& comparison);

/// What to launch and to set for that, in another one: `Launch BS-TM-MM-VA.` Empty: nothing was compared.
std::string to_do_text(const Comparison& comparison);

}  // namespace warpshop::report
