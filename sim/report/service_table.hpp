#pragma once

#include <ostream>

#include "sim/model/service.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people, rounded: how many tasks were served and how fast, what ordering and submitting them cost the host, how
/// long they took from being handed in to being done, then a row a name of tasks and a row a worker.
void print(std::ostream& out, const format::Table& style, const Service& service);

}  // namespace warpshop::report
