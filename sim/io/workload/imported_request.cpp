#include "sim/io/workload/imported_request.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::size_t kMostStages = 1'000'000;

Workload tasks_of(const YamlNode& file_node, const std::string& file) {
  try {
    return read_tasks(std::filesystem::path(*file_node.file).parent_path() / file);
  } catch (const InputError& error) {
    if (error.mark().line > 0) {
      throw;
    }
    refuse(file_node, error.what());
  }
}

/// Positions of the tasks of a job, all of them where it is empty.
std::vector<std::size_t> positions_of(const Workload& workload, const std::string& job) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
    if (job.empty() || workload.tasks[i].job == job) {
      positions.push_back(i);
    }
  }
  return positions;
}

[[noreturn]] void refuse_job(const YamlNode& node, const Workload& workload, const std::string& job) {
  constexpr std::size_t kMostNamed = 5;
  std::vector<std::string> jobs;
  std::set<std::string_view> known;
  for (const Task& task : workload.tasks) {
    if (!task.job.empty() && known.insert(task.job).second && jobs.size() < kMostNamed) {
      jobs.push_back(in_quotes(task.job));
    }
  }
  const std::string expected = known.empty()
                                   ? "a request without job, as no task there is part of one"
                                   : fmt::format("{}{}", fmt::join(jobs, ", "), known.size() > kMostNamed ? ", …" : "");
  refuse(node,
         fmt::format("no task of {} is part of the job {}, expected {}", workload.file, in_quotes(job), expected));
}

/// Throws InputError, in the file of the workload: what a task of a request cannot have.
void check_task(const Workload& workload, const Task& task) {
  const auto refuse_if = [&](bool has, std::string_view what) {
    if (has) {
      throw InputError(workload.file, task.mark,
                       fmt::format("{} of the task {}, which is taken for one of a request, expected it without", what,
                                   in_quotes(task.name)));
    }
  };
  refuse_if(task.weight != 1, "the weight");
  refuse_if(task.due.has_value(), "the due date");
  refuse_if(task.footprint.has_value(), "the footprint");
  refuse_if(!task.family.empty(), "the family");
  refuse_if(task.legacy, "the legacy default stream");
  refuse_if(task.kernel && task.kernel->split, "the split over CPU and GPU");
}

/// The same of a job of which the file says more.
void check_job(const Workload& workload, const std::string& job) {
  for (const JobSpec& spec : workload.jobs) {
    const bool says_more = spec.due || spec.weight != 0 || spec.footprint;
    if (says_more && (job.empty() || spec.name == job)) {
      throw InputError(workload.file, spec.mark,
                       fmt::format("due date, weight or footprint of the job {}, whose tasks are taken for a request, "
                                   "expected it without",
                                   in_quotes(spec.name)));
    }
  }
}

/// Each behind those that it comes after; of those that may stand next the first one in the file.
std::vector<std::size_t> in_chain(const Workload& workload, const std::vector<std::size_t>& positions) {
  std::unordered_map<std::string_view, std::size_t> place;  // in positions
  for (std::size_t i = 0; i < positions.size(); ++i) {
    place.emplace(workload.tasks[positions[i]].name, i);
  }
  std::vector<std::vector<std::size_t>> followers(positions.size());
  std::vector<std::size_t> waits(positions.size(), 0);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (const Predecessor& before : workload.tasks[positions[i]].after) {
      if (const auto found = place.find(before.task); found != place.end()) {
        followers[found->second].push_back(i);
        ++waits[i];
      }
    }
  }
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> next;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (waits[i] == 0) {
      next.push(i);
    }
  }
  std::vector<std::size_t> chain;
  while (!next.empty()) {
    const std::size_t first = next.top();
    next.pop();
    chain.push_back(positions[first]);
    for (const std::size_t follower : followers[first]) {
      if (--waits[follower] == 0) {
        next.push(follower);
      }
    }
  }
  return chain;
}

/// A repeat of a task, `gemm#2`; the task itself where there is one. What it waits for is over when all repeats of that
/// are, of which the last stands last in the chain.
Task repeat_of(const Task& task, std::uint32_t repeat,
               const std::unordered_map<std::string_view, const Task*>& inside) {
  Task each = task;
  each.name = repeat_name(task, repeat);
  each.release = release_of(task, repeat);
  each.count = 1;
  each.period = Millis{0};
  std::erase_if(each.after, [&](const Predecessor& before) { return !inside.contains(before.task); });
  for (Predecessor& before : each.after) {
    const Task& other = *inside.at(before.task);
    before.task = repeat_name(other, other.count - 1);
  }
  return each;
}

}  // namespace

bool is_imported_request(const YamlNode& node) {
  return node.kind == NodeKind::map && find_value(node, "workload") != nullptr;
}

ImportedRequest imported_request(const YamlNode& node) {
  const MapFields fields(node, "a request of another workload", {"workload", "job"});
  const YamlNode& file_node = fields.require("workload");
  const YamlNode* job = fields.find("job");
  ImportedRequest request{.from = {.workload = name(file_node), .job = job != nullptr ? name(*job) : std::string{}}};
  const Workload workload = tasks_of(file_node, request.from.workload);
  if (workload.submit == Submit::one_thread) {
    refuse(file_node,
           "its commands are issued by one host thread in the order of the file, which requests do not do, "
           "expected a workload without submit: one_thread");
  }
  request.recorded_on = workload.recorded_on;
  const std::vector<std::size_t> positions = positions_of(workload, request.from.job);
  if (positions.empty()) {
    refuse_job(*job, workload, request.from.job);
  }
  check_job(workload, request.from.job);
  Millis begins = workload.tasks[positions.front()].release;
  std::unordered_map<std::string_view, const Task*> inside;
  std::size_t stages = 0;
  for (const std::size_t position : positions) {
    const Task& task = workload.tasks[position];
    check_task(workload, task);
    begins = std::min(begins, task.release);
    inside.emplace(task.name, &task);
    stages += task.count;
    if (stages > kMostStages) {
      throw InputError(
          workload.file, task.mark,
          fmt::format("a request of more than {} tasks with their repeats, expected at most that", kMostStages));
    }
  }
  for (const std::size_t position : in_chain(workload, positions)) {
    const Task& task = workload.tasks[position];
    const bool first_of_all = request.tasks.empty();
    if ((!first_of_all || task.count > 1) && task.host && std::holds_alternative<Bytes>(*task.host)) {
      throw InputError(workload.file, task.mark,
                       fmt::format("host is a size, in the task {} of a request that comes after another, expected a "
                                   "duration such as 2 ms",
                                   in_quotes(task.name)));
    }
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      request.tasks.push_back(repeat_of(task, repeat, inside));
      request.tasks.back().release -= begins;
    }
  }
  return request;
}

}  // namespace warpshop::io
