#include "sim/evaluate/bounds/host.hpp"

#include "sim/evaluate/bounds/least_times.hpp"

namespace warpshop::evaluate {

Visit host_visit(const Instance& instance, std::uint32_t task) {
  if (!instance.issue.one_thread) {
    return {};
  }
  const Job& job = instance.jobs[task];
  const std::array<Millis, 3> least = least_times(instance, job);
  Visit visit{.head = job.release, .work = instance.host.empty() ? Millis{0} : instance.host[task]};
  if (instance.issue.order == IssueOrder::breadth_first) {
    for (const std::size_t side : {0U, 1U}) {
      visit.work += job.blocks[side] ? least[2 * side] : Millis{0};
    }
    return visit;
  }
  Millis passed{0};  // of the task, since its first command was issued
  Millis waited{0};
  for (const Stage stage : kStages) {
    passed += least[index(stage)];
    if (job.legacy || (stage != Stage::kernel && job.blocks[index(stage) / 2])) {
      waited = passed;
    }
  }
  visit.work += waited;
  visit.tail = passed - waited;
  return visit;
}

Millis host_bound(const Instance& instance) {
  Machine host;
  if (instance.issue.one_thread) {
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      host.add(host_visit(instance, task));
    }
  }
  return host.bound();
}

}  // namespace warpshop::evaluate
