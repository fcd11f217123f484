#include "sim/order/sq.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {
namespace {

Millis distance(Millis a, Millis b) {
  return std::max(a - b, b - a);
}

/// Work of one stage that is left at `instant`, over the tasks of a timeline but one.
Millis work_left(const Timeline& timeline, Stage stage, Millis instant, std::uint32_t without) {
  Millis left{0};
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == stage && interval.task != without) {
      left += std::max(Millis{0}, interval.end - std::max(interval.start, instant));
    }
  }
  return left;
}

}  // namespace

Millis misfit(const Instance& instance, const Order& order, std::uint32_t task) {
  Plan plan{.order = order};
  plan.order.push_back(task);
  const Timeline timeline = evaluate::timeline(instance, plan);
  Millis sum{0};
  for (const Interval& interval : timeline.intervals) {
    if (interval.task == task && interval.stage != Stage::d2h) {
      const Stage filled = interval.stage == Stage::h2d ? Stage::kernel : Stage::d2h;
      sum += distance(interval.end - interval.start, work_left(timeline, filled, interval.start, task));
    }
  }
  return sum;
}

bool Misfits::apply(const Instance& instance) {
  const bool free = instance.dma_engines == 2 && instance.families.empty() && !instance.issue.any();
  return free && std::all_of(instance.jobs.begin(), instance.jobs.end(), [&](const Job& job) {
           return !(job.exclusive[0] && job.has[0]) && (instance.precedence.empty() || job.has[0]);
         });
}

Misfits::Misfits(const Instance& instance, const Order& order) : instance_(instance), end_of_(instance.size()) {
  const Timeline timeline = evaluate::timeline(instance, {.order = order});
  for (const Interval& interval : timeline.intervals) {
    Millis& end = end_of_[interval.task];
    const Run run{interval.task, std::max(end, instance.jobs[interval.task].release), interval.start, interval.end};
    end = interval.end;
    if (interval.stage == Stage::h2d) {
      h2d_end_ = std::max(h2d_end_, interval.end);
    } else if (interval.stage == Stage::kernel) {
      kernels_.push_back(run);
      kernel_end_ = std::max(kernel_end_, interval.end);
    } else {
      d2hs_.push_back(run);
    }
  }
  add_up(kernels_);
  add_up(d2hs_);
  alone_from_.assign(d2hs_.size() + 1, Millis{0});
  for (std::size_t i = d2hs_.size(); i-- > 0;) {
    alone_from_[i] = alone_from_[i + 1] + instance.jobs[d2hs_[i].task].alone(Stage::d2h);
  }
}

void Misfits::add_up(std::vector<Run>& runs) {
  Millis sum{0};
  for (std::size_t i = runs.size(); i-- > 0;) {
    sum += runs[i].end - runs[i].start;
    runs[i].from_here = sum;
  }
}

Millis Misfits::left(std::span<const Run> runs, Millis instant) {
  const auto run =
      std::partition_point(runs.begin(), runs.end(), [&](const Run& other) { return other.end <= instant; });
  if (run == runs.end()) {
    return Millis{0};
  }
  return run->from_here - std::max(Millis{0}, instant - run->start);
}

/// One D2H after the other: waits until it is ready, holds its engine for its latency, moves its payload.
struct Misfits::D2hQueue {
  const Misfits& misfits;
  std::size_t head;
  Millis now;
  Millis latency{0}, payload{0};  ///< that the head has left once it has started
  bool started = false;

  /// As the order leaves it at an instant when no H2D runs.
  D2hQueue(const Misfits& of, Millis instant) : misfits(of), now(instant) {
    const std::vector<Run>& runs = of.d2hs_;
    const auto run = std::partition_point(runs.begin(), runs.end(), [&](const Run& r) { return r.end <= instant; });
    head = static_cast<std::size_t>(run - runs.begin());
    if (!empty() && run->start < instant) {
      started = true;
      payload = std::min(run->end - instant, copy().payload);
      latency = run->end - instant - payload;
    }
  }

  bool empty() const { return head == misfits.d2hs_.size(); }
  const Copy& copy() const { return misfits.instance_.jobs[misfits.d2hs_[head].task].copies[1]; }
  Memory memory() const { return misfits.instance_.jobs[misfits.d2hs_[head].task].memory[1]; }
  bool moving() const { return started && latency <= Millis{0}; }

