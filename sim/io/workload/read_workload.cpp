#include "sim/io/workload/read_workload.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iostream>
#include <set>
#include <utility>
#include <vector>

#include "sim/io/device/value_path.hpp"
#include "sim/io/workload/decode_task.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/utf8.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 3> kNeededKeys{"schema", "name", "tasks"};
constexpr std::array<std::string_view, 7> kWorkloadKeys{"schema", "name", "recorded_on", "submit",
                                                        "issue",  "jobs", "tasks"};

/// What can be said only once the whole file has been read. Throws InputError.
void check_recorded(const Workload& workload) {
  for (const Task& task : workload.tasks) {
    for (const auto* copy : {&task.h2d, &task.d2h}) {
      if (*copy && (*copy)->size && workload.recorded_on.empty()) {
        throw InputError(workload.file, (*copy)->mark,
                         "a copy with both time and bytes, expected one of them, or recorded_on: the device that the "
                         "times are of");
      }
    }
    if (task.recorded && task.count > 1) {
      throw InputError(workload.file, task.mark, "repeats of a recorded task, expected each by itself");
    }
  }
}

/// Every job has a name of its own, and tasks. Throws InputError.
void check_jobs(const Workload& workload) {
  std::set<std::string_view> used;
  for (const Task& task : workload.tasks) {
    used.insert(task.job);
  }
  std::set<std::string_view> listed;
  for (const JobSpec& job : workload.jobs) {
    if (!listed.insert(job.name).second) {
      throw InputError(workload.file, job.mark,
                       "the job " + in_quotes(job.name) + " stands here twice, expected it once");
    }
    if (!used.contains(job.name)) {
      throw InputError(workload.file, job.mark,
                       "no task is part of the job " + in_quotes(job.name) + ", expected tasks with job: " + job.name);
    }
  }
}

/// What only one thread that issues all commands does. Throws InputError.
void check_submission(const Workload& workload) {
  if (workload.submit == Submit::one_thread) {
    return;
  }
  for (const Task& task : workload.tasks) {
    if (task.legacy) {
      throw InputError(workload.file, task.mark,
                       "the task " + in_quotes(task.name) +
                           " is in the legacy default stream, where the order of all commands counts, expected "
                           "submit: one_thread beside tasks");
    }
  }
}

template <class Values>
constexpr std::array<std::string_view, 2> names_of(const Values& values) {
  return {warpshop::name(values[0]), warpshop::name(values[1])};
}

/// A stage that is an amount alone is the same as a map of it, into which a value beside it can be put.
void make_map(YamlNode& stage, bool is_copy) {
  YamlNode key = stage;
  key.plain = true;
  key.text = is_copy && is_size(stage) ? "bytes" : "time";
  YamlNode map = stage;
  map.kind = NodeKind::map;
  map.text.clear();
  map.children = {std::move(key), std::move(stage)};
  stage = std::move(map);
}

class WorkloadReceiver : public DocumentReceiver {
 public:
  WorkloadReceiver(Workload& workload, std::span<const ProfileSetting> settings)
      : workload_(workload), settings_(settings), used_(settings.size()) {}

  const NameMarks& marks() const { return marks_; }
  bool takes_elements(const YamlNode& key) const override { return key.text == "tasks"; }

  void element(const YamlNode& element) override {
    Task task = settings_.empty() ? decode_task(element, marks_) : decode_task(with_settings_of(element), marks_);
    tasks_in_all_ += task.count;
    if (tasks_in_all_ > kMostTasks) {
      refuse(element, "more than 10000000 tasks with their repeats, expected at most that");
    }
    workload_.tasks.push_back(std::move(task));
  }

  /// Once all tasks are there. Throws InputError.
  void check_settings() const {
    const auto unused = std::find(used_.begin(), used_.end(), false);
    if (unused != used_.end()) {
      YamlNode place;
      place.mark = mark_of_setting(static_cast<std::size_t>(unused - used_.begin()));
      place.file = &workload_.file;
      refuse(place, "no task is called so, or has such a value, expected NAME.PATH, or *.PATH for every task");
    }
  }

