#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/model/recorded_replay.hpp"
#include "sim/stats/median.hpp"

namespace warpshop {
namespace {

/// Numbers things as they first appear, from 0 on.
template <class Thing>
class Numbering {
 public:
  std::size_t of(Thing thing) { return numbers_.try_emplace(std::move(thing), numbers_.size()).first->second; }

 private:
  std::map<Thing, std::size_t> numbers_;
};

/// The jobs of a recording, by their first command; and where each task is. Commands of a job go as the host calls,
/// which is by release: those of several streams start one before the other by chance.
class Steps {
 public:
  /// How many jobs, itself the last, have to be alike.
  static constexpr std::array<std::size_t, 4> kHistories{1, 2, 4, 8};

  explicit Steps(const Workload& workload) : workload_(workload), place_(workload.tasks.size()) {
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (const std::uint32_t task : recorded_order(workload)) {
      const std::string& job = workload.tasks[task].job;
      if (job.empty()) {
        place_[task] = {kNoJob, task};
        continue;
      }
      const auto [number, is_new] = numbers.try_emplace(job, tasks_.size());
      if (is_new) {
        tasks_.emplace_back();
      }
      tasks_[number->second].push_back(task);
    }
    for (std::size_t job = 0; job < tasks_.size(); ++job) {
      std::stable_sort(tasks_[job].begin(), tasks_[job].end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto key = [&](std::uint32_t task) { return std::pair(workload.tasks[task].release, stem(task)); };
        return key(a) < key(b);
      });
      for (std::size_t place = 0; place < tasks_[job].size(); ++place) {
        place_[tasks_[job][place]] = {job, place};
      }
    }
    for (std::uint32_t task = 0; task < workload.tasks.size(); ++task) {
      task_called_.emplace(workload.tasks[task].name, task);
    }
    find_kinds();
  }

  std::size_t count() const { return tasks_.size(); }
  std::size_t first_half() const { return (count() + 1) / 2; }
  const std::vector<std::uint32_t>& tasks(std::size_t job) const { return tasks_[job]; }
  const std::string& name(std::size_t job) const { return workload_.tasks[tasks_[job].front()].job; }

  /// The same number for jobs that are alike, and so are as many before them as kHistories[history] says.
  std::size_t kind(std::size_t job, std::size_t history = 0) const { return kinds_[history][job]; }

  /// A wait, apart from which job it is in: the command within the job; how many jobs before that which it is behind
  /// stands, of what kind that job is, as places in unlike jobs are different commands, and where it stands there.
  using Wait = std::tuple<std::size_t, std::ptrdiff_t, std::size_t, std::size_t>;
  Wait wait_of(std::uint32_t task, const Predecessor& before) const {
    const auto [own_job, own_place] = place_[task];
    const auto [job, place] = place_[task_called_.at(before.task)];
    return {own_place, static_cast<std::ptrdiff_t>(own_job) - static_cast<std::ptrdiff_t>(job),
            job == kNoJob ? kNoJob : kind(job), place};
  }

 private:
  static constexpr std::size_t kNoJob = ~std::size_t{0};

  /// A command's name without its number.
  std::string_view stem(std::uint32_t task) const {
    const std::string_view name = workload_.tasks[task].name;
    return name.substr(0, name.rfind('.'));
  }

  /// The names of a job's commands without their numbers, and how much they copy, one after the other.
  std::string signature(std::size_t job) const {
    std::string all;
    for (const std::uint32_t task : tasks_[job]) {
      all.append(stem(task));
      for (const std::optional<CopySpec>* copy : {&workload_.tasks[task].h2d, &workload_.tasks[task].d2h}) {
        all += *copy && (*copy)->size ? ' ' + std::to_string((*copy)->size->count) : "";
      }
      all += '\n';
    }
    return all;
  }

  /// Each history is two of half its length, one behind the other.
  void find_kinds() {
    Numbering<std::string> signatures;
    for (std::size_t job = 0; job < count(); ++job) {
      kinds_[0].push_back(signatures.of(signature(job)));
    }
    for (std::size_t history = 1; history < kHistories.size(); ++history) {
      Numbering<std::pair<std::size_t, std::size_t>> pairs;
      const std::vector<std::size_t>& half = kinds_[history - 1];
      const std::size_t before = kHistories[history - 1];
      for (std::size_t job = 0; job < count(); ++job) {
        kinds_[history].push_back(pairs.of({half[job], job < before ? kNoJob : half[job - before]}));
      }
    }
  }

  const Workload& workload_;
  std::vector<std::vector<std::uint32_t>> tasks_;           ///< by job
  std::vector<std::pair<std::size_t, std::size_t>> place_;  ///< by task: job, place in it
  std::unordered_map<std::string_view, std::uint32_t> task_called_;
  std::array<std::vector<std::size_t>, kHistories.size()> kinds_;  ///< by history and job
};

/// What the host does in jobs that are alike: medians over them.
class HostHabits {
 public:
  HostHabits(const Workload& workload, const Steps& steps, const std::vector<std::size_t>& jobs) {
    std::map<Steps::Wait, std::vector<double>> lags;
    std::vector<std::vector<double>> times(steps.tasks(jobs.front()).size());
    for (const std::size_t job : jobs) {
      const Task& last = workload.tasks[steps.tasks(job - 1).back()];
      for (std::size_t place = 0; place < steps.tasks(job).size(); ++place) {
        const std::uint32_t task = steps.tasks(job)[place];
        for (const Predecessor& before : workload.tasks[task].after) {
          lags[steps.wait_of(task, before)].push_back(before.lag.count());
        }
        times[place].push_back((workload.tasks[task].release - last.release).count());
      }
    }
    for (const auto& [wait, values] : lags) {
      lags_.emplace(wait, stats::median(values));
    }
    for (const std::vector<double>& values : times) {
      times_.emplace_back(stats::median(values));
    }
  }

