#include "cli/import_kernels.hpp"

#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/imported_name.hpp"
#include "cli/output.hpp"
#include "sim/files/own_files.hpp"
#include "sim/io/import/described_kernels.hpp"
#include "sim/io/import/ncu_launches.hpp"
#include "sim/io/import/read_trtexec.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/report/decimals.hpp"

namespace warpshop::cli {
namespace {

struct KernelsOptions {
  std::string file;
  std::string name;
  std::optional<std::string> gpu;
  OutputOptions output;
};

/// The workload, once it has been read back: what is written loads.
void write(const KernelsOptions& options, const Workload& workload) {
  std::stringstream text;
  text << files::kImportedHeading;
  io::write_workload(text, workload);
  io::parse_workload(text, options.file);
  Output output(options.output, {options.file}, Heading::none);
  output.stream() << text.str();
  output.commit();
}

void import_ncu(const KernelsOptions& options) {
  const io::DescribedKernels found = io::described_kernels(io::read_ncu_launches(options.file), options.file,
                                                           imported_name(options.name, options.file), options.gpu);
  write(options, found.workload);
  const auto tell = [&](std::size_t count, std::string_view what) {
    if (count > 0) {
      note(options.output, fmt::format("{} {}", count, what));
    }
  };
  note(options.output,
       fmt::format("{} as {}, each by itself and without copies; the profiler held clocks at their "
                   "base and emptied caches unless it was told not to, so a kernel may be faster in its program",
                   report::number_of(found.launches, "recorded kernel"),
                   report::number_of(found.workload.tasks.size(), "task")));
  tell(found.left_out, "launches are left out: no duration, grid or CTA of them was measured");
  tell(found.other_gpus, "launches were on other GPUs, see --gpu");
  tell(found.unsaid_registers, "kernels do not say their registers, so that more CTAs may seem to fit than do");
  tell(found.unsaid_compute, "kernels do not say what they use of the issue slots (Compute (SM) Throughput)");
  tell(found.unsaid_memory, "kernels do not say what they use of DRAM (DRAM Throughput)");
}

void import_trtexec(const KernelsOptions& options) {
  const io::TrtexecTask found = io::read_trtexec(options.file, imported_name(options.name, options.file));
  write(options, found.workload);
  note(options.output,
       "one inference, as three medians: copy in, all its kernels as one, copy out; to share the GPU with others it "
       "needs what its kernels take of it (`import ncu`)");
  if (found.streams.value_or(1) > 1) {
    note(options.output, fmt::format("{:g} inferences ran at once: each of the three holds what it waited for the "
                                     "others, expected trtexec with --infStreams=1",
                                     *found.streams));
  }
  constexpr double kBound = 0.9;
  const Task& task = found.workload.tasks.front();
  if (found.enqueue && *found.enqueue > kBound * *given_time(*task.kernel)) {
    note(options.output,
         fmt::format("the host took {:g} ms to launch it: the GPU may have waited for it, expected trtexec with "
                     "--useCudaGraph",
                     found.enqueue->count()));
  }
}

CLI::App* add(CLI::App& import, const char* name, const char* what, const char* file,
              const std::shared_ptr<KernelsOptions>& options, void (*run)(const KernelsOptions&)) {
  CLI::App* command = import.add_subcommand(name, what);
  command->add_option("FILE", options->file, file)->required();
  options->output.kind = files::FileKind::workload;
  command->add_option("--name", options->name, "what the workload is called, by default after the file");
  command->add_option("-o,--output", options->output.output, "write the workload there instead of standard output")
      ->type_name("FILE");
  command->add_flag("-q,--quiet", options->output.quiet, "no notes on standard error");
  command->callback([options, run] { run(*options); });
  return command;
}

}  // namespace

void add_import_kernels(CLI::App& import) {
  const auto ncu = std::make_shared<KernelsOptions>();
  add(import, "ncu", "kernels as Nsight Compute describes them", "what `ncu --csv` prints, page details or raw", ncu,
      import_ncu)
      ->add_option("--gpu", ncu->gpu, "number of the GPU, by default that of the first launch");
  add(import, "trtexec", "an inference as trtexec of TensorRT times it",
      "what trtexec prints, its performance summary included", std::make_shared<KernelsOptions>(), import_trtexec);
}

}  // namespace warpshop::cli
