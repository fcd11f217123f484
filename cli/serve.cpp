#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/beside.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "cli/interrupt.hpp"
#include "cli/learning.hpp"
#include "cli/planning.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "cli/run_clients.hpp"
#include "cli/run_options.hpp"
#include "dispatch/drift/drift.hpp"
#include "dispatch/plan/realise.hpp"
#include "dispatch/serving/serving.hpp"
#include "kernels/kernel.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/needs.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/rough_time.hpp"
#include "sim/model/tasks_at_rate.hpp"
#include "sim/order/policies.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kShown = 25;  // every so many looks, how many tasks are done

struct ServeOptions {
  std::string workload;
  ProfileOptions profile;
  std::optional<std::string> policy;
  HardwareOptions hardware;
  OutputOptions output;
  std::uint64_t seed = PlanOptions{}.seed;
  unsigned workers = 8;
  unsigned tasks = 1000;
  unsigned lot = 16;
  unsigned buffer = 64;
  unsigned depth = 8;
  std::optional<double> rate;  ///< tasks a second; none: each as soon as one is over
  bool no_check = false;
  bool learn = false;
  ClientServing clients;
  BesideOptions beside;
};

constexpr const char* kOrdersLots = "neh-gpu";
constexpr std::string_view kProxy = "a proxy";

/// Whether tasks are to share the GPU as they come, rather than to be ordered lot by lot.
bool share(const ServeOptions& options) {
  return options.policy && study::named_policy(*options.policy).policy->sharing;
}

/// Throws InputError: options are given that are not of what is served so.
void check_options(const CLI::App& command, const Workload& workload, bool shared) {
  const auto refuse = [&](std::span<const char* const> others, const std::string& served) {
    for (const std::string_view option : others) {
      if (command.get_option(std::string(option))->count() > 0) {
        throw InputError(fmt::format("{} is not of {}, expected it without", option, served));
      }
    }
  };
  constexpr std::array kOfLots{"--workers", "--lot", "--buffer", "--learn", "--trace"};
  constexpr std::array kOfGoals{"--admit"};
  constexpr std::array kOfTasks{"--tasks", "--depth", "--rate"};
  constexpr std::array kOfWorkers{"--target", "--beside"};  // whose tasks are measured one by one
  constexpr std::array kOfClients{"--for", "--admit"};
  if (!workload.clients.none()) {
    const std::string served = "clients, which " + workload.file + " has";
    refuse(kOfLots, served);
    refuse(kOfTasks, served);
    refuse(kOfWorkers, served);
  } else if (!shared) {
    refuse(kOfClients, "tasks that workers draw, unless --policy shares the GPU");
  } else {
    refuse(kOfLots, "tasks that share the GPU");
    refuse(kOfWorkers, "tasks that share the GPU");
    refuse(kOfGoals, "tasks, which have no goals");
    if (command.get_option("--for")->count() > 0 && command.get_option("--tasks")->count() > 0) {
      throw InputError("--for and --tasks both say how many tasks come, expected one of them");
    }
  }
}

/// Throws InputError: what tasks say that come whenever they do.
void check_served(const Workload& workload, const std::string& server) {
  order::check_fields(server, workload, {Field::after, Field::family, Field::footprint, Field::host, Field::phases});
  if (workload.submit == Submit::one_thread) {
    throw InputError(server + " takes tasks from many threads, but " + workload.file +
                     " says submit: one_thread, expected thread_per_task");
  }
  for (const Task& task : workload.tasks) {
    if (release_of(task, task.count - 1) > Millis{0}) {
      throw InputError(workload.file, task.mark,
                       fmt::format("{} cannot honour '{}', which task '{}' uses: tasks come when {}, expected a "
                                   "workload without it",
                                   server, task.release > Millis{0} ? "release" : "period", task.name,
                                   server == kProxy ? "workers hand them in" : "--rate says"));
    }
  }
}

/// Tasks that share the GPU, and come at a rate, are clients. Throws InputError: no rate.
Workload shared_tasks(const ServeOptions& options, Workload tasks) {
  if (!options.rate) {
    throw InputError("--policy " + *options.policy +
                     " shares the GPU among tasks as they come, expected --rate, how many come a second, or a "
                     "workload of clients");
  }
  check_served(tasks, "--policy " + *options.policy);
  const Millis horizon = options.clients.horizon > Millis{0}
                             ? options.clients.horizon
                             : Millis{std::chrono::duration<double>(options.tasks / *options.rate)};
  if (*options.rate * std::chrono::duration<double>(horizon).count() > static_cast<double>(kMostRequests)) {
    throw InputError(fmt::format("--rate and --{} ask for more than {} tasks, expected at most that",
                                 options.clients.horizon > Millis{0} ? "for" : "tasks", kMostRequests));
  }
  const std::size_t most = study::named_policy(*options.policy).policy->limits.at_most;
  if (options.depth > most / tasks.tasks.size()) {
    throw InputError(
        fmt::format("--depth: {} of each of {} tasks are more than the {} that policy {} takes, expected "
                    "at most {}",
                    options.depth, tasks.tasks.size(), most, *options.policy, most / tasks.tasks.size()));
  }
  return clients_of_tasks(std::move(tasks),
                          {.rate = PerSecond{*options.rate}, .horizon = horizon, .streams = options.depth});
}

