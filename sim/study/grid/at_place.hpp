#pragma once

#include <cstddef>
#include <span>

#include "sim/model/error.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::study {

/// Calls it; what it throws of an input is said to be at a place of the sweep file. Of the settings of a profile or of
/// tasks that is the place of the one that is wrong, by `marks`, if the error says which.
template <class Function>
auto at_place(const SweepSpec& spec, Mark mark, const Function& function, std::span<const Mark> marks = {}) {
  try {
    return function();
  } catch (const InputError& error) {
    const std::size_t setting = error.mark().line == 0 ? error.mark().column : 0;  // see mark_of_setting()
    throw InputError(spec.file, setting > 0 && setting <= marks.size() ? marks[setting - 1] : mark, error.what());
  }
}

/// The same, but what is wrong at a place within another file stays there.
template <class Function>
auto at_place_of_file(const SweepSpec& spec, Mark mark, const Function& function) {
  try {
    return function();
  } catch (const InputError& error) {
    throw error.mark().line > 0 ? error : InputError(spec.file, mark, error.what());
  }
}

}  // namespace warpshop::study
