#include "sim/study/placing/placed_one_way.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "sim/model/context_switch.hpp"
#include "sim/model/error.hpp"
#include "sim/place/place_policies.hpp"
#include "sim/place/placing_bound.hpp"
#include "sim/share/mig.hpp"
#include "sim/study/assumed_cost_range.hpp"
#include "sim/study/assumed_use.hpp"
#include "sim/study/in_parallel.hpp"
#include "sim/study/placing/batch_jobs.hpp"
#include "sim/study/placing/co_run_speeds.hpp"
#include "sim/study/placing/fixed_sharing.hpp"
#include "sim/study/placing/placed_batch.hpp"
#include "sim/study/placing/placing_models.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

class JobPlacer {
 public:
  JobPlacer(const Workload& workload, const SetDevices& devices, const PlacingSettings& settings)
      : workload_(workload),
        devices_(devices),
        settings_(settings),
        jobs_(batch_jobs(workload)),
        models_(models_of(devices)) {
    const NamedPolicy way = way_of_sharing(settings.sharing);
    const bool families = way.policy->name != "leftover";
    kinds_ = job_kinds(workload, jobs_, models_.devices, settings.at_most, false);
    if (const std::size_t different = kinds_.workload.size(); different > kMostDifferent) {
      throw InputError(workload.file, {},
                       fmt::format("its jobs have {} tasks that differ, expected at most {} where {} are on a GPU at "
                                   "once: each is simulated beside each other",
                                   different / settings.at_most, kMostDifferent / settings.at_most, settings.at_most));
    }
    check_way(way, kinds_.workload, models_);
    if (families) {
      kinds_ = job_kinds(workload, jobs_, models_.devices, settings.at_most, true);
    }
    for (const Device& device : models_.devices) {
      ways_.push_back(fixed_sharing(way, device, settings.at_most));
      Problem problem = study::make_problem(kinds_.workload, device);
      prepare_sharing(problem, std::span(&device, 1));
      bases_.push_back(std::move(problem.basis));
      laws_.push_back(std::make_unique<CoRunSpeeds>(kinds_, std::move(problem.fleet.devices.front()), ways_.back()));
    }
    make_problem();
    check_room();
  }

  Placing placing() {
    Placing result{.workload = workload_.name,
                   .device = devices_.name,
                   .jobs = jobs_.size(),
                   .kinds = kinds_.first_of.size(),
                   .sharing = settings_.sharing,
                   .at_most = settings_.at_most,
                   .within = settings_.within,
                   .gpus_there = models_.of.size(),
                   .alike = models_.devices.size() == 1};
    simulate_ahead();
    std::size_t gpus = models_.of.size();
    if (settings_.within) {
      gpus = 1;
      while (gpus < models_.of.size() && (!fits(gpus) || clearly_less(*settings_.within, bound(gpus)))) {
        ++gpus;
      }
      result.least_gpus = gpus;
    }
    for (;; ++gpus) {
      if (fits(gpus)) {
        result.results = results(gpus);
        result.kept = !settings_.within || result.best().makespan <= *settings_.within;
      }
      if (gpus == models_.of.size() || (result.kept && !result.results.empty())) {
        break;
      }
    }
    result.lower_bound = bound(gpus);
    add_gpus(result, gpus);
    add_pairs(result);
    add_basis(result);
    return result;
  }

 private:
  void make_problem() {
    problem_.kinds = kinds_.kind_of;
    problem_.at_most = settings_.at_most;
    for (const BatchJob& job : jobs_) {
      problem_.releases.push_back(job.release);
      problem_.footprints.push_back(job.footprint.value_or(Bytes{0}));
    }
    for (std::size_t kind = 0; kind < kinds_.first_of.size(); ++kind) {
      problem_.memory_bound.push_back(laws_.front()->memory_bound(kind));
    }
    for (std::size_t model = 0; model < models_.devices.size(); ++model) {
      problem_.gpu_kinds.push_back(gpu_kind(model));
    }
    problem_.gpus = models_.of;
    if (const std::size_t kinds = kinds_.first_of.size(); settings_.ahead || kinds * kinds > kMostPairs) {
      problem_.ahead = settings_.ahead.value_or(kMostPairs / kinds);
    }
    problem_.speeds = [this](std::size_t model, const place::Residents& residents) {
      tell();
      return laws_[model]->speeds(residents);
    };
  }