  void entry(const YamlNode& key, const YamlNode& value) override {
    if (key.text == "name") {
      workload_.name = name(value);
    } else if (key.text == "recorded_on") {
      workload_.recorded_on = name(value);
    } else if (key.text == "submit") {
      workload_.submit = kSubmits[one_of(value, names_of(kSubmits), "who submits")];
    } else if (key.text == "issue") {
      workload_.issue = kIssueOrders[one_of(value, names_of(kIssueOrders), "an order of issue")];
    } else if (key.text == "jobs") {
      for (const YamlNode& job : elements(value, "jobs", "jobs such as {name: step 1, due: 30 ms}")) {
        workload_.jobs.push_back(group_of<JobSpec>(job));
        workload_.jobs.back().mark = job.mark;
      }
    } else if (key.text == "tasks" && value.kind != NodeKind::sequence) {
      refuse_value(value, "is not a list of tasks", "at least one task");
    } else if (key.text == "tasks" && workload_.tasks.empty()) {
      refuse(value, "no tasks, expected at least one");
    }
  }

 private:
  YamlNode with_settings_of(const YamlNode& element) {
    YamlNode task = element;
    const YamlNode* const called = find_value(element, "name");
    const std::string own = called != nullptr ? called->text + '.' : std::string{};
    for (std::size_t i = 0; i < settings_.size(); ++i) {
      const std::string_view path = settings_[i].path;
      for (const std::string_view name : {std::string_view("*."), std::string_view(own)}) {
        const std::string_view rest = path.substr(std::min(name.size(), path.size()));
        // of tasks A and A.b, A.b.kernel is a value of the second alone; a name is none
        if (!name.empty() && path.starts_with(name) && rest != "name" && is_task_key(rest.substr(0, rest.find('.')))) {
          put_in(task, rest, i, name == "*.");
        }
      }
    }
    return task;
  }

  /// A value at the rest of its path. Into a stage that the task is without nothing is put for every task's sake.
  void put_in(YamlNode& task, std::string_view rest, std::size_t setting, bool of_every_task) {
    const std::string_view key = rest.substr(0, rest.find('.'));
    if ((key == "h2d" || key == "kernel" || key == "d2h") && key != rest) {
      auto* stage = const_cast<YamlNode*>(find_value(task, key));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
      if (stage == nullptr && of_every_task) {
        return;
      }
      if (stage != nullptr && stage->kind == NodeKind::scalar) {
        make_map(*stage, key != "kernel");
      }
    }
    apply_setting(task, {std::string(rest), settings_[setting].value}, setting);
    used_[setting] = true;
  }

  Workload& workload_;
  std::span<const ProfileSetting> settings_;
  std::vector<bool> used_;
  NameMarks marks_;
  std::size_t tasks_in_all_ = 0;
};

Workload decode_workload(Text text, std::span<const ProfileSetting> settings = {}) {
  Workload workload;
  workload.file = text.file;
  WorkloadReceiver receiver(workload, settings);
  TopLevel top_level{
      .schema = "warpshop.workload/1", .what = "a workload", .known = kWorkloadKeys, .needed = kNeededKeys};
  read_document(text, top_level, receiver);
  receiver.check_settings();
  check_names(workload, receiver.marks());
  check_recorded(workload);
  check_jobs(workload);
  check_submission(workload);
  assert(!workload.tasks.empty() && workload.size() <= kMostTasks);
  return workload;
}

}  // namespace

Workload read_workload(const std::filesystem::path& file) {
  return file == kStandardInput ? parse_workload(std::cin, "<stdin>") : decode_workload(read_text(file, Fifo::awaited));
}

Workload parse_workload(Text text, std::span<const ProfileSetting> settings) {
  try {
    return decode_workload(std::move(text), settings);
  } catch (const InputError& error) {
    if (settings.empty()) {
      throw;
    }
    throw with_settings(error, settings);
  }
}

Workload parse_workload(std::istream& text, const std::string& file_name) {
  return decode_workload(read_text(text, file_name));
}

}  // namespace warpshop::io
