#include "sim/io/workload/read_workload.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iostream>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/io/workload/decode_client.hpp"
#include "sim/io/workload/decode_task.hpp"
#include "sim/io/workload/entry_settings.hpp"
#include "sim/io/workload/tasks_as_clients.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/utf8.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 2> kNeededKeys{"schema", "name"};
constexpr std::array<std::string_view, 9> kWorkloadKeys{"schema", "name",  "recorded_on", "submit", "issue",
                                                        "jobs",   "tasks", "clients",     "horizon"};

/// What can be said only once the whole file has been read. Throws InputError.
void check_recorded(const Workload& workload) {
  for (const Task& task : workload.tasks) {
    for (const auto* copy : {&task.h2d, &task.d2h}) {
      if (*copy && (*copy)->size && workload.recorded_on.empty()) {
        throw InputError(workload.file, (*copy)->mark,
                         std::string("a copy with both time and bytes, expected one of them") +
                             (workload.clients.none() ? ", or recorded_on: the device that the times are of" : ""));
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

/// A batch is one run, of which kernels are to take what they are said to. Throws InputError.
void check_jitter(const Workload& workload) {
  for (const Task& task : workload.tasks) {
    if (workload.clients.none() && task.kernel && task.kernel->pace && task.kernel->pace->jitter) {
      throw InputError(
          workload.file, task.kernel->mark,
          "the kernel of the task " + in_quotes(task.name) + " has jitter, expected that of clients alone");
    }
  }
}

/// What goes in steps is a task by itself, of which each step has a part. Throws InputError.
void check_splits(const Workload& workload) {
  for (const Task& task : workload.tasks) {
    if (!task.kernel || !task.kernel->split) {
      continue;
    }
    const char* beside = !workload.clients.none() ? "it is of a client"
                         : task.host              ? "it has host time"
                         : task.footprint         ? "it has a footprint"
                         : task.recorded || (task.h2d && task.h2d->size) || (task.d2h && task.d2h->size)
                             ? "it is recorded"
                             : nullptr;
    if (beside != nullptr) {
      throw InputError(workload.file, task.kernel->split->mark,
                       fmt::format("the task {} is split over CPU and GPU, and {}, expected one of the two",
                                   in_quotes(task.name), beside));
    }
  }
}

template <class Values>
constexpr std::array<std::string_view, 2> names_of(const Values& values) {
  return {warpshop::name(values[0]), warpshop::name(values[1])};
}

class WorkloadReceiver : public DocumentReceiver {
 public:
  WorkloadReceiver(Workload& workload, std::span<const ProfileSetting> settings, bool tasks_alone)
      : workload_(workload), settings_(settings), tasks_alone_(tasks_alone) {}

  const NameMarks& marks() const { return marks_; }
  bool takes_elements(const YamlNode& key) const override { return key.text == "tasks" || key.text == "clients"; }

  void element(const YamlNode& key, const YamlNode& element) override {
    if (key.text == "clients") {
      if (tasks_alone_) {
        refuse(key, "clients in a workload whose tasks are those of a request, expected tasks alone");
      }
      decode_client(settings_.none() ? element : settings_.put_into(element, is_client_key), workload_, marks_);
    } else {
      add_task(element, settings_.none() ? element : settings_.put_into(element, is_task_key));
    }
  }

  void entry(const YamlNode& key, const YamlNode& value) override {
    keys_.push_back(key);
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
    } else if (key.text == "horizon") {
      workload_.clients.horizon = duration_above_zero(value);
    } else if (takes_elements(key) && value.kind != NodeKind::sequence) {
      refuse_value(value, "is not a list of " + key.text, "at least one " + key.text.substr(0, key.text.size() - 1));
    } else if (takes_elements(key) && (key.text == "tasks" ? tasks_.empty() : workload_.clients.none())) {
      refuse(value, "no " + key.text + ", expected at least one");
    }
  }

  /// Which keys stand beside which. root: the map of all of them. Throws InputError.
  void check_keys(const YamlNode& root) const {
    const YamlNode* clients = find_key("clients");
    const YamlNode* horizon = find_key("horizon");
    if (clients == nullptr && horizon != nullptr) {
      refuse(*horizon, "a horizon without clients, expected clients, or none");
    }
    if (clients == nullptr && find_key("tasks") == nullptr) {
      refuse(root, "a workload without tasks, expected the key tasks, or clients");
    }
    if (clients == nullptr) {
      return;
    }
    for (const std::string_view key : {"recorded_on", "submit", "issue", "jobs"}) {
      if (const YamlNode* found = find_key(key)) {
        refuse(*found, std::string(key) + " beside clients, expected it beside tasks alone");
      }
    }
    if (horizon == nullptr) {
      refuse(*clients, "clients without a horizon, expected until when requests arrive, such as horizon: 60 s");
    }
  }

  /// Once all entries are there: tasks beside clients are clients as well. Throws InputError.
  void place_tasks() {
    if (workload_.clients.none()) {
      workload_.tasks = std::move(tasks_);
      marks_ = std::move(marks_of_tasks_);
    } else {
      add_as_clients(tasks_, marks_of_tasks_, workload_, marks_);
    }
  }

  /// Once all entries are there. Throws InputError.
  void check_settings() const {
    if (const auto unused = settings_.first_unused()) {
      YamlNode place;
      place.mark = mark_of_setting(*unused);
      place.file = &workload_.file;
      const std::string entry = workload_.clients.none() ? "task" : "client";
      refuse(place,
             "no " + entry + " is called so, or has such a value, expected NAME.PATH, or *.PATH for every " + entry);
    }
  }

 private:
  /// place: the entry in the file.
  void add_task(const YamlNode& place, const YamlNode& element) {
    Task task = decode_task(element, marks_of_tasks_);
    tasks_in_all_ += task.count;
    if (tasks_in_all_ > kMostTasks) {
      refuse(place, "more than 10000000 tasks with their repeats, expected at most that");
    }
    tasks_.push_back(std::move(task));
  }

  const YamlNode* find_key(std::string_view text) const {
    const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const YamlNode& key) { return key.text == text; });
    return found == keys_.end() ? nullptr : &*found;
  }

  Workload& workload_;
  EntrySettings settings_;
  bool tasks_alone_;         ///< its clients are refused
  std::vector<Task> tasks_;  ///< until all entries are there
  NameMarks marks_, marks_of_tasks_;
  std::vector<YamlNode> keys_;
  std::size_t tasks_in_all_ = 0;
};

Workload decode_workload(Text text, std::span<const ProfileSetting> settings = {}, bool tasks_alone = false) {
  Workload workload;
  workload.file = text.file;
  WorkloadReceiver receiver(workload, settings, tasks_alone);
  TopLevel top_level{
      .schema = "warpshop.workload/1", .what = "a workload", .known = kWorkloadKeys, .needed = kNeededKeys};
  receiver.check_keys(read_document(text, top_level, receiver));
  receiver.check_settings();
  receiver.place_tasks();
  check_clients(workload, receiver.marks());
  check_names(workload, receiver.marks());
  check_recorded(workload);
  check_jobs(workload);
  check_submission(workload);
  check_jitter(workload);
  check_splits(workload);
  assert(!workload.tasks.empty() && workload.size() <= kMostTasks);
  return workload;
}

}  // namespace

Workload read_workload(const std::filesystem::path& file) {
  return file == kStandardInput ? parse_workload(std::cin, "<stdin>") : decode_workload(read_text(file, Fifo::awaited));
}

Workload read_tasks(const std::filesystem::path& file) {
  return decode_workload(read_text(file, Fifo::awaited), {}, true);
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
