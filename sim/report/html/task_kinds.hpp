#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::report::html {

/// Which tasks are drawn alike: repeats of one (`resize#1`, `resize#2`), each kind in a colour of its own as long as
/// there are colours.
struct TaskKinds {
  std::vector<std::uint32_t> of_task;  ///< by position
  std::vector<std::string> names;      ///< by kind, in the order in which they first come

  /// The class that a task is filled with, `k0` … `k7`.
  std::string_view colour(std::uint32_t task) const;
};

TaskKinds task_kinds(std::span<const std::string> task_names);

/// The class of the n-th of what is told apart: `k0` … `k7`, and again.
std::string_view kind_colour(std::size_t number);
inline constexpr std::size_t kKindColours = 8;

}  // namespace warpshop::report::html
