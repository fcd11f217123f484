#include "sim/study/placing/co_run_speeds.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/plan_energy.hpp"
#include "sim/model/fingerprint.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/split.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

struct Simulated {
  Instance instance;
  Planned planned;
  Timeline timeline;
};

/// later: how much later than they say the last so many of the tasks are released.
Simulated simulated(const Instance& whole, const Policy& policy, const Settings& settings, const Order& tasks,
                    Millis later = Millis{0}, std::size_t last = 0) {
  Simulated result{.instance = std::move(in_groups(whole, std::span(&tasks, 1)).front())};
  for (std::size_t task = tasks.size() - last; task < tasks.size(); ++task) {
    result.instance.jobs[task].release += later;
  }
  result.planned = policy.plan(result.instance, {.settings = settings});
  result.timeline =
      result.planned.timeline ? *result.planned.timeline : evaluate::timeline(result.instance, result.planned.plan);
  return result;
}

/// What a job draws above idle, on average.
std::optional<Watts> mean_power(const Simulated& alone) {
  const auto energy = evaluate::energy({.devices = {alone.instance}}, alone.planned.plan, alone.timeline);
  if (!energy) {
    return std::nullopt;
  }
  const Joules idle = alone.instance.power->idle * alone.timeline.makespan;
  return Watts{(energy->used.value - idle.value) / std::chrono::duration<double>(alone.timeline.makespan).count()};
}

}  // namespace

std::size_t CoRunSpeeds::Hash::operator()(std::span<const std::size_t> set) const {
  std::uint64_t hash = set.size();
  for (const std::size_t kind : set) {
    hash = mixed(hash, kind);
  }
  return hash;
}

bool CoRunSpeeds::Equal::operator()(std::span<const std::size_t> a, std::span<const std::size_t> b) const {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

CoRunSpeeds::CoRunSpeeds(const JobKinds& kinds, Instance instance, NamedPolicy sharing)
    : kinds_(&kinds),
      instance_(std::move(instance)),
      sharing_(std::move(sharing)),
      pair_slowdowns_(kinds.first_of.size() * kinds.first_of.size()) {
  const Policy& whole_gpu = *find_in(share::policies(), "leftover");
  for (std::size_t kind = 0; kind < kinds.first_of.size(); ++kind) {
    const Simulated alone = simulated(instance_, whole_gpu, whole_gpu.settings(), kinds.tasks[kind * kinds.copies]);
    alone_.push_back(alone.timeline.makespan);
    above_idle_.push_back(mean_power(alone));
  }
}

bool CoRunSpeeds::memory_bound(std::size_t kind) const {
  Millis longest{0};
  bool bound = false;
  for (const std::uint32_t task : kinds_->tasks[kind * kinds_->copies]) {
    const std::uint32_t kernel = instance_.work.empty() ? KernelWork::kNone : instance_.work[task].kernel;
    if (kernel != KernelWork::kNone && instance_.jobs[task].kernel > longest) {
      longest = instance_.jobs[task].kernel;
      bound = instance_.kernels[kernel].model.category == Category::memory_bound;
    }
  }
  return bound;
}

/// Of a kind that is there several times a copy each.
Order CoRunSpeeds::tasks_of(std::span<const std::size_t> residents) const {
  Order tasks;
  for (std::size_t i = 0; i < residents.size(); ++i) {
    const auto before = residents.begin() + static_cast<std::ptrdiff_t>(i);
    const auto copy = static_cast<std::size_t>(std::count(residents.begin(), before, residents[i]));
    const auto& own = kinds_->tasks[residents[i] * kinds_->copies + copy];
    tasks.insert(tasks.end(), own.begin(), own.end());
  }
  return tasks;
}

std::vector<Millis> CoRunSpeeds::ends(std::span<const std::size_t> residents, Millis last) const {
  const Simulated shared = simulated(instance_, *sharing_.policy, sharing_.settings, tasks_of(residents), last,
                                     kinds_->tasks[residents.back() * kinds_->copies].size());
  std::vector<std::size_t> owner;
  for (std::size_t i = 0; i < residents.size(); ++i) {
    owner.insert(owner.end(), kinds_->tasks[residents[i] * kinds_->copies].size(), i);
  }
  std::vector<Millis> ends(residents.size(), Millis{0});
  for (const Interval& interval : shared.timeline.intervals) {
    ends[owner[interval.task]] = std::max(ends[owner[interval.task]], interval.end);
  }
  return ends;
}

const CoRunSpeeds::CoRun& CoRunSpeeds::co_run(std::span<const std::size_t> residents, bool together) {
  CoRuns& known = together ? together_ : one_later_;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known.find(residents); found != known.end()) {
      return found->second;
    }
  }
  Millis from{0};
  if (!together) {
    const std::vector<Millis>& others = co_run(residents.first(residents.size() - 1), true).ends;
    from = *std::min_element(others.begin(), others.end()) / 2;
  }
  CoRun run{.ends = ends(residents, from), .speeds = {}};
  run.speeds = speeds_until_first(residents, together, from, run.ends);
  const std::lock_guard lock(mutex_);  // who was faster has found the same
  return known.emplace(std::vector(residents.begin(), residents.end()), std::move(run)).first->second;
}

