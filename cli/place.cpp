#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/compare_clients.hpp"
#include "cli/compare_options.hpp"
#include "cli/planning.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"
#include "sim/report/html/placing_chapter.hpp"
#include "sim/study/placing/batch_jobs.hpp"
#include "sim/study/placing/fixed_sharing.hpp"
#include "sim/study/placing/place_jobs.hpp"

namespace warpshop::cli {
namespace {

struct PlaceOptions {
  std::vector<std::string> workloads;
  std::string device;
  std::vector<std::string> set;
  std::string within;
  unsigned at_most = 2;
  unsigned moves = static_cast<unsigned>(place::kSearchMoves);
  unsigned ahead = 0;          ///< nothing given
  bool of_jobs_alone = false;  ///< whether an option was given that clients do not have
  study::PlacingSettings settings;
  OutputOptions output;
};

std::optional<Millis> within_of(const std::string& text) {
  if (text.empty()) {
    return std::nullopt;
  }
  const std::optional<Millis> time = parse_duration(text);
  if (!time || !(*time > Millis{0})) {
    throw InputError("--within: '" + text + "' is no time, expected one above 0, such as 2 s");
  }
  return time;
}

/// As `compare` deals clients to GPUs, under the one way of sharing.
void place_clients(const PlaceOptions& options, const CompareInput& input, const Workload& workload, Output& output) {
  if (options.of_jobs_alone) {
    throw InputError(
        workload.file, workload.clients.all.front().mark,
        "--within, --policy, --at-most, --moves and --ahead are of jobs, and this workload has clients, whose goals "
        "count, expected it without");
  }
  study::way_of_sharing(options.settings.sharing);  // which is asked for
  CompareOptions compared;
  compared.policies = {options.settings.sharing};
  compared.planning.order.seed = options.settings.seed;
  compared.output = options.output;
  Notes notes(options.output);
  Progress progress(options.output);
  compare_clients(compared, input, workload, output, notes, progress);
}

void run(PlaceOptions options) {
  options.settings.at_most = options.at_most;
  options.settings.moves = options.moves;
  options.settings.ahead = options.ahead > 0 ? std::optional<std::size_t>(options.ahead) : std::nullopt;
  options.settings.within = within_of(options.within);
  CompareInput input{.devices = {find_set_devices(options.device, options.set)},
                     .files = files::find_workload_files(options.workloads),
                     .read = {}};
  input.read = input.files;
  const auto profiles = device_files(options.device);
  input.read.insert(input.read.end(), profiles.begin(), profiles.end());
  std::vector<Workload> workloads;
  for (const auto& file : input.files) {
    workloads.push_back(io::read_workload(file));
  }
  const bool of_clients = workloads.size() == 1 && !workloads.front().clients.none();
  const Workload workload = of_clients ? std::move(workloads.front()) : study::joined_workloads(std::move(workloads));
  std::optional<Placing> placing;
  Output output(options.output, input.read);
  if (!of_clients) {
    Progress progress(options.output);
    options.settings.progress = [&](const std::string& text) { progress.show(workload.name + ": " + text); };
    placing = study::place_jobs(workload, input.devices.front(), options.settings);
    Budget budget;
    if (options.settings.moves != place::kSearchMoves) {
      budget.evaluations = static_cast<std::int64_t>(options.settings.moves);
    }
    placing->origin = origin_of(workload.file, {.seed = options.settings.seed, .budget = budget});
    progress.clear();
    Notes(options.output).show(placing->notes);
  }
  if (placing) {
    print(output, *placing);
    if (output.report().asked()) {
      output.report().add(report::html::chapter(*placing));
    }
  } else {
    place_clients(options, input, workload, output);
  }
  for (const auto& file : input.files) {
    output.report().made_from(file);
  }
  output.report().made_from(input.devices.front().devices);
  output.commit();
  if (placing && !placing->kept) {
    throw std::runtime_error("no placement was found that ends within --within");
  }
}

}  // namespace

void add_place(CLI::App& app) {
  constexpr std::uint64_t kMostMoves = 10'000'000;
  auto options = std::make_shared<PlaceOptions>();
  CLI::App* command = app.add_subcommand("place", "which jobs share which GPU, and how many GPUs they need");
  command
      ->add_option("JOBS", options->workloads,
                   "workload files whose tasks, or `job`s, are placed; or one whose clients are dealt to the fewest "
                   "GPUs that keep their goals; - is standard input")
      ->required();
  add_device_option(*command, options->device);
  add_count_option(*command, "--at-most", options->at_most, 1, study::kMostBeside, "jobs on a GPU");
  command
      ->add_option("--sharing", options->settings.sharing,
                   "how jobs share a GPU: leftover, mps, mig or timeslice, with options as of compare; all tries each")
      ->type_name("WAY");
  add_list_option(*command, "--policy", options->settings.policies,
                  "how jobs are placed; all if none is named: search, least-pair, interference-least, interference, "
                  "memory-with-compute, first-fit, round-robin, random, serial");
  command->add_option("--within", options->within, "take the fewest GPUs on which all jobs end by then: 2 s")
      ->type_name("TIME");
  add_count_option(*command, "--moves", options->moves, 0, kMostMoves, "that search tries");
  add_count_option(*command, "--ahead", options->ahead, 1, study::kMostPlaced,
                   "jobs that wait of which a round asks how much they would slow others down; all where at most 141 "
                   "kinds differ, else 20000 / kinds")
      ->default_str("");
  add_count_option(*command, "-j,--jobs", options->settings.threads, 1, 1024,
                   "threads; the result does not depend on it");
  add_seed_option(*command, options->settings.seed);
  add_report_option(*command, options->output);
  add_set_option(*command, options->set);
  add_output_options(*command, options->output);
  command->callback([options, command] {
    for (const char* option : {"--within", "--policy", "--at-most", "--moves", "--ahead"}) {
      options->of_jobs_alone = options->of_jobs_alone || command->count(option) > 0;
    }
    run(*options);
  });
}

}  // namespace warpshop::cli
