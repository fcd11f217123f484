#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/written_files.hpp"
#include "sim/files/output_file.hpp"
#include "sim/model/simulation.hpp"
#include "sim/study/engine.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// Traces that `simulate` is asked for; empty: none.
struct TraceOptions {
  std::string trace;
  std::string form = "chrome";  ///< chrome or kineto
  std::string paje;
};

/// --trace, --trace-form and --paje.
void add_trace_options(CLI::App& command, TraceOptions& options);

/// Throws InputError: --trace-form without --trace, --paje of an engine that keeps no record.
void check_traces(const TraceOptions& options, const study::Engine& engine);

/// What they are about to write.
std::vector<WrittenFile> written_by(const TraceOptions& options);

/// The files of the traces, each whole or not at all.
class SimulatedTraces {
 public:
  /// Throws InputError where one cannot be written.
  explicit SimulatedTraces(const TraceOptions& options);
  SimulatedTraces(const SimulatedTraces&) = delete;
  SimulatedTraces& operator=(const SimulatedTraces&) = delete;
  ~SimulatedTraces();

  /// Where the engine is to leave its own record; empty: nowhere.
  std::string record() const;
  void write(const Simulation& simulation);
  void commit();

 private:
  std::string form_;
  std::optional<files::OutputFile> trace_;
  std::optional<files::OutputFile> paje_;
  std::filesystem::path scratch_;  ///< folder of the engine's record
};

}  // namespace warpshop::cli