/// Clients, whose requests share the GPU.
void run_shared(const ServeOptions& options, Workload workload, std::span<const Note> played) {
  RunOptions run;
  run.workload = options.workload;
  run.profile = options.profile;
  run.plan.policy = options.policy;
  run.hardware = options.hardware;
  run.output = options.output;
  run.order.seed = options.seed;
  run.no_check = options.no_check;
  serve_clients(run, options.clients, std::move(workload), played);
}

const Policy& policy_of(const ServeOptions& options, const Workload& workload) {
  const Policy& policy =
      study::policy_without_number(options.policy.value_or(kOrdersLots), "a proxy orders every lot once");
  if (policy.submission != Submission::ordered) {
    throw InputError("--policy " + policy.name + " submits without an order, expected one that orders");
  }
  check_served(workload, std::string(kProxy));
  return policy;
}

dispatch::ServeOrders orders_of(const ServeOptions& options) {
  return {.workers = options.workers,
          .tasks = options.tasks,
          .depth = options.depth,
          .seed = options.seed,
          .rate = options.rate};
}

/// Says how far it has come, and how long it will take at this pace.
std::string progress_text(std::uint64_t ended, const ServeOptions& options, Millis so_far) {
  std::string text = fmt::format("{} of {} tasks ended", ended, options.tasks);
  if (ended > 0) {
    text +=
        fmt::format(", {} left", rough(so_far * (static_cast<double>(options.tasks) / static_cast<double>(ended) - 1)));
  }
  return text;
}

/// Serves, and says what came of it.
Service serve_all(const ServeOptions& options, const gpu::Device& device, const Device& profile,
                  const std::vector<dispatch::ServedTask>& served, const Policy& policy, Service service,
                  dispatch::OnlineDrift& drift, dispatch::ServedTraceLog* log, const InterruptGuard& interruption,
                  Progress& progress) {
  std::optional<ServingBeside> beside;
  if (options.beside.target) {
    beside.emplace(options.beside, options.output);
  }
  dispatch::Proxy* learning = nullptr;
  dispatch::Proxy proxy(
      device, profile, [&](const Instance& instance) { return policy.plan(instance, {.seed = options.seed}).plan; },
      {.batch = options.lot, .buffer = options.buffer, .observe = [&](std::span<const dispatch::ObservedStage> stages) {
         if (drift.observe(stages) && options.learn) {
           learning->use(drift.learn());
         }
       }});
  learning = &proxy;
  const auto begin = Clock::now();
  int looks = 0;
  const dispatch::Served outcome =
      dispatch::serve(proxy, device, served, orders_of(options),
                      {.stopped = [&] { return interruption.interrupted(); },
                       .progress =
                           [&](std::uint64_t ended) {
                             if (progress.enabled() && ++looks % kShown == 0) {
                               progress.show(progress_text(ended, options, Clock::now() - begin));
                             }
                           },
                       .requests = beside ? &beside->requests() : nullptr,
                       .device_has_cores = options.hardware.backend != "cuda"},
                      log);
  proxy.finish();
  if (beside) {
    service.beside = beside->end();
  }
  dispatch::add_up(outcome, served, service);
  service.statistics = proxy.statistics();
  return service;
}

/// After everything has been printed: what makes the command fail all the same.
void judge(const Service& service, const InterruptGuard& interruption) {
  interruption.check();
  if (service.wrong > 0) {
    throw std::runtime_error(fmt::format("results of {} tasks differ from those of the CPU", service.wrong));
  }
  if (service.all.done < service.asked) {
    throw std::runtime_error(fmt::format("{} of {} tasks were not done: {} failed, {} withdrawn, {} refused{}",
                                         service.asked - service.all.done, service.asked, service.all.failed,
                                         service.all.withdrawn, service.all.refused,
                                         service.complaints.empty() ? "" : "; " + service.complaints.front()));
  }
}

