#pragma once

#include <ostream>

#include "sim/model/run.hpp"
#include "sim/model/service.hpp"
#include "sim/model/simulation.hpp"

namespace warpshop::io {

/// Chrome trace JSON, which ui.perfetto.dev opens: a process a device, a row an engine, a slice an interval, flow
/// arrows `task` from each stage of a task to its next, and `gate` from an H2D copy to the D2H copy that waits for it;
/// instants on a row of their own where tasks are released late, where they are due, and where those that are `late`
/// end. Kernels that overlap have rows of their own below the compute engine's (`compute 2`, …), and a counter each of
/// the CTAs that they hold. Times in microseconds, as the format wants them.
void write_chrome_trace(std::ostream& out, const Simulation& simulation);

/// The same twice, one above the other: process 1 is `predicted`, process 2 `measured`.
void write_chrome_trace(std::ostream& out, const Run& run);

/// One process: what was served, by engine.
void write_chrome_trace(std::ostream& out, const Service& service, const ServiceTrace& trace);

}  // namespace warpshop::io
