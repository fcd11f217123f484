#include "sim/model/tasks_at_rate.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop {
namespace {

/// That of a name. Throws InputError: too many come.
PerSecond rate_of(const Task& task, double part, const TasksAtRate& coming, const std::string& file) {
  const PerSecond rate{coming.rate.value * part};
  if (rate.value * std::chrono::duration<double>(coming.horizon).count() > static_cast<double>(kMostRequests)) {
    throw InputError(
        file, task.mark,
        fmt::format("task '{}' comes more than {} times, expected at most that", task.name, kMostRequests));
  }
  return rate;
}

}  // namespace

Workload clients_of_tasks(Workload batch, const TasksAtRate& coming) {
  const auto counts = static_cast<double>(batch.size());
  const std::vector<Task> tasks = std::exchange(batch.tasks, {});
  if (coming.streams > kMostTasks / tasks.size()) {
    throw InputError(batch.file, tasks.front().mark,
                     fmt::format("more than {} tasks of all names at once, expected at most that", kMostTasks));
  }
  batch.clients = {.all = {}, .horizon = coming.horizon};
  for (Task task : tasks) {
    const PerSecond rate = rate_of(task, task.count / counts, coming, batch.file);
    batch.clients.all.push_back({.name = task.name,
                                 .tasks = {static_cast<std::uint32_t>(batch.tasks.size()), coming.streams},
                                 .streams = coming.streams,
                                 .arrivals = PoissonArrivals{rate},
                                 .kind = ClientClass::offline,
                                 .mark = task.mark});
    const std::string name = task.name;
    task.family = name;
    task.release = task.period = Millis{0};
    task.count = 1;
    for (std::uint32_t stream = 0; stream < coming.streams; ++stream) {
      task.name = coming.streams > 1 ? fmt::format("{}@{}", name, stream + 1) : name;
      batch.tasks.push_back(task);
    }
  }
  return batch;
}

}  // namespace warpshop
