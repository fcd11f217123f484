#include "sim/model/tasks_at_rate.hpp"

#include <string>
#include <utility>
#include <vector>

namespace warpshop {

Workload clients_of_tasks(Workload batch, const TasksAtRate& coming) {
  const auto counts = static_cast<double>(batch.size());
  const std::vector<Task> tasks = std::exchange(batch.tasks, {});
  batch.clients = {.all = {}, .horizon = coming.horizon};
  for (Task task : tasks) {
    batch.clients.all.push_back({.name = task.name,
                                 .tasks = {static_cast<std::uint32_t>(batch.tasks.size()), coming.streams},
                                 .streams = coming.streams,
                                 .arrivals = PoissonArrivals{PerSecond{coming.rate.value * task.count / counts}},
                                 .kind = ClientClass::offline,
                                 .mark = task.mark});
    const std::string name = task.name;
    task.family = batch.name;
    task.release = task.period = Millis{0};
    task.count = 1;
    for (std::uint32_t stream = 0; stream < coming.streams; ++stream) {
      task.name = coming.streams > 1 ? name + '@' + std::to_string(stream + 1) : name;
      batch.tasks.push_back(task);
    }
  }
  return batch;
}

}  // namespace warpshop
