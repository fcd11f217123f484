#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "cli/interrupt.hpp"
#include "cli/learning.hpp"
#include "cli/output.hpp"
#include "cli/serving.hpp"
#include "cli/written_files.hpp"
#include "dispatch/drift.hpp"
#include "dispatch/online_drift.hpp"
#include "dispatch/realise.hpp"
#include "kernels/kernel.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/io/service_json.hpp"
#include "sim/model/error.hpp"
#include "sim/order/policy.hpp"
#include "sim/report/service_table.hpp"

namespace warpshop::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{20};  // how often is looked whether a signal came
constexpr int kShown = 25;                      // every so many looks, how many tasks are done

struct ServeOptions {
  std::string workload;
  std::string device;  ///< profile; empty: the one stored for the GPU
  std::string policy = "neh-gpu";
  HardwareOptions hardware;
  OutputOptions output;
  std::uint64_t seed = order::Options{}.seed;
  unsigned workers = 8;
  unsigned tasks = 1000;
  unsigned lot = 16;
  unsigned buffer = 64;
  unsigned depth = 8;
  bool no_check = false;
  bool learn = false;
};

const order::Policy& policy_of(const ServeOptions& options, const Workload& workload) {
  const order::Policy& policy = order::find_policy(options.policy);
  if (policy.submission != Submission::ordered) {
    throw InputError("--policy " + policy.name + " submits without an order, expected one that orders");
  }
  order::check_fields("a proxy", workload, {Field::due, Field::after, Field::family, Field::footprint});
  for (const Task& task : workload.tasks) {
    if (task.release > Millis{0}) {
      throw InputError(workload.file, task.mark,
                       "a proxy cannot honour 'release', which task '" + task.name +
                           "' uses: tasks come when workers hand them in, expected a workload without it");
    }
  }
  return policy;
}

/// Device memory comes from a pool, and what a kernel reads beyond what is copied in may be anything: nothing to a
/// kernel that plays a duration, but to others.
void check_inputs(const Workload& workload, const Workload& realised) {
  for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
    const Task& task = workload.tasks[i];
    if (!task.kernel || !std::holds_alternative<KernelCall>(task.kernel->work)) {
      continue;
    }
    const auto& call = std::get<KernelCall>(task.kernel->work);
    const Bytes needed = kernels::find(call.name)->layout(call.elements).input;
    const auto& h2d = realised.tasks[i].h2d;
    if (!h2d || std::get<Bytes>(h2d->amount) < needed) {
      throw InputError(workload.file, task.kernel->mark,
                       fmt::format("task '{}' copies in less than its kernel reads, expected an h2d of {} B at least",
                                   task.name, needed.count));
    }
  }
}

std::vector<ServedTask> served_tasks(const gpu::Device& device, const Workload& realised, bool check) {
  std::vector<ServedTask> served;
  for (const dispatch::ConcreteTask& task : dispatch::concrete_tasks(realised, check)) {
    served.emplace_back(device, task);
  }
  return served;
}

/// The workers, each a thread; they are told to stop when a signal comes.
std::vector<WorkerReport> serve(const ServeOptions& options, const gpu::Device& device,
                                const std::vector<ServedTask>& served, dispatch::Proxy& proxy, Service& service,
                                const InterruptGuard& interruption, Progress& progress) {
  std::atomic<bool> stop = false;
  std::vector<std::future<WorkerReport>> workers;
  StartLine start(options.workers + 1);
  for (unsigned i = 0; i < options.workers; ++i) {
    const std::uint64_t share = options.tasks / options.workers + (i < options.tasks % options.workers ? 1 : 0);
    workers.push_back(std::async(std::launch::async, [&, i, share] {
      return work(proxy, device, served,
                  {.name = fmt::format("worker {}", i + 1),
                   .tasks = share,
                   .seed = options.seed + i,
                   .depth = options.depth,
                   .stop = &stop},
                  start);
    }));
  }
  start.arrive_and_wait();
  const auto begin = Clock::now();
  std::vector<WorkerReport> reports;
  int looks = 0;
  for (auto& worker : workers) {
    while (worker.wait_for(kLook) != std::future_status::ready) {
      if (progress.enabled() && ++looks % kShown == 0) {
        progress.show(fmt::format("{} of {} tasks done", proxy.statistics().done, options.tasks));
      }
      if (interruption.interrupted() && !stop) {
        stop = true;
        const auto told = Clock::now();
        proxy.stop();
        service.stopping = Clock::now() - told;
      }
    }
    reports.push_back(worker.get());
  }
  service.duration = Clock::now() - begin;
  return reports;
}