  std::optional<Millis> lag(const Steps::Wait& wait) const {
    const auto found = lags_.find(wait);
    return found == lags_.end() ? std::nullopt : std::optional(found->second);
  }
  /// The host's own time since the last command of the job before.
  Millis time(std::size_t place) const { return times_[place]; }

 private:
  std::map<Steps::Wait, Millis> lags_;
  std::vector<Millis> times_;  ///< by place in the job
};

/// Of the first half, for jobs of the second.
class FirstHalf {
 public:
  FirstHalf(const Workload& workload, const Steps& steps) : workload_(workload), steps_(steps) {
    for (std::size_t job = 1; job < steps.first_half(); ++job) {  // the first one is behind nothing
      for (std::size_t history = 0; history < Steps::kHistories.size(); ++history) {
        jobs_[history][steps.kind(job, history)].push_back(job);
      }
    }
  }

  bool knows(std::size_t job) const { return jobs_[0].contains(steps_.kind(job)); }

  /// Of the jobs that are alike, those before which the longest history is alike; nullptr where there are none.
  const HostHabits* habits(std::size_t job) {
    for (std::size_t history = Steps::kHistories.size(); history-- > 0;) {
      const auto alike = jobs_[history].find(steps_.kind(job, history));
      if (alike != jobs_[history].end()) {
        const auto found = habits_.find({history, alike->first});
        return found != habits_.end()
                   ? &found->second
                   : &habits_.try_emplace({history, alike->first}, workload_, steps_, alike->second).first->second;
      }
    }
    return nullptr;
  }

 private:
  const Workload& workload_;
  const Steps& steps_;
  std::array<std::unordered_map<std::size_t, std::vector<std::size_t>>, Steps::kHistories.size()> jobs_;  ///< by kind
  std::map<std::pair<std::size_t, std::size_t>, HostHabits> habits_;  ///< by history and kind
};

}  // namespace

Workload with_lags_of_first_half(const Workload& workload) {
  const Steps steps(workload);
  FirstHalf first_half(workload, steps);
  Workload second = workload;
  for (std::size_t job = steps.first_half(); job < steps.count(); ++job) {
    const HostHabits* habits = first_half.habits(job);
    if (habits == nullptr) {
      continue;
    }
    for (std::size_t place = 0; place < steps.tasks(job).size(); ++place) {
      const std::uint32_t task = steps.tasks(job)[place];
      const Millis release = second.tasks[steps.tasks(job - 1).back()].release + habits->time(place);
      second.tasks[task].release = std::max(Millis{0}, release);
      for (Predecessor& before : second.tasks[task].after) {
        before.lag = habits->lag(steps.wait_of(task, before)).value_or(before.lag);
      }
    }
  }
  return second;
}

StepPrediction predicted_steps(const Timeline& timeline, const Workload& workload) {
  const Steps steps(workload);
  const FirstHalf first_half(workload, steps);
  StepPrediction prediction{.jobs = steps.count()};
  std::vector<Millis> predicted(steps.count(), Millis{0});  // ends
  std::vector<Millis> recorded(steps.count(), Millis{0});
  std::vector<Millis> ends(workload.tasks.size(), Millis{0});
  for (const Interval& interval : timeline.intervals) {
    ends[interval.task] = std::max(ends[interval.task], interval.end);
  }
  std::map<std::size_t, std::vector<double>> lengths;  // recorded, by kind
  for (std::size_t job = 0; job < steps.count(); ++job) {
    for (const std::uint32_t task : steps.tasks(job)) {
      predicted[job] = std::max(predicted[job], ends[task]);
      recorded[job] = std::max(recorded[job], workload.tasks[task].recorded->end);
    }
    if (job >= steps.first_half() && first_half.knows(job)) {
      prediction.steps.push_back(
          {steps.name(job), predicted[job] - predicted[job - 1], recorded[job] - recorded[job - 1]});
    }
    prediction.unlike += job >= steps.first_half() && !first_half.knows(job) ? 1 : 0;
    if (job > 0) {
      lengths[steps.kind(job)].push_back((recorded[job] - recorded[job - 1]).count());
    }
  }
  for (const auto& [kind, values] : lengths) {
    const auto [shortest, longest] = std::minmax_element(values.begin(), values.end());
    const double middle = stats::median(values);
    if (values.size() > 1 && middle > 0) {
      prediction.recorded_spread = std::max(prediction.recorded_spread, (*longest - *shortest) / middle);
    }
  }
  return prediction;
}

}  // namespace warpshop
