#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/result_origin.hpp"
#include "cli/sweep_clients.hpp"
#include "cli/swept.hpp"
#include "cli/whole_number.hpp"
#include "sim/files/sweep_folder.hpp"
#include "sim/model/error.hpp"
#include "sim/model/point_range.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/study/grid/sweep_input.hpp"

namespace warpshop::cli {
namespace {

std::uint64_t number_in(const std::string& variable) {
  constexpr std::uint64_t kMost = 1'000'000;
  const char* const found = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe): nobody sets it
  std::string text = found != nullptr ? found : "";
  if (const std::string wrong = check_whole_number(text, 0, kMost); !wrong.empty()) {
    throw InputError(variable + ": " + wrong);
  }
  return std::stoull(text);
}

/// --shard I/N.
void add_shard_option(CLI::App& command, std::optional<Shard>& shard) {
  command
      .add_option_function<std::string>(
          "--shard",
          [&shard](const std::string& text) {
            shard = parse_shard(text);
            if (!shard) {
              throw CLI::ValidationError("--shard", text + " is no shard, expected I/N, 1/1 to 1000000/1000000");
            }
          },
          "make the points of one of N parts alone, I from 1; default: of the array of Slurm that this runs in")
      ->type_name("I/N");
}

/// Whether this is a task of an array of Slurm.
bool is_in_slurm_array() {
  return std::getenv("SLURM_ARRAY_TASK_ID") != nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
}

/// What an array of Slurm says of this task of it (SLURM_ARRAY_TASK_ID, _MIN, _MAX, _COUNT); nothing: it is in none.
/// Throws InputError: its numbers have gaps, or are none.
std::optional<Shard> shard_of_slurm() {
  if (!is_in_slurm_array()) {
    return std::nullopt;
  }
  const std::uint64_t least = number_in("SLURM_ARRAY_TASK_MIN");
  const std::uint64_t count = number_in("SLURM_ARRAY_TASK_COUNT");
  const std::uint64_t largest = number_in("SLURM_ARRAY_TASK_MAX");
  const std::uint64_t id = number_in("SLURM_ARRAY_TASK_ID");
  const std::uint64_t step = count > 1 ? (largest - least) / (count - 1) : 1;
  if (count < 1 || step < 1 || id < least || id > largest || least + step * (count - 1) != largest ||
      (id - least) % step != 0) {
    throw InputError(
        fmt::format("SLURM_ARRAY_TASK_ID={} of {} from {} to {}, expected an array without gaps, or "
                    "--shard I/N",
                    id, count, least, largest));
  }
  return Shard{.number = (id - least) / step + 1, .of = count};
}

struct SweepOptions {
  std::string sweep;
  std::string engine{study::kExactEngine};
  PlanOptions order;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string keep;            ///< folder; empty: nothing is kept
  std::optional<Shard> shard;  ///< nothing: all of it
  SweptOptions swept;
};

/// Takes the shard from Slurm where none is named. Throws InputError: what does not go with a shard.
SweepOptions checked(SweepOptions options) {
  if (!options.shard && !options.keep.empty()) {
    options.shard = shard_of_slurm();
  }
  const OutputOptions& output = options.swept.output;
  if (!options.shard && options.keep.empty() && is_in_slurm_array()) {
    note(output,
         "this task of an array of Slurm makes the whole sweep: expected --keep FOLDER, so that each makes its part");
  }
  if (options.shard && options.keep.empty()) {
    throw InputError("--shard without --keep, expected the folder that all shards are kept in");
  }
  if (options.shard && !(output.output.empty() && output.file("--rows").empty() && output.file("--report").empty())) {
    throw InputError(
        "--shard with --output, --rows or --report, expected these of warpshop merge, once all shards are there");
  }
  return options;
}

/// Makes the points of the shard, or of all, that are not there yet. Returns how many that were.
std::uint64_t keep_points(const SweepOptions& options, const study::SweepInput& input, const files::SweepFolder& folder,
                          Progress& progress, study::RemoteWorkers* workers) {
  const PointRange all = options.shard.value_or(Shard{}).part_of(input.grid.points());
  const std::vector<PointRange> left = left_of(all, folder.done());
  if (count_of(left) < all.count()) {
    note(options.swept.output,
         fmt::format("{} of {} points were there already", all.count() - count_of(left), all.count()));
  }
  PointsProgress shown(progress, count_of(left));
  files::PointsWriter writer(folder);
  const InterruptGuard guard(Patience::short_while);
  study::PointMaker maker(input.grid, input.settings, left, options.jobs, workers);
  for (std::vector<SweepPoint> points = maker.next(); !points.empty(); points = maker.next()) {
    writer.add(points);
    shown.done(points.size());
    if (guard.interrupted()) {
      writer.flush();
      progress.clear();
      guard.check();
    }
  }
  writer.flush();
  progress.clear();
  return count_of(left);
}

/// Throws InputError: an option that goes with sets of tasks alone, at the clients of the sweep file.
void refuse_options_of_sets(const SweepOptions& options, const SweepSpec& spec, const study::RemoteWorkers* workers) {
  const auto refuse = [&](bool given, const std::string& option) {
    if (given) {
      throw InputError(spec.file, spec.tasks_mark,
                       option + " is of sets of tasks, and this is a sweep of clients, expected it without");
    }
  };
  refuse(options.order.budget.evaluations || options.order.budget.time, "--budget");
  refuse(!options.keep.empty(), "--keep");
  refuse(!options.swept.output.file("--rows").empty(), "--rows");
  refuse(options.swept.timing, "--timing");
  refuse(workers != nullptr, "warpshop-mpi");
}

void run(const SweepOptions& options, study::RemoteWorkers* workers) {
  Progress progress(options.swept.output);
  progress.show("reading " + options.sweep);
  const study::SweepFile file = study::read_sweep_file(options.sweep);
  if (file.spec.of_clients()) {
    refuse_options_of_sets(options, file.spec, workers);
    sweep_clients(file, options.order, options.jobs, options.swept.output, progress);
    return;
  }
  const study::SweepInput input =
      study::sweep_input(file, origin_of(options.sweep, options.order), engine_of_many(options.engine), options.order);
  progress.clear();
  if (workers != nullptr && workers->is_one()) {
    workers->work([&](PointRange range) { return study::points_of(input.grid, input.settings, range); });
    return;
  }
  std::vector<std::filesystem::path> read = input.files;
  if (!options.keep.empty()) {
    read.push_back(std::filesystem::path(options.keep) / files::kManifestName);
  }
  Notes(options.swept.output).show(input.notes);
  std::optional<files::SweepFolder> folder;
  std::optional<InterruptText> kept_there;
  if (!options.keep.empty()) {
    folder.emplace(options.keep, input.manifest);
    kept_there.emplace(fmt::format("what is done is kept in {}: the same command goes on there", options.keep));
  }
  std::optional<Output> opened;
  try {
    opened.emplace(options.swept.output, read);  // perhaps to files in the folder
  } catch (const InputError&) {
    if (folder) {
      folder->remove_if_new();
    }
    throw;
  }
  Output& output = *opened;
  SweepManifest asked = input.manifest;
  asked.head.timing = options.swept.timing;
  if (!folder) {
    study::PointMaker maker(input.grid, input.settings, {PointRange{0, input.grid.points()}}, options.jobs, workers);
    print_swept(output, asked, summed_up(asked, output, progress, [&] { return maker.next(); }));
    return;
  }
  const std::uint64_t made = keep_points(options, input, *folder, progress, workers);
  if (options.shard) {
    note(options.swept.output,
         fmt::format("shard {}/{}: {} points made, those of this shard are all in {}; once all shards are: warpshop "
                     "merge {}",
                     options.shard->number, options.shard->of, made, options.keep, options.keep));
    return;
  }
  files::KeptPoints kept(std::span(&*folder, 1));
  print_swept(output, asked, summed_up(asked, output, progress, [&] { return kept.next(); }));
}

}  // namespace

void add_sweep(CLI::App& app, study::RemoteWorkers* workers) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command =
      app.add_subcommand("sweep", "many sets of tasks, or clients, on many devices and settings, by many policies");
  command->add_option("SWEEP", options->sweep, "sweep file")->required();
  add_engine_option(*command, options->engine);
  add_search_options(*command, options->order);
  add_count_option(*command, "-j,--jobs", options->jobs, 1, 1024, "threads; the result does not depend on it");
  add_file_option(*command, "--keep", options->keep, "folder that keeps what is done; the same command goes on there");
  add_shard_option(*command, options->shard);
  add_swept_options(*command, options->swept);
  command->callback([options, workers] { run(checked(*options), workers); });
}

}  // namespace warpshop::cli
