#pragma once

#include "sim/model/error.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::cli {

/// Calls it; what it throws of an input is said to be at a place of the sweep file.
template <class Function>
auto at_place(const SweepSpec& spec, Mark mark, const Function& function) {
  try {
    return function();
  } catch (const InputError& error) {
    throw InputError(spec.file, mark, error.what());
  }
}

}  // namespace warpshop::cli
