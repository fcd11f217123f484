#include "sim/order/branch_and_bound/search_nodes.hpp"

#include <algorithm>
#include <limits>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/evaluate.hpp"

namespace warpshop::order {
namespace {

constexpr double kNobody = std::numeric_limits<double>::infinity();

/// Where the engines are when the last H2D of a prefix has ended, and the D2H payloads that are left then.
struct PrefixEnd {
  double h2d = 0;
  double kernel = 0;
  double d2h_left = 0;  ///< at the fastest rates
  evaluate::Payloads payloads{};
};

PrefixEnd end_of(const Instance& instance, const Timeline& timeline) {
  PrefixEnd end;
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == Stage::h2d) {
      end.h2d = std::max(end.h2d, interval.end.count());
    } else if (interval.stage == Stage::kernel && instance.jobs[interval.task].occupies(Stage::kernel)) {
      end.kernel = std::max(end.kernel, interval.end.count());
    }
  }
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage != Stage::d2h || interval.end.count() <= end.h2d) {
      continue;
    }
    const Job& job = instance.jobs[interval.task];
    // Nothing moves beside it after the last H2D, so what is left of its time is what is left of it.
    const double left = std::min(job.copy(Direction::d2h).payload.count(), interval.end.count() - end.h2d);
    end.payloads[index(Direction::d2h)][index(job.memory[index(Direction::d2h)])] += left;
    end.d2h_left += left / evaluate::fastest_rate(instance, Direction::d2h, job.memory[index(Direction::d2h)]);
  }
  return end;
}

}  // namespace

double SimulatedNode::bound(const Unscheduled& unscheduled) const {
  const Plan prefix = evaluate::plan_of(*instance_, Order(order_, order_ + size_));
  const Timeline timeline = evaluate::timeline(*instance_, prefix);
  if (unscheduled.tasks.empty()) {
    return timeline.makespan.count();
  }
  PrefixEnd end = end_of(*instance_, timeline);
  std::array<double, 3> work{};
  bool any_kernel = false;  // that has the compute engine to itself
  double least_release = kNobody;
  double least_h2d = kNobody;
  double least_h2d_kernel = kNobody;
  double least_kernel_d2h = kNobody;
  double least_d2h = kNobody;
  for (const std::uint32_t task : unscheduled.tasks) {
    const Job& job = instance_->jobs[task];
    const auto times = evaluate::least_times(*instance_, job);
    for (const Stage stage : kStages) {
      work[index(stage)] += job.occupies(stage) ? times[index(stage)].count() : 0;
    }
    any_kernel = any_kernel || job.occupies(Stage::kernel);
    for (const std::size_t side : {0U, 1U}) {
      end.payloads[side][index(job.memory[side])] += job.copies[side].payload.count();
    }
    least_release = std::min(least_release, job.release.count());
    least_h2d = std::min(least_h2d, times[0].count());
    least_h2d_kernel = std::min(least_h2d_kernel, (times[0] + times[1]).count());
    least_kernel_d2h = std::min(least_kernel_d2h, (times[1] + times[2]).count());
    least_d2h = std::min(least_d2h, times[2].count());
  }
  const double start = std::max(end.h2d, least_release);
  const double by_h2d = start + work[0] + least_kernel_d2h;
  const double by_kernel = any_kernel ? std::max(end.kernel, start + least_h2d) + work[1] + least_d2h : 0;
  const double by_d2h = std::max(end.h2d + end.d2h_left, start + least_h2d_kernel) + work[2];
  const double by_payloads = end.h2d + evaluate::overlapped_payloads(*instance_, end.payloads);
  return std::max({by_h2d, by_kernel, by_d2h, by_payloads});
}

}  // namespace warpshop::order