  place::GpuKind gpu_kind(std::size_t model) {
    const Device& device = models_.devices[model];
    CoRunSpeeds& law = *laws_[model];
    place::GpuKind gpu{.memory = device.memory_size,
                       .predict = [&law](std::size_t kernel, std::size_t other) { return law.predict(kernel, other); }};
    if (ways_[model].policy->name == "mig" && device.memory_size) {
      const auto layout = share::mig_layout(device.mig, ways_[model].settings.numbers("slices"));
      const std::int64_t memory = layout ? device.mig.profiles[layout->front()].memory : device.mig.memory_slices;
      gpu.largest_job = Bytes{device.memory_size->count / device.mig.memory_slices * memory};
    }
    bool powers = device.power.has_value();
    for (std::size_t kind = 0; kind < kinds_.first_of.size(); ++kind) {
      const BatchJob& job = jobs_[kinds_.first_of[kind]];
      if (!(law.alone(kind) > Millis{0})) {
        throw InputError(workload_.file, job.tasks.front().mark,
                         fmt::format("job '{}' takes no time, expected one that does", job.name));
      }
      gpu.alone.push_back(law.alone(kind));
      powers = powers && law.above_idle(kind);
      gpu.above_idle.push_back(law.above_idle(kind).value_or(Watts{0}));
    }
    gpu.idle = powers ? std::optional(device.power->idle) : std::nullopt;
    return gpu;
  }

