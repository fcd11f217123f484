#include "sim/evaluate/bounds/host.hpp"

#include <algorithm>

#include "sim/evaluate/bounds/least_times.hpp"

namespace warpshop::evaluate {

Visit HostMachines::visit_of(std::uint32_t task, bool of_stream) const {
  const Job& job = instance_.jobs[task];
  const std::array<Millis, 3> least = least_times(instance_, job);
  const bool depth_first = instance_.issue.order == IssueOrder::depth_first;
  Visit visit{.head = job.release};
  Millis passed{0};  // of the task, since its first command began
  for (const Stage stage : kStages) {
    passed += least[index(stage)];
    if ((of_stream && job.legacy) || (stage != Stage::kernel && job.blocks[index(stage) / 2])) {
      visit.work = depth_first ? passed : visit.work + least[index(stage)];
    }
  }
  visit.tail = depth_first ? passed - visit.work : Millis{0};
  return visit;
}

void HostMachines::add(std::uint32_t task, Millis thread, Millis stream) {
  auto& [of_thread, of_stream] = machines_[instance_.program(task)];
  Visit visit = visit_of(task, false);
  visit.head = std::max(visit.head, thread);
  visit.work += instance_.host.empty() ? Millis{0} : instance_.host[task];
  of_thread.add(visit);
  visit = visit_of(task, true);
  visit.head = std::max(visit.head, stream);
  if (visit.work > Millis{0}) {
    of_stream.add(visit);
  }
}

Millis HostMachines::bound() const {
  Millis bound{0};
  for (const auto& [thread, stream] : machines_) {
    bound = std::max({bound, thread.bound(), stream.bound()});
  }
  return bound;
}

Millis host_bound(const Instance& instance) {
  if (!instance.issue.one_thread) {
    return Millis{0};
  }
  HostMachines machines(instance);
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    machines.add(task);
  }
  return machines.bound();
}

}  // namespace warpshop::evaluate
