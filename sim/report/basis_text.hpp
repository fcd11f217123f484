#pragma once

#include <string>

#include "sim/model/basis.hpp"

namespace warpshop::report {

/// For people: a line each on what is assumed and what is set; nothing where there is nothing.
std::string basis_lines(const Basis& basis);

}  // namespace warpshop::report
