#pragma once

#include <ostream>

#include "sim/model/service.hpp"

namespace warpshop::report {

/// For people, rounded: how many tasks were served and how fast, what ordering and submitting them cost the host, how
/// long they took from submission to callback, then a row a worker.
void table(std::ostream& out, const Service& service);

/// For programs, unrounded: header, then a line a worker.
void csv(std::ostream& out, const Service& service);

}  // namespace warpshop::report
