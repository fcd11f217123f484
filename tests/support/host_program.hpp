#pragma once

#include <cstdint>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::test {

/// What a host program does next. Times are whole microseconds.
struct HostStep {
  enum class Kind : std::uint8_t { think, kernel, copy, blocking_copy, sync_stream, sync_device, record, wait };
  Kind kind = Kind::think;
  int time = 0;  ///< of a think, or of the command
  int stream = 0;
  int event = 0;
  Stage stage = Stage::kernel;  ///< of copies: h2d or d2h
};

/// Runs a program of one thread on a GPU whose engines serve what is ready first, microsecond by microsecond, as slow
/// as it is plain, and records what a profiler would: a call returns two microseconds after it began, or what it waited
/// for has ended; what it launches is issued then, a copy that blocks when its call begins. slowdown: of kernels.
struct ProgramRun {
  RecordedTrace trace;
  bool tied = false;  ///< two commands of an engine were ready first at once: either might have gone first
};
ProgramRun run_program(const std::vector<HostStep>& program, int slowdown = 1);

}  // namespace warpshop::test