std::vector<double> CoRunSpeeds::speeds_until_first(std::span<const std::size_t> residents, bool together, Millis from,
                                                    const std::vector<Millis>& ends) {
  const Millis first = *std::min_element(ends.begin(), ends.end());
  std::vector<Millis> done;  // of each from then on
  done.reserve(residents.size());
  for (const std::size_t kind : residents) {
    done.push_back(alone_[kind]);
  }
  if (!together) {
    const std::vector<double>& before = co_run(residents.first(residents.size() - 1), true).speeds;
    for (std::size_t i = 0; i < before.size(); ++i) {
      done[i] -= before[i] * from;
    }
  }
  Millis now = first;
  while (true) {
    std::vector<std::size_t> stay;
    std::vector<std::size_t> kinds;
    Millis next{0};
    for (std::size_t i = 0; i < residents.size(); ++i) {
      if (clearly_less(now, ends[i])) {
        next = stay.empty() ? ends[i] : std::min(next, ends[i]);
        stay.push_back(i);
        kinds.push_back(residents[i]);
      }
    }
    if (stay.empty()) {
      break;
    }
    const bool as_one = together || stay.size() == 1 || stay.back() + 1 < residents.size();
    const std::vector<double> later = co_run(kinds, as_one).speeds;
    for (std::size_t i = 0; i < stay.size(); ++i) {
      done[stay[i]] -= later[i] * (next - now);
    }
    now = next;
  }
  std::vector<double> speeds;
  speeds.reserve(residents.size());
  for (const Millis each : done) {
    speeds.push_back(std::min(each / (first - from), 1.0));
  }
  return speeds;
}

std::span<const double> CoRunSpeeds::speeds(const place::Residents& residents) {
  return co_run(residents.kinds, residents.together).speeds;
}

place::PairPrediction CoRunSpeeds::predict(std::size_t kernel, std::size_t other) {
  std::atomic<double>& known = pair_slowdowns_[kernel * alone_.size() + other];
  double slowdown = known.load(std::memory_order_relaxed);
  if (slowdown == 0) {
    const std::vector<Millis>& ends = co_run(std::array{other, kernel}, true).ends;
    const auto by_itself = [&](std::size_t kind) { return co_run(std::array{kind}, true).ends.front(); };
    slowdown = std::max(ends[0] / by_itself(other), ends[1] / by_itself(kernel));
    known.store(slowdown, std::memory_order_relaxed);
  }
  return {.slowdown = slowdown, .interferes = slowdown > place::kLabelledSlowdown};
}

void CoRunSpeeds::simulate_pairs(unsigned threads) {
  in_parallel(threads, alone_.size(), [this](std::size_t kind) {
    for (std::size_t other = 0; other < alone_.size(); ++other) {
      co_run(std::array{kind, other}, true);
      co_run(std::array{kind, other}, false);
    }
  });
}

std::size_t CoRunSpeeds::simulated_sets() const {
  const std::lock_guard lock(mutex_);
  return together_.size() + one_later_.size();
}

Share CoRunSpeeds::share_of(std::span<const std::size_t> residents) const {
  return simulated(instance_, *sharing_.policy, sharing_.settings, tasks_of(residents)).planned.plan.share.value();
}

}  // namespace warpshop::study
