#pragma once

#include <ostream>

#include "sim/model/client_run.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people: what each client was predicted to get, and what it got.
void print(std::ostream& out, const format::Table& style, const ClientRunResult& run);

}  // namespace warpshop::report
