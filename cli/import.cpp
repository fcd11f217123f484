#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/gpu_name.hpp"
#include "cli/import_kernels.hpp"
#include "cli/import_metrics.hpp"
#include "cli/import_profile.hpp"
#include "cli/imported_name.hpp"
#include "cli/output.hpp"
#include "sim/files/own_files.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/import/import_trace.hpp"
#include "sim/io/import/read_nsys_trace.hpp"
#include "sim/io/import/read_torch_trace.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/import_text.hpp"

namespace warpshop::cli {
namespace {

struct TraceOptions {
  std::string trace;
  std::string name;
  std::string device_name;
  std::string cut;
  std::optional<std::uint32_t> gpu;
  OutputOptions output;
};

using ReadTrace = RecordedTrace (*)(const std::filesystem::path&);

void run(const TraceOptions& options, ReadTrace read) {
  if (!options.device_name.empty() && !is_device_name(options.device_name)) {
    throw InputError(fmt::format("--device-name '{}': is not the name of a device, expected {}", options.device_name,
                                 kDeviceNameExpected));
  }
  const std::string name = imported_name(options.name, options.trace);
  const std::optional<io::JobPattern> cut =
      options.cut.empty() ? std::nullopt : std::optional<io::JobPattern>(options.cut);
  Output output(options.output, {options.trace}, Heading::none);
  Progress progress(options.output);
  progress.show("reading " + options.trace);
  RecordedTrace trace = read(options.trace);
  const std::string_view gpu = trace.gpus.empty() ? std::string_view{} : trace.gpus.front().name;
  const std::string device_name = options.device_name.empty() ? device_name_of(gpu, "traced-gpu") : options.device_name;
  progress.show("looking for who waited for whom");
  const io::ImportedTrace imported =
      io::import_trace(std::move(trace), {.name = name, .device_name = device_name, .cut = cut, .gpu = options.gpu});
  progress.show("writing");
  output.stream() << files::kImportedHeading;
  io::write_workload(output.stream(), imported.workload);
  if (std::ostream* device = output.file("--device-out")) {
    io::write_device(*device, imported.device);
  }
  progress.clear();
  output.commit();
  if (!options.output.quiet) {
    std::cerr << report::import_text(imported.report);
    if (cut && imported.report.jobs == 0) {
      note(options.output,
           fmt::format("--cut '{}': no span of the trace is called so; without it jobs are cut where the "
                       "host has waited for everything",
                       options.cut));
    }
  }
}

void add_trace(CLI::App& import, const char* name, const char* what, const char* file, ReadTrace read) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command = import.add_subcommand(name, what);
  command->add_option("FILE", options->trace, file)->required();
  command->add_option("--cut", options->cut,
                      "a job is a span that the program marked and whose name this regular expression matches; by "
                      "default steps of the PyTorch profiler, else what is between two idle times of the GPU");
  const auto refuse_jobs = [](const std::string& /*expression*/) {
    throw CLI::ValidationError("--jobs", "stands for threads in other commands, expected --cut EXPRESSION");
  };
  command->add_option_function<std::string>("--jobs", refuse_jobs, "what --cut is now")->group("");
  options->output.kind = files::FileKind::workload;
  add_file_option(*command, options->output, "--device-out", "write a profile of what the trace shows of the GPU",
                  files::FileKind::profile);
  command->add_option("--device-name", options->device_name, "what the profile is called, by default after the GPU");
  command->add_option("--name", options->name, "what the workload is called, by default after the file");
  command->add_option("--gpu", options->gpu, "number of the GPU, by default the one with most commands");
  command->add_option("-o,--output", options->output.output, "write the workload there instead of standard output")
      ->type_name("FILE");
  command->add_flag("-q,--quiet", options->output.quiet, "no report and no progress on standard error");
  command->callback([options, read] { run(*options, read); });
}

}  // namespace

void add_import(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("import", "a workload out of a recorded trace, a profile out of what tools print");
  command->require_subcommand(1);
  add_trace(*command, "torch", "a trace of the PyTorch profiler", "Chrome trace JSON of the profiler, plain or gzip",
            io::read_torch_trace);
  add_trace(*command, "nsys", "an export of Nsight Systems, or a database of nvprof",
            "SQLite: nsys export --type sqlite, or nvprof --export-profile", io::read_nsys_trace);
  add_import_reports(*command);
  add_import_kernels(*command);
  add_import_metrics(*command);
}

}  // namespace warpshop::cli
