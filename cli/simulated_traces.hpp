#pragma once

#include <filesystem>
#include <string>

#include "cli/output.hpp"
#include "sim/model/simulation.hpp"
#include "sim/study/engine.hpp"

namespace warpshop::cli {

/// --trace, --trace-form (chrome or kineto) and --paje.
void add_trace_options(CLI::App& command, std::string& form, OutputOptions& options);

/// The engine's own record of a plan, in a folder that goes with it, for --paje.
class EngineRecord {
 public:
  /// Throws InputError: it is asked for, of an engine that keeps none.
  EngineRecord(const OutputOptions& options, const study::Engine& engine);
  EngineRecord(const EngineRecord&) = delete;
  EngineRecord& operator=(const EngineRecord&) = delete;
  ~EngineRecord();

  /// Where the engine is to leave it; empty: nowhere.
  std::string file() const;

 private:
  std::filesystem::path scratch_;
};

/// The traces that are asked for, to their files.
void write_traces(Output& output, const std::string& form, const EngineRecord& record, const Simulation& simulation);

}  // namespace warpshop::cli
