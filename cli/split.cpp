#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "cli/split_options.hpp"
#include "cli/whole_number.hpp"
#include "dispatch/split/split_machine.hpp"
#include "kernels/kernel.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

std::string split_policy_names() {
  std::string names;
  for (const split::SplitPolicy& policy : split::split_policies()) {
    names += (names.empty() ? "" : ", ") + std::string(policy.name);
  }
  return names;
}

/// Each once, in the order of the registry.
std::vector<const split::SplitPolicy*> chosen_policies(const std::vector<std::string>& names) {
  const auto is_named = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : names) {
    if (name != "all" && split::find_split_policy(name) == nullptr) {
      throw InputError(fmt::format("'{}' is no policy of split, expected of {}, all", name, split_policy_names()));
    }
  }
  std::vector<const split::SplitPolicy*> chosen;
  for (const split::SplitPolicy& policy : split::split_policies()) {
    if (names.empty() || is_named("all") || is_named(policy.name)) {
      chosen.push_back(&policy);
    }
  }
  return chosen;
}

/// What the machine does, beside what is predicted of it. The CPU's rate is measured first, unless it is given.
void measure_on_device(const SplitOptions& options, const gpu::Device& device, const Device& profile,
                       std::span<const split::SplitPolicy* const> policies, split::SplitProblem& problem,
                       SplitComparison& comparison) {
  const kernels::Kernel& kernel = *kernels::find(options.kernel);
  Progress progress(options.output);
  progress.show("preparing");
  dispatch::SplitMachine machine(device, kernel, problem.iterations, options.cpu_threads, options.seed);
  machine.step({.cpu = 0, .gpu = problem.iterations});  // the first launch loads the code
  if (options.cpu_rate.empty()) {
    const dispatch::MeasuredCpu cpu = dispatch::measured_cpu(machine, kernel, problem.iterations, options.cpu_threads);
    comparison.cpu_rate = cpu.per_thread;
    comparison.cpu_rate_from = CpuRateFrom::measured;
    comparison.cpu_overhead = cpu.overhead;
    problem.cpu = {.per_thread = {cpu.per_thread.value / static_cast<double>(comparison.iteration)},
                   .threads = static_cast<int>(options.cpu_threads),
                   .overhead = cpu.overhead};
  } else {
    set_cpu(options, &profile, problem, comparison);
  }
  split::predict(problem, policies, comparison);
  progress.show("running");
  const split::Machine step = [&](const SplitParts& parts) { return machine.step(parts); };
  split::measure(problem, step, options.repeat, comparison);
  if (!options.no_check) {
    progress.show("checking results");
    machine.check(true);
    for (const split::SplitPolicy* policy : policies) {
      split::run(*policy, problem.iterations, problem.settings, step);
    }
    comparison.correct = machine.correct();
  }
}

void run(const SplitOptions& options) {
  const std::vector<const split::SplitPolicy*> policies = chosen_policies(options.policies);
  const bool runs = !options.hardware.backend.empty();
  if (!options.gpu_rate.empty() && (runs || !options.profile.device.empty() || !options.profile.set.empty())) {
    throw InputError("--gpu-rate says how fast the GPU is, expected no --device, --set or --backend beside it");
  }
  if (options.gpu_rate.empty() && options.profile.device.empty() && !runs) {
    throw InputError("nothing says how fast the GPU is, expected --device, --gpu-rate, or --backend to run on one");
  }
  SplitComparison comparison{.kernel = options.kernel,
                             .elements = static_cast<std::int64_t>(options.elements),
                             .iteration = iteration_of(options),
                             .backend = options.hardware.backend,
                             .cpu_threads = options.cpu_threads,
                             .noise = options.noise / 100,
                             .basis = {.set = options.profile.set},
                             .origin = {.seed = options.seed, .version = version()}};
  split::SplitProblem problem{
      .iterations = comparison.elements / comparison.iteration,
      .noise = {.deviation = comparison.noise, .seed = options.seed},
      .settings = {.static_share = options.static_share / 100, .start_part = options.start_part}};
  std::optional<gpu::Device> device;
  std::optional<Device> profile;
  std::vector<std::filesystem::path> read;
  if (runs) {
    device.emplace(open_device(options.hardware));
    const ChosenProfile chosen = choose_profile(options.profile, options.hardware, *device);
    profile = chosen.device;
    read.push_back(chosen.file);
    comparison.chip = device->properties().name;
  } else if (options.gpu_rate.empty()) {
    profile = files::find_device(options.profile.device, parse_settings(options.profile.set));
    read = device_files(options.profile.device);
  }
  set_gpu(options, profile ? &*profile : nullptr, problem, comparison);
  Output output(options.output, read);
  if (runs) {
    measure_on_device(options, *device, *profile, policies, problem, comparison);
  } else {
    set_cpu(options, profile ? &*profile : nullptr, problem, comparison);
    split::predict(problem, policies, comparison);
  }
  print(output, comparison);
  output.commit();
  if (comparison.correct == false) {
    throw std::runtime_error("results of the GPU differ from those of the CPU");
  }
}

}  // namespace

