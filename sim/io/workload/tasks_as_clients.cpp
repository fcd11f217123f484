#include "sim/io/workload/tasks_as_clients.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

class Adder {
 public:
  Adder(Workload& workload, NameMarks& marks) : workload_(workload), marks_(marks) {}

  void add(const Task& task, Mark named) {
    check(task);
    if (task.job.empty()) {
      refuse_if(task, !task.after.empty(), "waits for another", "expected job: beside both, or a client with both");
      for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
        open(repeat_name(task, repeat), task, release_of(task, repeat), named);
        append(task, workload_.clients.all.back().name, named);
      }
      job_.clear();
      return;
    }
    refuse_if(task, task.count > 1, "has repeats in a job", "expected each by itself");
    if (job_ != task.job) {
      refuse_if(task, !task.after.empty(), "waits for another, and is the first of its job",
                "expected it without after");
      open(task.job, task, task.release, named);
      job_ = task.job;
    } else {
      refuse_if(task, task.after.size() != 1 || task.after.front().task != before_,
                "does not wait for the one before it of its job alone", "expected after: that one");
      refuse_if(task, task.release > Millis{0}, "has a release, and is not the first of its job",
                "expected a lag behind the one before it");
      refuse_if(task, task.host && std::holds_alternative<Bytes>(*task.host),
                "comes after another, and its host does so many bytes", "expected a duration such as 2 ms");
    }
    append_to_job(task, named);
    before_ = task.name;
  }

 private:
  void refuse_if(const Task& task, bool has, std::string_view what, std::string_view expected) const {
    if (has) {
      throw InputError(
          workload_.file, task.mark,
          fmt::format("the task {} stands beside clients, and {}, {}", in_quotes(task.name), what, expected));
    }
  }
  void check(const Task& task) const {
    const std::string_view without = "expected it without";
    refuse_if(task, task.weight != 1, "has a weight", without);
    refuse_if(task, task.due.has_value(), "has a due date", "expected it without, or a client with a goal");
    refuse_if(task, task.footprint.has_value(), "has a footprint", without);
    refuse_if(task, task.legacy, "is in the legacy default stream", without);
    refuse_if(task, task.recorded.has_value(), "was recorded", "expected it as the request of a client");
  }

  /// A client that asks once.
  void open(std::string name, const Task& first, Millis release, Mark named) {
    family_ = first.family.empty() ? name : first.family;
    workload_.clients.all.push_back({.name = std::move(name),
                                     .tasks = {static_cast<std::uint32_t>(workload_.tasks.size()), 0},
                                     .arrivals = at(release),
                                     .kind = ClientClass::offline,
                                     .mark = named});
  }
  static Arrivals at(Millis release) {
    return release > Millis{0} ? Arrivals{RecordedArrivals{{release}}} : Arrivals{ArrivalsAtOnce{1}};
  }
  void append(Task task, std::string name, Mark named) {
    task.name = std::move(name);
    task.family = family_;
    task.job.clear();
    task.release = Millis{0};
    task.count = 1;
    task.period = Millis{0};
    ++workload_.clients.all.back().tasks.count;
    marks_.tasks.push_back(named);
    marks_.after.insert(marks_.after.end(), task.after.size(), named);
    workload_.tasks.push_back(std::move(task));
  }
  void append_to_job(Task task, Mark named) {
    const std::uint32_t step = workload_.clients.all.back().tasks.count;
    const std::string name = fmt::format("{}/{}", job_, step + 1);
    if (step > 0) {
      Predecessor& before = task.after.front();
      before.task = workload_.tasks.back().name;
      before.lag += task.host ? std::get<Millis>(*task.host) : Millis{0};
      before.stated = before.lag == Millis{0} && (before.stated || task.host);
      task.host.reset();
    }
    append(std::move(task), name, named);
  }

  Workload& workload_;
  NameMarks& marks_;
  std::string job_, before_, family_;  // of the last client
};

}  // namespace

void add_as_clients(const std::vector<Task>& tasks, const NameMarks& of_tasks, Workload& workload, NameMarks& marks) {
  Adder adder(workload, marks);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    adder.add(tasks[i], of_tasks.tasks[i]);
  }
}

}  // namespace warpshop::io
