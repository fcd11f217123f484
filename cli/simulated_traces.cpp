#include "cli/simulated_traces.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "sim/io/json/chrome_trace.hpp"
#include "sim/io/json/kineto_trace.hpp"
#include "sim/model/error.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/result/format.hpp"

namespace warpshop::cli {
namespace {

constexpr std::string_view kTrace = "--trace";
constexpr std::string_view kPaje = "--paje";
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

void add_trace_options(CLI::App& command, std::string& form, OutputOptions& options) {
  CLI::Option* trace = add_file_option(command, options, kTrace, "write a Chrome trace, which ui.perfetto.dev opens");
  command
      .add_option("--trace-form", form,
                  "of --trace: chrome, with all that is known; kineto, as PyTorch's profiler records")
      ->check(CLI::IsMember({"chrome", kKineto}))
      ->needs(trace)
      ->capture_default_str();
  add_file_option(command, options, kPaje, "write SimGrid's own trace of the engines, in the Paje format");
}

EngineRecord::EngineRecord(const OutputOptions& options, const study::Engine& engine) {
  if (options.file(kPaje).empty()) {
    return;
  }
  if (engine.record == nullptr) {
    throw InputError("--paje: engine " + std::string(engine.name) +
                     " keeps no trace of its own, expected --engine simgrid, in a program that was built with it");
  }
  scratch_ = make_scratch();
}

EngineRecord::~EngineRecord() {
  std::error_code ignored;
  if (!scratch_.empty()) {
    std::filesystem::remove_all(scratch_, ignored);
  }
}

std::string EngineRecord::file() const {
  return scratch_.empty() ? "" : scratch_ / kRecord;
}

void write_traces(Output& output, const std::string& form, const EngineRecord& record, const Simulation& simulation) {
  if (std::ostream* trace = output.file(kTrace)) {
    const std::vector<TimelineRows> drawn = report::drawn(simulation);
    if (form == kKineto) {
      io::write_kineto_trace(*trace, drawn.front());
    } else {
      io::write_chrome_trace(*trace, drawn);
    }
  }
  if (std::ostream* paje = output.file(kPaje)) {
    *paje << format::Table::kOpening;  // a comment there as well
    std::ifstream lines(record.file());
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#[")) {  // how SimGrid was called, with a name that is another one each time
        *paje << line << '\n';
      }
    }
  }
}

}  // namespace warpshop::cli