  /// Whether every job fits one of the first GPUs.
  bool fits(std::size_t gpus) const { return !without_room(gpus); }
  std::optional<std::size_t> without_room(std::size_t gpus) const {
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      bool room = false;
      for (std::size_t gpu = 0; gpu < gpus && !room; ++gpu) {
        room = problem_.has_room(gpu, job, Bytes{0});
      }
      if (!room) {
        return job;
      }
    }
    return std::nullopt;
  }
  void check_room() const {
    for (const BatchJob& job : jobs_) {
      for (const Device& device : models_.devices) {
        if (job.footprint && !device.memory_size) {
          throw InputError(workload_.file, job.tasks.front().mark,
                           fmt::format("job '{}' has a footprint, and the profile of device {} does not say how much "
                                       "memory it has, expected memory: {{size: …}} in it",
                                       job.name, device.name));
        }
      }
    }
    if (const auto job = without_room(models_.of.size())) {
      std::string sizes;
      for (std::size_t model = 0; model < models_.devices.size(); ++model) {
        const place::GpuKind& gpu = problem_.gpu_kinds[model];
        sizes += fmt::format("{}{} has {} B{}", sizes.empty() ? "" : ", ", models_.devices[model].name,
                             gpu.largest_job.value_or(*gpu.memory).count, gpu.largest_job ? " an instance" : "");
      }
      throw InputError(workload_.file, jobs_[*job].tasks.front().mark,
                       fmt::format("job '{}' holds {} B and fits no GPU: {}, expected a smaller footprint or a larger "
                                   "GPU",
                                   jobs_[*job].name, problem_.footprint(*job).count, sizes));
    }
  }

  /// What the bound asks for, all of it.
  void simulate_ahead() {
    if (settings_.at_most > 1 && place::sets_are_few(problem_)) {
      settings_.progress(now_);
      for (const auto& law : laws_) {
        law->simulate_pairs(settings_.threads);
      }
    }
  }
  /// Of what the search may have simulated, what it has since `before` sets were known. All if there are few.
  double spent(std::size_t before) const {
    return place::sets_are_few(problem_)
               ? 0
               : static_cast<double>(simulated_sets() - before) / static_cast<double>(kMostSearched);
  }
  std::size_t simulated_sets() const {
    std::size_t sets = 0;
    for (const auto& law : laws_) {
      sets += law->simulated_sets();
    }
    return sets;
  }

  place::PlacingProblem on(std::size_t gpus) const {
    place::PlacingProblem problem = problem_;
    problem.gpus.resize(gpus);
    return problem;
  }
  Millis bound(std::size_t gpus) const { return place::placing_bound(on(gpus)); }

  std::vector<PlacedBatch> results(std::size_t gpus) const {
    const place::PlacingProblem problem = on(gpus);
    const auto wanted = [&](std::string_view name) {
      const auto& names = settings_.policies;
      return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
    };
    const bool searches = wanted(kPlacingSearch);
    std::vector<place::PlacePolicy> policies;
    for (const place::PlacePolicy& policy : place::place_policies()) {
      if (searches || wanted(policy.name)) {
        policies.push_back(policy);
      }
    }
    now_ = fmt::format("{} of {} GPUs", gpus, models_.of.size());
    std::vector<place::Placement> placements(policies.size());
    in_parallel(settings_.threads, policies.size(), [&](std::size_t number) {
      placements[number] = place::place(problem, policies[number].start(settings_.seed));
    });
    std::vector<PlacedBatch> results;
    for (std::size_t number = 0; number < policies.size(); ++number) {
      if (wanted(policies[number].name)) {
        results.push_back(placed_batch(std::string(policies[number].name), problem, placements[number], jobs_));
      }
    }
    if (searches) {
      now_ = fmt::format("search on {} of {} GPUs", gpus, models_.of.size());
      const auto best = std::min_element(placements.begin(), placements.end(), [](const auto& a, const auto& b) {
        return place::makespan(a) < place::makespan(b);
      });
      const std::size_t known = simulated_sets();
      const place::Placement found =
          place::search(problem, *best, settings_.seed, settings_.moves, [&] { return spent(known); });
      results.push_back(placed_batch(kPlacingSearch, problem, found, jobs_));
    }
    std::stable_sort(results.begin(), results.end(),
                     [](const PlacedBatch& a, const PlacedBatch& b) { return clearly_less(a.makespan, b.makespan); });
    return results;
  }

  void add_gpus(Placing& result, std::size_t gpus) const {
    std::map<std::string, std::size_t> numbers;
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
      const std::size_t model = models_.of[gpu];
      const std::string& name = models_.devices[model].name;
      PlacedGpu placed{.name = fmt::format("{}#{}", name, ++numbers[name]), .device = name};
      const NamedPolicy& way = ways_[model];
      const Share share = laws_[model]->share_of(std::vector<std::size_t>{0});
      if (way.policy->name == "mps") {
        placed.mps_percentage = way.settings.number("limits");
        placed.set = fmt::format("MPS, CUDA_MPS_ACTIVE_THREAD_PERCENTAGE={:.4g} of each job", *placed.mps_percentage);
      } else if (way.policy->name == "mig") {
        for (const MemoryPartition& partition : share.partitions) {
          placed.mig_profiles.push_back(partition.profile);
        }
        placed.set = fmt::format("MIG, {} of {}", placed.mig_profiles.size(), placed.mig_profiles.front());
      } else {
        placed.set =
            way.policy->name == "leftover" ? "MPS without limits, a process for each job" : std::string(share.to_set);
      }
      result.gpus.push_back(std::move(placed));
    }
  }

  void add_pairs(Placing& result) const {
    result.threshold = place::kSlowdownThreshold;
    if (settings_.at_most == 1 || !place::sets_are_few(problem_)) {
      return;
    }
    const auto name = [&](std::size_t kind) { return jobs_[kinds_.first_of[kind]].name; };
    for (std::size_t model = 0; model < models_.devices.size(); ++model) {
      const place::PairPredictor& predict = problem_.gpu_kinds[model].predict;
      for (std::size_t kind = 0; kind < kinds_.first_of.size(); ++kind) {
        for (std::size_t other = kind; other < kinds_.first_of.size(); ++other) {
          if (kind != other || std::count(problem_.kinds.begin(), problem_.kinds.end(), kind) > 1) {
            result.pairs.push_back(
                {.job = name(kind),
                 .beside = name(other),
                 .device = models_.devices[model].name,
                 .slowdown = std::max(predict(kind, other).slowdown, predict(other, kind).slowdown)});
          }
        }
      }
    }
  }

  void add_basis(Placing& result) const {
    for (const Basis& basis : bases_) {
      result.basis.assume(basis.assumed);
      result.basis.issued = basis.issued;
      result.basis.assumed_as.insert(basis.assumed_as.begin(), basis.assumed_as.end());
    }
    for (std::size_t model = 0; model < models_.devices.size(); ++model) {
      result.basis.assume(assumed_together(model));
    }
    result.basis.set = devices_.set;
    append(result.notes, unshared_kernel_notes(workload_, {ways_.front()}, std::span(models_.devices).first(1)));
    append(result.notes, limit_notes({ways_.front()}, std::span(models_.devices).first(1)));
    for (Note note : kernel_time_notes(workload_, models_.devices, 1)) {
      note.text.resize(std::min(note.text.size(), note.text.find(';')));  // what follows is an option of others
      result.notes.push_back(std::move(note));
    }
    if (!place::sets_are_few(problem_)) {
      result.notes.push_back(
          {.where = workload_.name,
           .text = fmt::format("{} kinds of jobs: rounds look at {} of those that wait, the search has at most {} sets "
                               "of jobs simulated, and the bound takes none to be slowed down; --ahead, or fewer kinds",
                               kinds_.first_of.size(),
                               problem_.ahead > jobs_.size() ? "all" : fmt::format("the first {}", problem_.ahead),
                               kMostSearched)});
    }
    append(result.notes, due_notes(std::span(&workload_, 1)));
    const bool timed = std::any_of(workload_.tasks.begin(), workload_.tasks.end(), [](const Task& task) {
      return task.kernel && given_time(*task.kernel).has_value();
    });
    if (models_.devices.size() > 1 && timed && workload_.recorded_on.empty()) {
      result.notes.push_back({.where = workload_.name,
                              .text = "kernels given by a time take that on every GPU, as nothing says how much faster "
                                      "one is than another"});
    }
  }

  /// What is assumed of jobs that are on a GPU together, of whichever kinds; instances of MIG share nothing.
  std::vector<std::string> assumed_together(std::size_t model) const {
    const Instance& instance = laws_[model]->instance();
    if (settings_.at_most == 1 || ways_[model].policy->name == "mig") {
      return {};
    }
    const Plan plan{.order = input_order(instance.size()),
                    .submission = Submission::streams,
                    .share = laws_[model]->share_of(std::vector<std::size_t>{0})};
    std::vector<std::string> paths = assumed_use(instance, plan);
    for (std::string& path : paths) {  // of `tasks.KIND/COPY/NAME.KEY`
      if (const std::size_t kind = path.find('/'); kind != std::string::npos) {
        path = "tasks." + path.substr(path.find('/', kind + 1) + 1);
      }
    }
    if (plan.share->switches_context) {
      const std::vector<std::string> numbers = assumed_numbers({.devices = {instance}}, plan);
      paths.insert(paths.end(), numbers.begin(), numbers.end());
      if (instance.family_setup_range) {
        paths.emplace_back(kContextSwitchPath);
      }
    }
    return paths;
  }

  /// Now and then, what goes on: speeds are asked for all the time.
  void tell() const {
    constexpr std::size_t kEvery = 256;
    if (asked_.fetch_add(1, std::memory_order_relaxed) % kEvery == kEvery - 1) {
      const std::lock_guard lock(telling_);
      settings_.progress(now_);
    }
  }

  const Workload& workload_;
  const SetDevices& devices_;
  const PlacingSettings& settings_;
  mutable std::string now_ = "what jobs are worth together";
  mutable std::atomic<std::size_t> asked_ = 0;
  mutable std::mutex telling_;
  std::vector<BatchJob> jobs_;
  Models models_;
  JobKinds kinds_;
  std::vector<NamedPolicy> ways_;                   ///< by model
  std::vector<Basis> bases_;                        ///< by model: what its law rests on
  std::vector<std::unique_ptr<CoRunSpeeds>> laws_;  ///< by model
  place::PlacingProblem problem_;
};

}  // namespace

Placing placed_one_way(const Workload& workload, const SetDevices& devices, const PlacingSettings& settings) {
  try {
    return JobPlacer(workload, devices, settings).placing();
  } catch (const InputError& error) {
    throw error.mark().line > 0 ? InputError(workload.file, error.mark(), with_own_names(error.message()))
                                : InputError(with_own_names(error.what()));
  }
}

}  // namespace warpshop::study
