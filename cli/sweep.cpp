#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/print.hpp"
#include "cli/profile_settings.hpp"
#include "cli/result_origin.hpp"
#include "cli/written_files.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/files/output_file.hpp"
#include "sim/io/sweep/read_sweep.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/task_sets.hpp"
#include "sim/report/sweep_table.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/sweep/run_sweep.hpp"

namespace warpshop::cli {
namespace {

struct SweepOptions {
  std::string sweep;
  std::string rows;
  std::string engine{study::kExactEngine};
  PlanOptions order;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  OutputOptions output;
};

/// What the sets are made of.
struct SweptTasks {
  std::vector<Workload> workloads;  ///< the population alone, or each set
  std::optional<TaskSets> sets;     ///< of the population

  std::uint64_t count() const { return sets ? sets->count() : workloads.size(); }
  std::size_t most_tasks() const {
    std::size_t most = sets ? sets->size() : 1;
    for (const Workload& workload : workloads) {
      most = sets ? most : std::max(most, workload.size());
    }
    return most;
  }
};

/// Calls it; what it throws of an input is said to be at a place of the sweep file.
template <class Function>
auto at_place(const SweepSpec& spec, Mark mark, const Function& function) {
  try {
    return function();
  } catch (const InputError& error) {
    throw InputError(spec.file, mark, error.what());
  }
}

SweptTasks swept_tasks(const SweepSpec& spec) {
  SweptTasks tasks;
  if (const auto* folder = std::get_if<FolderSets>(&spec.sets)) {
    const std::string path = folder->folder.string();
    for (const auto& file :
         at_place(spec, spec.sets_mark, [&] { return files::find_workload_files(std::vector<std::string>{path}); })) {
      tasks.workloads.push_back(io::read_workload(file));
    }
    return tasks;
  }
  const auto* file = std::get_if<std::filesystem::path>(&spec.tasks);
  tasks.workloads.push_back(file != nullptr ? io::read_workload(*file)
                                            : generated(std::get<TaskGenerator>(spec.tasks)));
  Workload& population = tasks.workloads.front();
  population.file = population.file.empty() ? spec.file : population.file;
  if (const auto used = first_use(population, {Field::after})) {
    throw InputError(population.file, used->task->mark,
                     "task '" + used->task->name + "' uses 'after', expected tasks that may be drawn without others");
  }
  tasks.sets = at_place(spec, spec.sets_mark, [&] {
    if (const auto* combinations = std::get_if<CombinationSets>(&spec.sets)) {
      return TaskSets::combinations(population.size(), combinations->of);
    }
    const auto& random = std::get<RandomSets>(spec.sets);
    return TaskSets::random(population.size(), random.of, random.count, random.seed);
  });
  return tasks;
}

/// Every task once, as many at a time as a set has: what a policy has to take.
std::vector<Workload> samples_of(const SweptTasks& tasks) {
  if (!tasks.sets) {
    return tasks.workloads;
  }
  const Workload& population = tasks.workloads.front();
  std::vector<Workload> samples;
  Workload sample{.name = population.name, .file = population.file, .tasks = {}};
  for (std::size_t i = 0; i < population.tasks.size() || sample.tasks.size() < tasks.sets->size(); ++i) {
    Task task = population.tasks[i % population.tasks.size()];
    task.count = 1;
    sample.tasks.push_back(std::move(task));
    if (sample.tasks.size() == tasks.sets->size()) {
      samples.push_back(std::move(sample));
      sample = {.name = population.name, .file = population.file, .tasks = {}};
      if (i + 1 >= population.tasks.size()) {
        break;
      }
    }
  }
  return samples;
}

Workload in_memory(Workload workload, Memory memory) {
  for (Task& task : workload.tasks) {
    for (std::optional<CopySpec>* copy : {&task.h2d, &task.d2h}) {
      if (*copy) {
        (*copy)->memory = memory;
      }
    }
  }
  return workload;
}

/// A cell as the file asks for it.
struct AskedCell {
  std::vector<std::size_t> values;
  files::DeviceList devices;
  std::vector<ProfileSetting> settings;
  std::optional<Memory> memory;
  Objective objective = Objective::makespan;
};

AskedCell asked_cell(const SweepSpec& spec, std::vector<std::size_t> values) {
  AskedCell cell;
  std::string device;
  std::string gpus;
  double link = 1;
  std::vector<std::string> set;
  Mark mark = spec.axis_marks.front();
  for (std::size_t axis = 0; axis < spec.axes.size(); ++axis) {
    const std::string& name = spec.axes[axis].name;
    const std::string& value = spec.axes[axis].values[values[axis]];
    if (name == kDeviceAxis) {
      device = value;
    } else if (name == kGpusAxis) {
      gpus = ":" + value;
    } else if (name == kLinkAxis) {
      link = *to_double(*parse_quantity(value));
    } else if (name == kMemoryAxis) {
      cell.memory = value == warpshop::name(Memory::pinned) ? Memory::pinned : Memory::pageable;
    } else if (name == kObjectiveAxis) {
      cell.objective =
          value == warpshop::name(Objective::makespan) ? Objective::makespan : Objective::weighted_completion;
    } else {
      set.push_back(fmt::format("{}={}", name, value));
      mark = spec.axis_marks[axis];
    }
  }
  cell.devices = at_place(spec, mark, [&] {
    const std::filesystem::path beside = std::filesystem::path(spec.file).parent_path() / device;
    const bool is_path = device.find('/') != std::string::npos || device.ends_with(".yaml") || device.ends_with(".yml");
    cell.settings = parse_settings(set);
    return files::find_devices((is_path ? beside.string() : device) + gpus, cell.settings);
  });
  for (Device& each : cell.devices.devices) {
    each = with_link(std::move(each), link);
  }
  cell.values = std::move(values);
  return cell;
}

/// The whole grid, the last axis running fastest.
std::vector<AskedCell> asked_cells(const SweepSpec& spec) {
  constexpr std::size_t kMostCells = 100'000;
  std::size_t count = 1;
  for (const SweepAxis& axis : spec.axes) {
    count *= axis.values.size();
    if (count > kMostCells) {
      throw InputError(spec.file, spec.axis_marks.front(),
                       fmt::format("a grid of more than {} cells, expected fewer values", kMostCells));
    }
  }
  std::vector<AskedCell> cells;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::size_t> values(spec.axes.size());
    std::size_t rest = i;
    for (std::size_t axis = spec.axes.size(); axis-- > 0; rest /= spec.axes[axis].values.size()) {
      values[axis] = rest % spec.axes[axis].values.size();
    }
    cells.push_back(asked_cell(spec, std::move(values)));
  }
  return cells;
}

study::GridCell grid_cell(const AskedCell& asked, const SweptTasks& tasks,
                          const std::vector<study::NamedPolicy>& policies, Basis& basis, bool& sharing) {
  const std::vector<Device>& devices = asked.devices.devices;
  auto fleets = std::make_shared<std::vector<Fleet>>();
  std::vector<const Policy*> chosen;
  std::transform(policies.begin(), policies.end(), std::back_inserter(chosen),
                 [](const study::NamedPolicy& named) { return &named.policy; });
  for (const Workload& workload : tasks.workloads) {
    const Workload own = asked.memory ? in_memory(workload, *asked.memory) : workload;
    study::Problem problem = study::make_problem(own, devices);
    if (study::may_share(chosen, own, devices)) {
      study::prepare_sharing(problem, devices);
      sharing = true;
    }
    for (const std::string& path : problem.basis.assumed) {
      if (std::find(basis.assumed.begin(), basis.assumed.end(), path) == basis.assumed.end()) {
        basis.assumed.push_back(path);
      }
    }
    fleets->push_back(std::move(problem.fleet));
  }
  return {.values = asked.values,
          .device = asked.devices.name,
          .objective = asked.objective,
          .fleet = [fleets, sets = tasks.sets](std::uint64_t set) {
            return sets ? study::picked(fleets->front(), sets->set(set)) : (*fleets)[set];
          }};
}

/// `12 % of 10626 points, 3456 a second, 2 s left`.
std::string progress_text(std::uint64_t done, std::uint64_t all, std::chrono::steady_clock::duration passed) {
  const double seconds = std::chrono::duration<double>(passed).count();
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  const double left = rate > 0 ? static_cast<double>(all - done) / rate : 0;
  return fmt::format("{:.0f} % of {} points, {:.0f} a second, {:.0f} s left",
                     static_cast<double>(done) / static_cast<double>(all) * 100, all, rate, left);
}

void run(const SweepOptions& options) {
  const SweepSpec spec = io::read_sweep(options.sweep);
  check_written_files({{"--output", options.output.output}, {"--rows", options.rows}}, {options.sweep});
  Progress progress(options.output);
  progress.show("reading " + options.sweep);
  const SweptTasks tasks = swept_tasks(spec);
  const std::vector<AskedCell> cells = asked_cells(spec);
  study::SweepSettings settings{.engine = engine(options.engine), .policies = {}, .options = options.order};
  if (options.engine == study::kExactEngine) {
    settings.engine.all = std::span(&settings.engine.asked, 1);  // SimGrid's simulation is one for the whole process
  }
  for (const std::string& text : spec.policies) {
    settings.policies.push_back(at_place(spec, spec.policies_mark, [&] {
      study::NamedPolicy named = study::named_policy(text);
      if (named.orders) {
        throw InputError("a number of orders of " + text + ", expected random: every set is one draw");
      }
      return named;
    }));
  }
  std::set<std::string> told;
  for (const Workload& sample : samples_of(tasks)) {
    for (const AskedCell& cell : cells) {
      progress.clear();
      tell_half_settings(options.output, sample, cell.devices.devices, cell.settings, told);
      study::choose_policies(spec.policies, sample, cell.objective, cell.devices.devices);
    }
  }
  Sweep head{.name = spec.name, .axes = spec.axes};
  head.policies = spec.policies;
  study::Grid grid{.name = spec.name, .axes = spec.axes, .sets = tasks.count(), .most_tasks = tasks.most_tasks()};
  for (const AskedCell& cell : cells) {
    grid.cells.push_back(grid_cell(cell, tasks, settings.policies, head.basis, settings.sharing));
  }
  head.origin = origin_of(options.sweep, options.order);
  Output output(options.output);
  std::optional<files::OutputFile> rows;
  if (!options.rows.empty()) {
    rows.emplace(options.rows);
    rows->stream() << report::sweep_row_columns(head);
  }
  const auto start = std::chrono::steady_clock::now();
  auto shown = start;
  const study::SweepListener listener{
      .points =
          [&](const study::GridCell& cell, std::span<const SweepPoint> points) {
            if (rows) {
              report::write_sweep_rows(rows->stream(), head, {.values = cell.values}, points);
            }
          },
      .progress =
          [&](std::uint64_t done) {
            const auto now = std::chrono::steady_clock::now();
            if (now - shown > std::chrono::milliseconds(100)) {
              shown = now;
              progress.show(progress_text(done, grid.sets * grid.cells.size(), now - start));
            }
          }};
  const unsigned jobs = options.engine == study::kExactEngine ? options.jobs : 1;
  Sweep sweep = study::run_sweep(grid, settings, jobs, listener);
  sweep.basis = head.basis;
  sweep.origin = head.origin;
  progress.clear();
  print(output, sweep);
  output.commit();
  if (rows) {
    rows->commit();
  }
}

}  // namespace

void add_sweep(CLI::App& app) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command = app.add_subcommand("sweep", "many sets of tasks, on many devices and settings, by many policies");
  command->add_option("SWEEP", options->sweep, "sweep file")->required();
  add_file_option(*command, "--rows", options->rows, "write every single result as CSV");
  std::vector<std::string> names;
  for (const study::Engine& each : engines()) {
    names.emplace_back(each.name);
  }
  command->add_option("--engine", options->engine, "what says how long a plan takes; simgrid uses one thread")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  add_search_options(*command, options->order);
  add_count_option(*command, "-j,--jobs", options->jobs, 1, 1024, "threads; the result does not depend on it");
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
