#include "cli/import_profile.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/gpu_name.hpp"
#include "cli/output.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/import/report/read_reports.hpp"
#include "sim/io/import/report/reported_profile.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::cli {
namespace {

struct ReportOptions {
  std::string text;
  std::string name;
  std::string into;
  std::optional<std::uint32_t> gpu;
  bool replace = false;
  OutputOptions output;
};

/// A tool whose output is read, and what of it.
struct ReportCommand {
  io::ReportTool tool;
  const char* what;
  const char* file;
};

constexpr std::array kReportCommands{
    ReportCommand{io::ReportTool::nvbandwidth, "bandwidths that nvbandwidth measured",
                  "output of nvbandwidth, as text or in JSON (-j)"},
    ReportCommand{io::ReportTool::bandwidth_test, "bandwidths that bandwidthTest of the CUDA samples measured",
                  "output of bandwidthTest, of one size or several, as tables or with --csv"},
    ReportCommand{io::ReportTool::device_query, "what deviceQuery of the CUDA samples says of a GPU",
                  "output of deviceQuery"},
    ReportCommand{io::ReportTool::nvidia_smi, "what the driver says of a GPU and its link", "output of nvidia-smi -q"}};

const io::ReportedGpu& chosen_gpu(const io::ReportedGpus& text, std::optional<std::uint32_t> number) {
  if (!number) {
    return text.gpus.front();
  }
  const auto found = std::find_if(text.gpus.begin(), text.gpus.end(),
                                  [&](const io::ReportedGpu& gpu) { return gpu.number == *number; });
  if (found == text.gpus.end()) {
    std::vector<std::int64_t> numbers;
    for (const io::ReportedGpu& gpu : text.gpus) {
      numbers.push_back(gpu.number);
    }
    throw InputError(
        fmt::format("--gpu {}: {} has no such GPU, expected {}", *number, text.file, fmt::join(numbers, ", ")));
  }
  return *found;
}

/// --name, else after the file that is written, else after the GPU.
std::string profile_name(const ReportOptions& options, const io::ReportedGpu& gpu) {
  if (!options.name.empty()) {
    return options.name;
  }
  const std::string stem = std::filesystem::path(options.output.output).stem().string();
  return is_device_name(stem) && options.output.output != "-" ? stem : device_name_of(gpu.name, "gpu");
}

/// The profile as it is written; throws InputError at the GPU: it would not be read back. Ends of intervals may be a
/// rounding off.
std::string written_profile(const Device& device, const io::ReportedGpus& text, const io::ReportedGpu& gpu) {
  std::stringstream written;
  io::write_device(written, device);
  try {
    Device again = io::parse_device(written, "the profile");
    again.confidence = device.confidence;
    if (again == device) {
      return written.str();
    }
  } catch (const InputError& error) {
    throw InputError(text.file, gpu.mark, fmt::format("makes no profile: {}", error.what()));
  }
  throw std::logic_error("the profile is read back as another one");
}

/// What a profile lacks, and which text has it.
std::vector<std::string> missing_parts(const Device& device) {
  std::vector<std::string> missing;
  const std::string path = transfer_path(Memory::pinned, Direction::h2d, "alone");
  if (!device.transfer(Memory::pinned, Direction::h2d).alone) {
    missing.emplace_back("transfers are missing: `import nvbandwidth` or `bandwidthtest` adds them (--into)");
  } else if (device.assumed.contains(path)) {
    missing.emplace_back("transfers are assumed: `import nvbandwidth` or `bandwidthtest` adds measured ones (--into)");
  }
  if (!device.sm) {
    missing.emplace_back("the SMs are missing, which kernels that share need: `import devicequery` adds them (--into)");
  }
  return missing;
}

void show(const ReportOptions& options, const io::ReportedProfile& profile, const std::vector<std::string>& others) {
  if (!profile.taken.empty()) {
    note(options.output, fmt::format("taken from the text: {}", fmt::join(profile.taken, ", ")));
  }
  for (const auto* lines : {&profile.notes, &others}) {
    for (const std::string& line : *lines) {
      note(options.output, line);
    }
  }
  for (const std::string& part : missing_parts(profile.device)) {
    note(options.output, part);
  }
}

void run_report(ReportOptions options, io::ReportTool tool) {
  if (!options.name.empty() && !is_device_name(options.name)) {
    throw InputError(fmt::format("--name {}: is not the name of a device, expected {}", in_quotes(options.name),
                                 kDeviceNameExpected));
  }
  io::Text bytes = io::read_text(options.text, io::Fifo::awaited);
  const io::ReportedGpus text = io::read_report(bytes, tool);
  const io::ReportedGpu& gpu = chosen_gpu(text, options.gpu);
  const io::ReportedProfile profile = options.into.empty()
                                          ? io::profile_of_report(text, gpu, profile_name(options, gpu))
                                          : io::add_report(io::read_device(options.into), text, gpu, options.replace);
  const std::string written = written_profile(profile.device, text, gpu);
  if (!options.into.empty()) {
    options.output.output = options.into;
  }
  Output output(options.output, {options.text}, Heading::none);
  output.stream() << written;
  output.commit();
  show(options, profile, io::other_gpus(text, gpu));
}

void add_report_command(CLI::App& import, const ReportCommand& report) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = import.add_subcommand(std::string(io::import_name(report.tool)), report.what);
  command->add_option("FILE", options->text, report.file)->required();
  command->add_option("--gpu", options->gpu, "number of the GPU in the text, by default the first");
  CLI::Option* name = command->add_option("--name", options->name,
                                          "what the profile is called, by default as its file, else after the GPU");
  options->output.kind = files::FileKind::profile;
  CLI::Option* file =
      command->add_option("-o,--output", options->output.output, "write the profile there instead of standard output")
          ->type_name("FILE");
  CLI::Option* into =
      command->add_option("--into", options->into, "add to a profile that is there: what it has measured stays")
          ->type_name("PROFILE")
          ->excludes(name)
          ->excludes(file);
  command->add_flag("--replace", options->replace, "with --into: take figures of the text for measured ones")
      ->needs(into);
  command->add_flag("-q,--quiet", options->output.quiet, "no notes on standard error");
  command->callback([options, tool = report.tool] { run_report(*options, tool); });
}

}  // namespace

void add_import_reports(CLI::App& import) {
  for (const ReportCommand& report : kReportCommands) {
    add_report_command(import, report);
  }
}

}  // namespace warpshop::cli
