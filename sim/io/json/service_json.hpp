#pragma once

#include <ostream>

#include "sim/model/service.hpp"

namespace warpshop::io {

/// `warpshop.serve/1`, numbers unrounded. `results_correct` is null where none were checked; `stopping_ms` stands only
/// where it was stopped.
void write_json(std::ostream& out, const Service& service);

}  // namespace warpshop::io
