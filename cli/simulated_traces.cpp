#include "cli/simulated_traces.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <CLI/CLI.hpp>

#include "cli/common_options.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/io/json/kineto_trace.hpp"
#include "sim/model/error.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/result/format.hpp"

namespace warpshop::cli {
namespace {

constexpr const char* kKineto = "kineto";
constexpr const char* kRecord = "record.paje";

/// A folder of its own for what others write.
std::filesystem::path make_scratch() {
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  if (error) {
    throw std::runtime_error("--paje needs a folder for SimGrid to write to, and there is none: " + error.message() +
                             " (TMPDIR)");
  }
  std::string name = temporary / "warpshop-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(name + ": cannot make a folder there: " + std::generic_category().message(errno));
  }
  return name;
}

}  // namespace

void add_trace_options(CLI::App& command, TraceOptions& options) {
  CLI::Option* trace =
      add_file_option(command, "--trace", options.trace, "write a Chrome trace, which ui.perfetto.dev opens");
  command
      .add_option("--trace-form", options.form,
                  "of --trace: chrome, with all that is known; kineto, as PyTorch's profiler records")
      ->check(CLI::IsMember({"chrome", kKineto}))
      ->needs(trace)
      ->capture_default_str();
  add_file_option(command, "--paje", options.paje, "write SimGrid's own trace of the engines, in the Paje format");
}

void check_traces(const TraceOptions& options, const study::Engine& engine) {
  if (!options.paje.empty() && engine.record == nullptr) {
    throw InputError("--paje: engine " + std::string(engine.name) +
                     " keeps no trace of its own, expected --engine simgrid, in a program that was built with it");
  }
}

std::vector<WrittenFile> written_by(const TraceOptions& options) {
  return {{"--trace", options.trace}, {"--paje", options.paje}};
}

SimulatedTraces::SimulatedTraces(const TraceOptions& options) : form_(options.form) {
  if (!options.trace.empty()) {
    trace_.emplace(options.trace);
  }
  if (!options.paje.empty()) {
    paje_.emplace(options.paje);
    scratch_ = make_scratch();
  }
}

SimulatedTraces::~SimulatedTraces() {
  std::error_code ignored;
  if (!scratch_.empty()) {
    std::filesystem::remove_all(scratch_, ignored);
  }
}

std::string SimulatedTraces::record() const {
  return scratch_.empty() ? "" : scratch_ / kRecord;
}

void SimulatedTraces::write(const Simulation& simulation) {
  if (trace_) {
    const std::vector<TimelineRows> drawn = report::drawn(simulation);
    if (form_ == kKineto) {
      io::write_kineto_trace(trace_->stream(), drawn.front());
    } else {
      io::write_chrome_trace(trace_->stream(), drawn);
    }
  }
  if (paje_) {
    paje_->stream() << format::Table::kOpening;  // a comment there as well
    std::ifstream record(scratch_ / kRecord);
    for (std::string line; std::getline(record, line);) {
      if (!line.starts_with("#[")) {  // how SimGrid was called, with a name that is another one each time
        paje_->stream() << line << '\n';
      }
    }
  }
}

void SimulatedTraces::commit() {
  if (trace_) {
    trace_->commit();
  }
  if (paje_) {
    paje_->commit();
  }
}

}  // namespace warpshop::cli
