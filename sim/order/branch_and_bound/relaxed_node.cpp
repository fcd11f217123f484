#include "sim/order/branch_and_bound/relaxed_node.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/rounds.hpp"

namespace warpshop::order {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

double tail(const std::array<double, 3>& times, std::size_t stage) {
  return std::accumulate(times.begin() + static_cast<std::ptrdiff_t>(stage) + 1, times.end(), 0.0);
}

}  // namespace

RelaxedShop::RelaxedShop(const Instance& problem, Objective aim, const std::uint32_t* prefix)
    : instance(problem),
      objective(aim),
      order(prefix),
      rounds(evaluate::needs_rounds(problem)),
      host(problem.issue.one_thread && problem.issue.order == IssueOrder::depth_first),
      predecessors(problem.size()),
      ends(problem.size()) {
  for (const Job& job : instance.jobs) {
    const auto least = evaluate::least_times(instance, job);
    times.push_back({least[0].count(), least[1].count(), least[2].count()});
  }
  for (const Precedence& pair : instance.precedence) {
    predecessors[pair.after].push_back(pair);
  }
  for (std::size_t stage = 0; stage < 3; ++stage) {
    std::vector<std::uint32_t>& sequence = sequences[stage];
    sequence.resize(instance.size());
    std::iota(sequence.begin(), sequence.end(), 0U);
    std::vector<double> keys;
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      const double weight = instance.weight(task);
      keys.push_back(objective == Objective::lateness ? instance.due_date(task).count() - tail(times[task], stage)
                     : weight > 0                     ? times[task][stage] / weight
                                                      : kUnbounded);
    }
    std::stable_sort(sequence.begin(), sequence.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  }
}

RelaxedNode::RelaxedNode(RelaxedShop& shop)
    : shop_(&shop),
      costs_(shop.instance, shop.objective),
      rounds_(shop.instance),
      programs_(shop.host ? shop.instance.issue.programs : 0) {}

void RelaxedNode::append() {
  const std::uint32_t task = shop_->order[size_++];
  const Job& job = shop_->instance.jobs[task];
  double ready = release_of(task);
  Program nobody;
  Program& program = shop_->host ? programs_[shop_->instance.program(task)] : nobody;
  if (shop_->host) {
    program.host = std::max(program.host, job.release.count());
    program.host += shop_->instance.host.empty() ? 0 : shop_->instance.host[task].count();
  }
  for (std::size_t stage = 0; stage < 3; ++stage) {
    ready = std::max(ready, begin_of(job, program));
    if (job.occupies(kStages[stage])) {
      ready = std::max(ends_[stage], ready) + (stage == 1 ? kernel_time(task) : shop_->times[task][stage]);
      ends_[stage] = ready;
    } else {
      ready += shop_->times[task][stage];  // 0, or that of a kernel beside others
    }
    if (shop_->host && job.has[stage]) {
      program.end = std::max(program.end, ready);
      program.legacy = job.legacy ? ready : program.legacy;
      program.host = stage != 1 && job.blocks[stage / 2] ? ready : program.host;
    }
  }
  shop_->ends[task] = ready;
  end_ = std::max(end_, ready);
  costs_.add(task, Millis{ready});
}

double RelaxedNode::begin_of(const Job& job, const Program& program) {
  return std::max(program.host, job.legacy ? program.end : program.legacy);
}

double RelaxedNode::release_of(std::uint32_t task) {
  if (shop_->rounds && rounds_.starts_round(task)) {
    round_start_ = end_;
  }
  double release = std::max(shop_->instance.jobs[task].release.count(), round_start_);
  for (const Precedence& pair : shop_->predecessors[task]) {
    release = std::max(release, shop_->ends[pair.before] + pair.lag.count());
  }
  return release;
}

double RelaxedNode::kernel_time(std::uint32_t task) {
  const std::uint32_t family = shop_->instance.families.empty() ? 0 : shop_->instance.families[task];
  const bool switches = family != 0 && family_ != 0 && family != family_;
  family_ = family != 0 ? family : family_;
  return shop_->times[task][1] + (switches ? shop_->instance.family_setup.count() : 0);
}

double RelaxedNode::bound(const Unscheduled& unscheduled) const {
  if (unscheduled.tasks.empty()) {
    return costs_.total().count();
  }
  if (shop_->objective == Objective::makespan) {
    return makespan_bound(unscheduled);
  }
  return std::max({alone_bound(unscheduled), engine_bound(unscheduled, 0), engine_bound(unscheduled, 1),
                   engine_bound(unscheduled, 2)});
}

double RelaxedNode::ready(std::uint32_t task, std::size_t stage) const {
  const Job& job = shop_->instance.jobs[task];
  double ready = std::max(job.release.count(), round_start_);
  if (shop_->host) {
    ready = std::max(ready, begin_of(job, programs_[shop_->instance.program(task)]));
  }
  for (std::size_t before = 0; before < stage; ++before) {
    ready = job.occupies(kStages[before]) ? std::max(ready, ends_[before]) : ready;
    ready += shop_->times[task][before];
  }
  return job.occupies(kStages[stage]) ? std::max(ready, ends_[stage]) : ready;
}

double RelaxedNode::alone_end(std::uint32_t task) const {
  const Job& job = shop_->instance.jobs[task];
  const std::size_t last = job.has[2] ? 2 : job.has[1] ? 1 : 0;
  return ready(task, last) + shop_->times[task][last];
}

double RelaxedNode::makespan_bound(const Unscheduled& unscheduled) const {
  double bound = end_;
  for (std::size_t stage = 0; stage < 3; ++stage) {
    evaluate::Machine machine;
    for (const std::uint32_t task : unscheduled.tasks) {
      if (shop_->instance.jobs[task].occupies(kStages[stage])) {
        machine.add(evaluate::Visit{Millis{ready(task, stage)}, Millis{shop_->times[task][stage]},
                                    Millis{tail(shop_->times[task], stage)}});
      }
    }
    bound = std::max(bound, machine.bound().count());
  }
  if (shop_->host) {
    evaluate::HostMachines hosts(shop_->instance);
    for (const std::uint32_t task : unscheduled.tasks) {
      const Program& program = programs_[shop_->instance.program(task)];
      hosts.add(task, Millis{program.host}, Millis{begin_of(shop_->instance.jobs[task], program)});
    }
    bound = std::max(bound, hosts.bound().count());
  }
  return std::max(bound, alone_bound(unscheduled));
}

double RelaxedNode::alone_bound(const Unscheduled& unscheduled) const {
  evaluate::Costs costs = costs_;
  for (const std::uint32_t task : unscheduled.tasks) {
    costs.add(task, Millis{alone_end(task)});
  }
  return costs.total().count();
}

double RelaxedNode::engine_bound(const Unscheduled& unscheduled, std::size_t stage) const {
  double time = kUnbounded;
  for (const std::uint32_t task : unscheduled.tasks) {
    if (shop_->instance.jobs[task].occupies(kStages[stage])) {
      time = std::min(time, ready(task, stage));
    }
  }
  evaluate::Costs costs = costs_;
  for (const std::uint32_t task : shop_->sequences[stage]) {
    if (unscheduled.left[task] == 0) {
      continue;
    }
    if (shop_->instance.jobs[task].occupies(kStages[stage])) {
      time += shop_->times[task][stage];
      costs.add(task, Millis{time + tail(shop_->times[task], stage)});
    } else {
      costs.add(task, Millis{alone_end(task)});
    }
  }
  return costs.total().count();
}

}  // namespace warpshop::order
