#pragma once

#include <ostream>
#include <span>
#include <string>

#include "sim/model/sweep.hpp"
#include "sim/model/sweep_manifest.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people: a table a cell, its clear differences, then what each axis does.
void print(std::ostream& out, const format::Table& style, const Sweep& sweep);

/// The columns of every single result, and a row a policy for each point.
std::string sweep_row_columns(const Sweep& sweep);
void write_sweep_rows(std::ostream& out, const SweepManifest& manifest, std::span<const SweepPoint> points);

}  // namespace warpshop::report
