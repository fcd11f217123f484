#include <algorithm>
#include <cstddef>
#include <map>
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

/// The jobs of a recording, by their first command; and where each task is. Commands of a job go as the host calls,
/// which is by release: those of several streams start one before the other by chance.
class Steps {
 public:
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
  }

  std::size_t count() const { return tasks_.size(); }
  std::size_t first_half() const { return (count() + 1) / 2; }
  const std::vector<std::uint32_t>& tasks(std::size_t job) const { return tasks_[job]; }
  const std::string& name(std::size_t job) const { return workload_.tasks[tasks_[job].front()].job; }

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

  /// A wait, apart from which job it is in: the command within the job; how many jobs before that which it is behind
  /// stands, and where there. A release has none of the two.
  using Wait = std::tuple<std::size_t, std::ptrdiff_t, std::size_t>;
  Wait wait_of(std::uint32_t task, const Predecessor& before) const {
    const auto [own_job, own_place] = place_[task];
    const auto [job, place] = place_[task_called_.at(before.task)];
    return {own_place, static_cast<std::ptrdiff_t>(own_job) - static_cast<std::ptrdiff_t>(job), place};
  }

 private:
  static constexpr std::size_t kNoJob = ~std::size_t{0};

  /// A command's name without its number.
  std::string_view stem(std::uint32_t task) const {
    const std::string_view name = workload_.tasks[task].name;
    return name.substr(0, name.rfind('.'));
  }

  const Workload& workload_;
  std::vector<std::vector<std::uint32_t>> tasks_;           ///< by job
  std::vector<std::pair<std::size_t, std::size_t>> place_;  ///< by task: job, place in it
  std::unordered_map<std::string_view, std::uint32_t> task_called_;
};

}  // namespace

Workload with_lags_of_first_half(const Workload& workload) {
  const Steps steps(workload);
  std::map<std::pair<std::string, Steps::Wait>, std::vector<double>> lags;
  // The host's own time since the start, which is a release, since the last command of the job before.
  std::map<std::pair<std::string, std::size_t>, std::vector<double>> host_times;  // by signature, and place in the job
  std::set<std::string> known;                                                    // signatures
  for (std::size_t job = 1; job < steps.first_half(); ++job) {                    // the first one is behind nothing
    const std::string signature = steps.signature(job);
    known.insert(signature);
    for (std::size_t place = 0; place < steps.tasks(job).size(); ++place) {
      const std::uint32_t task = steps.tasks(job)[place];
      for (const Predecessor& before : workload.tasks[task].after) {
        lags[{signature, steps.wait_of(task, before)}].push_back(before.lag.count());
      }
      const Task& last = workload.tasks[steps.tasks(job - 1).back()];
      host_times[{signature, place}].push_back((workload.tasks[task].release - last.release).count());
    }
  }
  Workload second = workload;
  for (std::size_t job = steps.first_half(); job < steps.count(); ++job) {
    const std::string signature = steps.signature(job);
    for (std::size_t place = 0; place < steps.tasks(job).size(); ++place) {
      const std::uint32_t task = steps.tasks(job)[place];
      if (known.contains(signature)) {
        const Millis host_time{stats::median(host_times.at({signature, place}))};
        const Millis release = second.tasks[steps.tasks(job - 1).back()].release + host_time;
        second.tasks[task].release = std::max(Millis{0}, release);
      }
      for (Predecessor& before : second.tasks[task].after) {
        if (const auto lag = lags.find({signature, steps.wait_of(task, before)}); lag != lags.end()) {
          before.lag = Millis{stats::median(lag->second)};
        }
      }
    }
  }
  return second;
}

StepPrediction predicted_steps(const Timeline& timeline, const Workload& workload) {
  const Steps steps(workload);
  StepPrediction prediction{.jobs = steps.count()};
  std::vector<Millis> predicted(steps.count(), Millis{0});  // ends
  std::vector<Millis> recorded(steps.count(), Millis{0});
  std::vector<Millis> ends(workload.tasks.size(), Millis{0});
  for (const Interval& interval : timeline.intervals) {
    ends[interval.task] = std::max(ends[interval.task], interval.end);
  }
  std::set<std::string> known;
  std::map<std::string, std::vector<double>> lengths;  // recorded, by signature
  for (std::size_t job = 0; job < steps.count(); ++job) {
    for (const std::uint32_t task : steps.tasks(job)) {
      predicted[job] = std::max(predicted[job], ends[task]);
      recorded[job] = std::max(recorded[job], workload.tasks[task].recorded->end);
    }
    const std::string signature = steps.signature(job);
    if (job < steps.first_half()) {
      if (job > 0) {
        known.insert(signature);
      }
    } else if (known.contains(signature)) {
      prediction.steps.push_back(
          {steps.name(job), predicted[job] - predicted[job - 1], recorded[job] - recorded[job - 1]});
    } else {
      ++prediction.unlike;
    }
    if (job > 0) {
      lengths[signature].push_back((recorded[job] - recorded[job - 1]).count());
    }
  }
  for (const auto& [signature, values] : lengths) {
    const auto [shortest, longest] = std::minmax_element(values.begin(), values.end());
    const double middle = stats::median(values);
    if (values.size() > 1 && middle > 0) {
      prediction.recorded_spread = std::max(prediction.recorded_spread, (*longest - *shortest) / middle);
    }
  }
  return prediction;
}

}  // namespace warpshop
