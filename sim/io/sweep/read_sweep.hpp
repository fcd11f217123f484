#pragma once

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::io {

/// Reads a sweep file (`schema: warpshop.sweep/1`, see docs/sweep.md). Throws InputError at the first thing that is
/// wrong; what the values of an axis are worth shows when they are put into a profile.
SweepSpec read_sweep(Text text);

}  // namespace warpshop::io
