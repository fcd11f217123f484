#pragma once

#include "sim/model/what_if.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// --memory, --compute, --host-time and --copies.
void add_what_if_options(CLI::App& command, WhatIf& what_if);

}  // namespace warpshop::cli
