#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpshop {

/// What a plan is to make small, the γ of S5 table 3.3; C_j: when task j has ended.
enum class Objective : std::uint8_t {
  makespan,             ///< C_max = max C_j
  weighted_completion,  ///< Σ w_j C_j
  lateness,             ///< L_max = max (C_j - d_j) over the tasks with a due date; may be negative
};

inline constexpr std::array kObjectives{Objective::makespan, Objective::weighted_completion, Objective::lateness};

/// As users give it.
constexpr std::string_view name(Objective objective) {
  constexpr std::array<std::string_view, 3> kNames{"cmax", "wc", "lateness"};
  return kNames[static_cast<std::size_t>(objective)];
}

}  // namespace warpshop
