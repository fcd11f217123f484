#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/points_progress.hpp"
#include "cli/print.hpp"
#include "cli/profile_settings.hpp"
#include "cli/result_origin.hpp"
#include "cli/shard_option.hpp"
#include "cli/slow_note.hpp"
#include "cli/swept.hpp"
#include "cli/written_files.hpp"
#include "sim/files/sweep_folder.hpp"
#include "sim/model/error.hpp"
#include "sim/study/grid/sweep_input.hpp"
#include "sim/study/sweep/make_points.hpp"

namespace warpshop::cli {
namespace {

struct SweepOptions {
  std::string sweep;
  std::string engine{study::kExactEngine};
  PlanOptions order;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string keep;            ///< folder; empty: nothing is kept
  std::optional<Shard> shard;  ///< nothing: all of it
  SweptOptions swept;
};

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
  study::make_points(
      input.grid, input.settings, left, options.jobs,
      [&](std::span<const SweepPoint> points) {
        writer.add(points);
        shown.done(points.size());
        if (guard.interrupted()) {
          writer.flush();
          progress.clear();
          note(options.swept.output,
               fmt::format("what is done is kept in {}: the same command goes on there", options.keep));
          guard.check();
        }
      },
      workers);
  writer.flush();
  progress.clear();
  return count_of(left);
}

void run(SweepOptions options, study::RemoteWorkers* workers) {
  if (!options.shard && !options.keep.empty()) {
    options.shard = shard_of_slurm();
  }
  if (!options.shard && options.keep.empty() && is_in_slurm_array()) {
    note(options.swept.output,
         "this task of an array of Slurm makes the whole sweep: expected --keep FOLDER, so that each makes its part");
  }
  if (options.shard && options.keep.empty()) {
    throw InputError("--shard without --keep, expected the folder that all shards are kept in");
  }
  if (options.shard && !(options.swept.rows.empty() && options.swept.output.output.empty() && !options.swept.report)) {
    throw InputError(
        "--shard with --output, --rows or --report, expected these of warpshop merge, once all shards are there");
  }
  Progress progress(options.swept.output);
  progress.show("reading " + options.sweep);
  std::set<std::string> told;
  const study::SweepInput input = study::read_sweep_input(
      origin_of(options.sweep, options.order), engine_of_many(options.engine), options.order,
      [&](const Workload& workload, const std::vector<Device>& devices, const std::vector<ProfileSetting>& settings) {
        progress.clear();
        tell_half_settings(options.swept.output, workload, devices, settings, told);
      });
  progress.clear();
  std::vector<std::filesystem::path> read = input.files;
  if (!options.keep.empty()) {
    read.push_back(std::filesystem::path(options.keep) / files::kManifestName);
  }
  check_written_files({{"--output", options.swept.output.output},
                       {"--rows", options.swept.rows},
                       {"--report", options.swept.report.file}},
                      read);
  if (workers != nullptr && workers->is_one()) {
    workers->work([&](PointRange range) { return study::points_of(input.grid, input.settings, range); });
    return;
  }
  for (const std::string& text : input.notes) {
    note(options.swept.output, text);
  }
  note_slow(options.swept.output, input.manifest.head.name, input.settings.policies,
            input.grid.cells.front().fleet(0).tasks(), input.grid.cells.front().objective);
  if (options.keep.empty()) {
    print_swept(options.swept, input.manifest, [&](const auto& take) {
      PointsProgress shown(progress, input.grid.points());
      study::make_points(
          input.grid, input.settings, std::vector{PointRange{0, input.grid.points()}}, options.jobs,
          [&](std::span<const SweepPoint> points) {
            take(points);
            shown.done(points.size());
          },
          workers);
      progress.clear();
    });
    return;
  }
  const files::SweepFolder folder(options.keep, input.manifest);
  const std::uint64_t made = keep_points(options, input, folder, progress, workers);
  if (options.shard) {
    note(options.swept.output,
         fmt::format("shard {}/{}: {} points made, those of this shard are all in {}; once all shards are: warpshop "
                     "merge {}",
                     options.shard->number, options.shard->of, made, options.keep, options.keep));
    return;
  }
  print_swept(options.swept, folder.manifest(),
              [&](const auto& take) { files::read_points(std::span(&folder, 1), take); });
}

}  // namespace

void add_sweep(CLI::App& app, study::RemoteWorkers* workers) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command = app.add_subcommand("sweep", "many sets of tasks, on many devices and settings, by many policies");
  command->add_option("SWEEP", options->sweep, "sweep file")->required();
  std::vector<std::string> names;
  for (const study::Engine& each : engines()) {
    names.emplace_back(each.name);
  }
  command->add_option("--engine", options->engine, "what says how long a plan takes")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  add_search_options(*command, options->order);
  add_count_option(*command, "-j,--jobs", options->jobs, 1, 1024, "threads; the result does not depend on it");
  add_file_option(*command, "--keep", options->keep, "folder that keeps what is done; the same command goes on there");
  add_shard_option(*command, options->shard);
  add_swept_options(*command, options->swept);
  command->callback([options, workers] { run(*options, workers); });
}

}  // namespace warpshop::cli
