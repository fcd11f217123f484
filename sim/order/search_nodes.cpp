#include "sim/order/search_nodes.hpp"

#include <algorithm>
#include <limits>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/lower_bound.hpp"

namespace warpshop::order {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

}  // namespace

void RelaxedNode::append() {
  const Job& job = instance_->jobs[order_[size_++]];
  const auto times = evaluate::least_times(*instance_, job);
  double ready = job.release.count();
  for (std::size_t stage = 0; stage < 3; ++stage) {
    if (job.has[stage]) {
      ends_[stage] = std::max(ends_[stage], ready) + times[stage].count();
      ready = ends_[stage];
    }
  }
}

double RelaxedNode::bound(std::span<const std::uint32_t> remaining) const {
  std::array<double, 3> work{};
  std::array<double, 3> head{kNone, kNone, kNone};
  std::array<double, 3> tail{kNone, kNone, kNone};
  for (const std::uint32_t task : remaining) {
    const Job& job = instance_->jobs[task];
    const auto times = evaluate::least_times(*instance_, job);
    double ready = job.release.count();
    double after = times[0].count() + times[1].count() + times[2].count();
    for (std::size_t stage = 0; stage < 3; ++stage) {
      const double time = times[stage].count();
      after -= time;
      if (job.has[stage]) {
        ready = std::max(ready, ends_[stage]);
        work[stage] += time;
        head[stage] = std::min(head[stage], ready);
        tail[stage] = std::min(tail[stage], after);
      }
      ready += time;
    }
  }
  double bound = 0;
  for (std::size_t stage = 0; stage < 3; ++stage) {
    bound = std::max({bound, ends_[stage], head[stage] < kNone ? head[stage] + work[stage] + tail[stage] : 0});
  }
  return bound;
}

template <bool Latencies>
double ExactNode<Latencies>::bound(std::span<const std::uint32_t> remaining) const {
  const double end = prefix_.makespan();
  if (remaining.empty()) {
    return end;
  }
  std::array<double, 3> work{};
  double h2d_payload = 0;
  double d2h_payload = prefix_.d2h_payload_left();
  double least_h2d = kNone;
  double least_h2d_kernel = kNone;
  double least_kernel_d2h = kNone;
  double least_d2h = kNone;
  for (const std::uint32_t task : remaining) {
    const Job& job = jobs_[task];
    const double h2d = job.alone(Stage::h2d).count();
    const double kernel = job.kernel.count();
    const double d2h = job.alone(Stage::d2h).count();
    work[0] += h2d;
    work[1] += kernel;
    work[2] += d2h;
    h2d_payload += job.copies[0].payload.count();
    d2h_payload += job.copies[1].payload.count();
    least_h2d = std::min(least_h2d, h2d);
    least_h2d_kernel = std::min(least_h2d_kernel, h2d + kernel);
    least_kernel_d2h = std::min(least_kernel_d2h, kernel + d2h);
    least_d2h = std::min(least_d2h, d2h);
  }
  const double h2d_end = prefix_.h2d_end();
  const double by_h2d = h2d_end + work[0] + least_kernel_d2h;
  const double by_kernel = std::max(prefix_.kernel_end(), h2d_end + least_h2d) + work[1] + least_d2h;
  const double by_d2h = std::max(end, h2d_end + least_h2d_kernel) + work[2];
  const double coupled =
      h2d_end +
      evaluate::coupled_copies(
          *rates_, {.h2d_payload = h2d_payload, .d2h_payload = d2h_payload, .head = 0, .tail = least_kernel_d2h});
  return std::max({by_h2d, by_kernel, by_d2h, coupled});
}

namespace {

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
    } else if (interval.stage == Stage::kernel) {
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

double SimulatedNode::bound(std::span<const std::uint32_t> remaining) const {
  const Plan prefix{.order = Order(order_, order_ + size_)};
  const Timeline timeline = evaluate::timeline(*instance_, prefix);
  if (remaining.empty()) {
    return timeline.makespan.count();
  }
  PrefixEnd end = end_of(*instance_, timeline);
  std::array<double, 3> work{};
  double least_release = kNone;
  double least_h2d = kNone;
  double least_h2d_kernel = kNone;
  double least_kernel_d2h = kNone;
  double least_d2h = kNone;
  for (const std::uint32_t task : remaining) {
    const Job& job = instance_->jobs[task];
    const auto times = evaluate::least_times(*instance_, job);
    for (const Stage stage : kStages) {
      work[index(stage)] += times[index(stage)].count();
    }
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
  const double by_kernel = std::max(end.kernel, start + least_h2d) + work[1] + least_d2h;
  const double by_d2h = std::max(end.h2d + end.d2h_left, start + least_h2d_kernel) + work[2];
  const double by_payloads = end.h2d + evaluate::overlapped_payloads(*instance_, end.payloads);
  return std::max({by_h2d, by_kernel, by_d2h, by_payloads});
}

template class ExactNode<false>;
template class ExactNode<true>;

}  // namespace warpshop::order