void add(const std::vector<WorkerReport>& reports, Service& service) {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    service.checked += reports[i].checked;
    service.wrong += reports[i].wrong;
    if (!reports[i].complaint.empty()) {
      service.complaints.push_back(fmt::format("worker {}: {}", i + 1, reports[i].complaint));
    }
  }
}

void print(const ServeOptions& options, const Service& service, std::ostream& out) {
  if (options.output.format == "json") {
    io::write_json(out, service);
  } else if (options.output.format == "csv") {
    report::csv(out, service);
  } else {
    report::table(out, service);
  }
}

void run(const ServeOptions& options) {
  Workload workload = io::read_workload(options.workload);
  const order::Policy& policy = policy_of(options, workload);
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.device, options.hardware, device);
  check_written_files({{"--output", options.output.output}}, {options.workload, profile.file});
  std::optional<LearntProfile> learnt;
  if (options.learn) {
    learnt.emplace(profile);
  }
  const Workload realised = dispatch::realise(workload, profile.device);
  check_inputs(workload, realised);
  Output output(options.output);
  Progress progress(options.output);
  const InterruptGuard interruption;
  progress.show("preparing: data, and what the CPU makes of them");
  const std::vector<ServedTask> served = served_tasks(device, realised, !options.no_check);
  warm_up(device, profile.device, served);
  dispatch::OnlineDrift drift(profile.device);
  Service service{.workload = workload.name,
                  .device = profile.device.name,
                  .backend = options.hardware.backend,
                  .chip = device.properties().name,
                  .policy = policy.name,
                  .asked = options.tasks};
  {
    dispatch::Proxy* learning = nullptr;
    dispatch::Proxy proxy(
        device, profile.device,
        [&](const Instance& instance) { return policy.plan(instance, {.seed = options.seed}).plan; },
        {.lot = options.lot, .buffer = options.buffer, .observe = [&](const dispatch::Observation& observation) {
           if (drift.observe(observation.stages) && options.learn) {
             learning->use(drift.learn());
           }
         }});
    learning = &proxy;
    add(serve(options, device, served, proxy, service, interruption, progress), service);
    proxy.finish();
    service.statistics = proxy.statistics();
  }
  service.drift = drift.texts();
  progress.clear();
  print(options, service, output.stream());
  output.commit();
  if (learnt && service.wrong == 0 && service.statistics.failed == 0) {
    const Device better = drift.learn();
    learnt->store(better, drift.learnt(), options.output);
  }
  interruption.check();
  if (service.wrong > 0 || service.statistics.failed > 0) {
    throw std::runtime_error("not all tasks were served well, see above");
  }
}

}  // namespace

void add_serve(CLI::App& app) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command =
      app.add_subcommand("serve", "many threads hand in tasks, one proxy orders them and runs them on the GPU");
  command->add_option("WORKLOAD", options->workload, "workload file: what the workers draw from")->required();
  add_profile_option(*command, options->device);
  add_hardware_options(*command, options->hardware);
  command->add_option("--policy", options->policy, "that orders each lot, one of: " + policy_names())
      ->type_name("NAME")
      ->capture_default_str();
  add_count_option(*command, "--workers", options->workers, 1, 1024, "threads that hand in tasks");
  add_count_option(*command, "--tasks", options->tasks, 1, 1'000'000'000, "how many, of all workers together");
  add_count_option(*command, "--lot", options->lot, 1, 4096, "most tasks that are ordered together");
  add_count_option(*command, "--buffer", options->buffer, 1, 1'000'000, "most tasks of one worker that wait");
  add_count_option(*command, "--depth", options->depth, 1, 1'000'000, "most tasks of one worker under way");
  add_seed_option(*command, options->seed);
  command->add_flag("--no-check", options->no_check, "do not compare results with those of the CPU");
  add_learn_option(*command, options->learn);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
