#pragma once

#include <array>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::test {

inline const std::array kFastAlone{study::Engine{study::kExactEngine, evaluate::timeline}};

/// The event simulation, and nobody who could disagree.
inline study::EngineChoice fast_engine() {
  return {.asked = kFastAlone.front(), .all = kFastAlone};
}

}  // namespace warpshop::test