void run(const ServeOptions& options, const CLI::App& command) {
  std::vector<Note> played;
  Workload workload = read_to_run(options.workload, options.profile, played);
  const bool shared = share(options);
  check_options(command, workload, shared);
  check_beside(options.beside);
  if (workload.clients.none() && shared) {
    workload = shared_tasks(options, std::move(workload));
  }
  if (!workload.clients.none()) {
    run_shared(options, std::move(workload), played);
    return;
  }
  const Policy& policy = policy_of(options, workload);
  Notes notes(options.output);
  notes.show(study::due_notes(std::span(&workload, 1)));
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.profile, options.hardware, device);
  Output output(options.output, {options.workload, profile.file});
  std::ostream* const trace = output.file("--trace");
  std::optional<LearntProfile> learnt;
  if (options.learn) {
    learnt.emplace(profile);
  }
  notes.show(played);
  notes.show(study::copy_notes(workload, std::span(&profile.device, 1)));
  const Workload realised = dispatch::realise(workload, profile.device);
  dispatch::check_inputs(workload, realised);
  const Workload drawn = dispatch::each_repeated(realised, 2);  // workers may have any task under way several times
  check_needs(drawn, profile.device);
  notes.show(profile_notes(drawn, profile));
  Progress progress(options.output);
  note(options.output, fmt::format("serving {} tasks takes {}, by the profile{}", options.tasks,
                                   rough(dispatch::least_duration(orders_of(options), realised, profile.device)),
                                   options.no_check ? "" : "; before that the CPU computes what results must be"));
  progress.show("preparing: data, and what the CPU makes of them");
  const std::vector<dispatch::ServedTask> served = dispatch::served_tasks(device, realised, !options.no_check);
  dispatch::warm_up(device, profile.device, served);
  const InterruptText through("what is on its way is seen through; again to end at once");
  const InterruptGuard interruption(Patience::endless);  // until here there is nothing to see through
  dispatch::OnlineDrift drift(profile.device);
  std::optional<dispatch::ServedTraceLog> log;
  if (trace != nullptr) {
    log.emplace();
  }
  Service service = serve_all(options, device, profile.device, served, policy,
                              {.workload = workload.name,
                               .device = profile.device.name,
                               .basis = {.assumed = assumed_values(drawn, std::span(&profile.device, 1)),
                                         .set = options.profile.changes(),
                                         .assumed_as = assumed_groups(std::span(&profile.device, 1))},
                               .backend = options.hardware.backend,
                               .chip = device.properties().name,
                               .policy = policy.name,
                               .asked = options.tasks,
                               .rate = options.rate,
                               .origin = origin_of(workload.file, {.seed = options.seed})},
                              drift, log ? &*log : nullptr, interruption, progress);
  service.drift = drift.texts();
  progress.clear();
  print(output, service);
  if (trace != nullptr) {
    const ServiceTrace served_trace = log->take();
    if (!served_trace.complete) {
      note(options.output, fmt::format("the trace holds the first {} tasks", dispatch::ServedTraceLog::kMost));
    }
    io::write_chrome_trace(*trace, report::drawn(service, served_trace));
  }
  output.commit();
  if (learnt) {
    const Device better = drift.learn();
    if (service.wrong == 0 && service.all.failed == 0) {
      learnt->store(better, options.output);
    } else {
      learnt->leave(better, "tasks failed, or their results were wrong", options.output);
    }
  }
  judge(service, interruption);
}

}  // namespace

void add_serve(CLI::App& app) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command = app.add_subcommand(
      "serve", "many threads hand in tasks, or requests of clients, and they run on the GPU as they come");
  command
      ->add_option("WORKLOAD", options->workload,
                   "workload file, - is standard input: what the workers draw from, or the clients")
      ->required();
  add_profile_options(*command, options->profile);
  add_hardware_options(*command, options->hardware);
  trimmed(command->add_option("--policy", options->policy,
                              "that orders each lot, one of: " + policy_names() + " [" + kOrdersLots +
                                  "]; or one that shares the GPU, such as flexsched or edf, among clients, or among "
                                  "tasks that come at a --rate"))
      ->type_name("NAME");
  add_count_option(*command, "--workers", options->workers, 1, 1024, "threads that hand in tasks");
  add_count_option(*command, "--tasks", options->tasks, 1, 1'000'000'000, "how many, of all workers together");
  add_count_option(*command, "--lot", options->lot, 1, 4096, "most tasks that are ordered together");
  add_count_option(*command, "--buffer", options->buffer, 1, 1'000'000, "most tasks of one worker that wait");
  add_count_option(*command, "--depth", options->depth, 1, 1'000'000,
                   "most tasks under way of one worker, or of one name where they share");
  add_seed_option(*command, options->seed);
  command
      ->add_option(
          "--rate", options->rate,
          "so many tasks come a second, like 200/s, at random (Poisson), however many are under way; without it "
          "each comes as soon as one of its worker's is over")
      ->type_name("N/s")
      ->transform([](const std::string& text) { return text.ends_with("/s") ? text.substr(0, text.size() - 2) : text; })
      ->check(check_number)
      ->check(CLI::Range(1e-3, 1e9));
  add_trace_option(*command, options->output, "what was served");
  command->add_flag("--no-check", options->no_check, "do not compare results with those of the CPU");
  add_learn_option(*command, options->learn);
  trimmed(command->add_option_function<std::string>(
              "--for",
              [options](const std::string& text) {
                const std::optional<Millis> time = parse_duration(text);
                if (!time || *time <= Millis{0}) {
                  throw InputError("--for: '" + text +
                                   "' is no duration above 0 and up to 1e12 s, expected one such as 60s or 500 ms");
                }
                options->clients.horizon = *time;
              },
              "of clients, and of tasks that share: how long they come, such as 60s; without it until the workload's "
              "horizon, or for as long as --tasks take to come"))
      ->type_name("TIME");
  add_admit_option(*command, options->clients.admits);
  add_beside_options(*command, options->beside);
  add_output_options(*command, options->output);
  command->callback([options, command] { run(*options, *command); });
}

}  // namespace warpshop::cli