void add_split(CLI::App& app) {
  auto options = std::make_shared<SplitOptions>();
  CLI::App* command = app.add_subcommand("split", "one data-parallel kernel over CPU and GPU: who gets how much");
  command->add_option("KERNEL", options->kernel, "a kernel of warpshop, or with --gpu-rate any name")->required();
  constexpr std::uint64_t kMostElements = 1'000'000'000'000;
  command->add_option("--elements", options->elements, "of the whole job")
      ->transform(CLI::Validator([](std::string& text) { return check_whole_number(text, 1, kMostElements); }, ""))
      ->type_name("COUNT")
      ->required();
  command
      ->add_option("--device", options->profile.device,
                   "profile that says how long the GPU takes: a name that `warpshop devices` lists, or a file; with "
                   "--backend the one that calibrate stored if none is named")
      ->type_name("NAME|FILE");
  add_set_option(*command, options->profile.set);
  add_list_option(*command, "--policy", options->policies, split_policy_names() + "; all of them by default");
  add_count_option(*command, "--cpu-threads", options->cpu_threads, 1, 1024,
                   "of the CPU; where nothing runs, so many do as many times as much as one");
  command
      ->add_option("--cpu-rate", options->cpu_rate,
                   "elements a second of one thread; if it is not given it is measured with --backend, else assumed")
      ->type_name("RATE");
  command
      ->add_option(
          "--cpu-overhead", options->cpu_overhead,
          "time that the CPU's part of a step takes beside them: to start threads and wait for them; 50 us are assumed")
      ->type_name("TIME");
  CLI::Option* gpu_rate = command
                              ->add_option("--gpu-rate", options->gpu_rate,
                                           "instead of --device: elements a second of the GPU, copies with it")
                              ->type_name("RATE");
  CLI::Option* gpu_overhead = command
                                  ->add_option("--gpu-overhead", options->gpu_overhead,
                                               "with --gpu-rate: time that each step takes beside them")
                                  ->type_name("TIME")
                                  ->capture_default_str();
  gpu_overhead->needs(gpu_rate);
  in_percent(command->add_option("--noise", options->noise, "deviation of the times that are predicted"))
      ->capture_default_str();
  in_percent(command->add_option("--static-share", options->static_share, "of policy static: part of the GPU"))
      ->capture_default_str();
  add_count_option(*command, "--start", options->start_part, 1, 1'000'000,
                   "the first step is one of so many parts of the job");
  add_hardware_options(*command, options->hardware);
  add_count_option(*command, "--repeat", options->repeat, 1, 1000, "with --backend: how often each policy runs");
  command->add_flag("--no-check", options->no_check, "do not compare results of the GPU with those of the CPU");
  add_seed_option(*command, options->seed);
  add_output_options(*command, options->output);
  command->callback([options, command] {
    if (options->kernel.empty()) {
      throw InputError("KERNEL: '', expected a name");
    }
    const bool real = command->count("--backend") > 0;
    for (const char* option : {"--repeat", "--no-check", "--gpu"}) {
      if (!real && command->count(option) > 0) {
        throw InputError(std::string(option) + ": is of runs, expected --backend beside it");
      }
    }
    if (real && command->count("--noise") > 0) {
      throw InputError("--noise: is of predictions alone, expected it without --backend");
    }
    if (options->static_share > 100) {
      throw InputError("--static-share: more than all, expected 0 to 100 %");
    }
    run(*options);
  });
}

}  // namespace warpshop::cli
