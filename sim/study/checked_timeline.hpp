#pragma once

#include <cstddef>
#include <optional>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"
#include "sim/study/engine.hpp"

namespace warpshop::study {

/// Up to so many tasks every engine is asked, and all have to agree.
inline constexpr std::size_t kEveryEngineUpTo = 2048;

/// What an engine says of a plan: the one way from an engine to a result. Throws evaluate::ImpossibleTimeline, which
/// names the engine: its timeline breaks a rule that holds for all (evaluate::check_timeline()), or another engine says
/// something else by more than 5e-9 of the makespan, or the closed form does. Of kernels that share there is one
/// evaluation, whichever engine is asked, held against the rules alone. bound: what no plan of the objective is below,
/// if somebody knows it already; known: that evaluation, the same way.
Timeline checked_timeline(const EngineChoice& engine, const Fleet& fleet, const Plan& plan, Objective objective,
                          const std::optional<Millis>& bound = {}, const Timeline* known = nullptr);

}  // namespace warpshop::study