  /// The head starts if it is ready; else how long that will be, or how long until its latency or payload ends.
  Millis next(double rate) {
    if (!started && misfits.d2hs_[head].ready <= now) {
      started = true;
      latency = copy().latency;
      payload = copy().payload;
    }
    return !started ? misfits.d2hs_[head].ready - now : latency > Millis{0} ? latency : payload / rate;
  }
  /// So much time passes, at most next(); whole: that much.
  void pass(Millis time, double rate, bool whole) {
    now = whole && !started ? misfits.d2hs_[head].ready : now + time;
    if (!started) {
      return;
    }
    if (latency > Millis{0}) {
      latency = whole ? Millis{0} : latency - time;
    } else if (whole) {
      started = false;
      ++head;
    } else {
      payload -= rate * time;
    }
  }
  Millis left() const {
    return empty()   ? Millis{0}
           : started ? latency + payload + misfits.alone_from_[head + 1]
                     : misfits.alone_from_[head];
  }
};

Millis Misfits::d2h_left(std::uint32_t task, Millis instant, Millis& h2d_end) const {
  const Job& job = instance_.jobs[task];
  D2hQueue queue(*this, instant);
  Millis latency = job.copies[0].latency;
  Millis payload = job.copies[0].payload;
  while (latency + payload > Millis{0}) {
    if (queue.empty()) {
      queue.now += latency + payload;
      break;
    }
    queue.next(1);  // it may start
    const bool both = latency <= Millis{0} && queue.moving();
    const double rate = both ? instance_.rates[0][index(job.memory[0])][index(queue.memory())] : 1;
    const double opposing = both ? instance_.rates[1][index(queue.memory())][index(job.memory[0])] : 1;
    const Millis own = latency > Millis{0} ? latency : payload / rate;
    const Millis other = queue.next(opposing);
    queue.pass(std::min(own, other), opposing, other <= own);
    if (latency > Millis{0}) {
      latency = own <= other ? Millis{0} : latency - other;
    } else {
      payload = own <= other ? Millis{0} : payload - rate * other;
    }
  }
  h2d_end = queue.now;
  const Millis start = std::max(h2d_end, kernel_end_);
  while (!queue.empty() && queue.now < start) {
    const Millis next = queue.next(1);
    if (!queue.started && !(d2hs_[queue.head].start > d2hs_[queue.head].ready) && queue.now + next < start) {
      return left(d2hs_, start);  // from here on as if the task were not there
    }
    const bool whole = queue.now + next <= start;
    queue.pass(whole ? next : start - queue.now, 1, whole);
  }
  return queue.left();
}

Millis Misfits::of(std::uint32_t task) const {
  const Job& job = instance_.jobs[task];
  Millis ready = job.release;
  for (const Precedence& pair : instance_.precedence) {
    if (pair.after == task) {
      ready = std::max(ready, end_of_[pair.before] + pair.lag);
    }
  }
  if (!job.has[index(Stage::h2d)]) {
    return job.has[index(Stage::kernel)] ? distance(job.kernel, left(d2hs_, std::max(ready, kernel_end_))) : Millis{0};
  }
  const Millis start = std::max(ready, h2d_end_);
  Millis end{0};
  const Millis d2h = d2h_left(task, start, end);
  const Millis sum = distance(end - start, left(kernels_, start));
  return job.has[index(Stage::kernel)] ? sum + distance(job.kernel, d2h) : sum;
}

/// Single queue (S5 3.5): the task with the shortest H2D first, then again and again the one with the least misfit();
/// of tied ones the earlier in the workload; among those whose predecessors have gone. O(n²) with Misfits, as far as
/// D2Hs do not pile up; O(n³) where they do not apply.
Planned sq(const Instance& instance, const PlanOptions& options) {
  Plan plan;
  std::vector<std::uint32_t> left(instance.size());
  for (std::uint32_t task = 0; task < left.size(); ++task) {
    left[task] = task;
  }
  Eligibility eligibility(instance);
  const bool quick = Misfits::apply(instance);
  while (!left.empty()) {
    std::optional<Misfits> misfits;
    if (quick && !plan.order.empty()) {
      misfits.emplace(instance, plan.order);
    }
    const auto score_of = [&](std::uint32_t task) {
      return plan.order.empty() ? instance.jobs[task].alone(Stage::h2d)
             : misfits          ? misfits->of(task)
                                : misfit(instance, plan.order, task);
    };
    Millis least{0};
    auto chosen = left.end();
    for (auto candidate = left.begin(); candidate != left.end(); ++candidate) {
      if (!eligibility.eligible(*candidate)) {
        continue;
      }
      const Millis score = score_of(*candidate);
      if (chosen == left.end() || clearly_less(score, least)) {
        least = score;
        chosen = candidate;
      }
    }
    plan.order.push_back(*chosen);
    eligibility.take(*chosen);
    left.erase(chosen);
  }
  return ordered(instance, std::move(plan.order), options);
}

}  // namespace warpshop::order
