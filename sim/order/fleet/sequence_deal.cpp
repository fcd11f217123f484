#include "sim/order/fleet/sequence_deal.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "sim/order/fleet/ends_deal.hpp"
#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/precedence.hpp"
#include "sim/order/ranking.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {
namespace {

/// Tasks in all sequences that are simulated: some tens of milliseconds.
constexpr std::int64_t kTasksSimulated = 400'000;
/// Groups that a group may change places with: those that end about when it does.
constexpr std::size_t kNear = 6;
/// Places by which a group may move from where its time would put it.
constexpr std::array<int, 5> kShifts{0, -1, 1, -2, 2};
/// More kinds than that are not looked at.
constexpr std::size_t kMostKinds = 32;

/// As they are released; of those released together, by due date less what comes after the H2D (Jackson's rule with
/// delivery times), which for the makespan is the longest of that first, or by time per weight (Smith's rule).
Order by_release(const Fleet& fleet, Objective objective) {
  const Instance& tasks = fleet.tasks();
  const auto urgency = [&](std::uint32_t task) {
    const Job& job = tasks.jobs[task];
    const Millis behind_h2d = job.kernel + job.alone(Stage::d2h);
    return objective == Objective::lateness              ? tasks.due_date(task) - behind_h2d
           : objective == Objective::weighted_completion ? job.total() / std::max(tasks.weight(task), 1e-9)
                                                         : -behind_h2d;
  };
  Order order = input_order(tasks.size());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Millis first = tasks.jobs[a].release;
    const Millis second = tasks.jobs[b].release;
    return first != second ? first < second : urgency(a) < urgency(b);
  });
  return feasible(tasks, std::move(order));
}

/// When the last stage of each engine of a device ends, copies as if alone.
using EngineEnds = std::array<Millis, 3>;

EngineEnds behind(EngineEnds ends, const Job& job) {
  Millis ready = job.release;
  for (const Stage stage : kStages) {
    if (job.occupies(stage)) {
      ready = std::max(ready, ends[index(stage)]) + job.alone(stage);
      ends[index(stage)] = ready;
    } else {
      ready += job.alone(stage);
    }
  }
  return ends;
}

/// Each to the device where it ends first, but after the tasks that it is connected with.
std::vector<Order> list_scheduled(const Fleet& fleet, const Order& order, std::span<const Order> groups) {
  const std::vector<std::size_t> group_of = list_of_each(groups);
  const std::size_t none = fleet.devices.size();
  std::vector<std::size_t> device_of(groups.size(), none);
  std::vector<Order> sequences(fleet.devices.size());
  std::vector<EngineEnds> ends(fleet.devices.size());
  for (const std::uint32_t task : order) {
    std::size_t& chosen = device_of[group_of[task]];
    if (chosen == none) {
      Millis least{0};
      for (std::size_t device = 0; device < none; ++device) {
        const EngineEnds after = behind(ends[device], fleet.devices[device].jobs[task]);
        const Millis end = *std::max_element(after.begin(), after.end());
        if (chosen == none || clearly_less(end, least)) {
          chosen = device;
          least = end;
        }
      }
    }
    sequences[chosen].push_back(task);
    ends[chosen] = behind(ends[chosen], fleet.devices[chosen].jobs[task]);
  }
  return sequences;
}

/// Groups of one task, with others of the same times; lists of several alone.
std::vector<Groups> kinds_of(const Instance& tasks, std::span<const Order> groups) {
  std::map<std::array<double, 5>, Groups> by_times;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (groups[group].size() == 1) {
      const Job& job = tasks.jobs[groups[group].front()];
      by_times[{job.copies[0].latency.count(), job.copies[0].payload.count(), job.kernel.count(),
                job.copies[1].latency.count(), job.copies[1].payload.count()}]
          .push_back(group);
    }
  }
  std::vector<Groups> kinds;
  for (auto& [times, kind] : by_times) {
    if (kind.size() > 1) {
      kinds.push_back(std::move(kind));
    }
  }
  return kinds;
}

/// Groups whose first tasks are released together; lists of several alone.
std::vector<Groups> released_together(const Instance& tasks, std::span<const Order> groups) {
  std::map<Millis, Groups> by_release_time;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    by_release_time[tasks.jobs[groups[group].front()].release].push_back(group);
  }
  std::vector<Groups> together;
  for (auto& [release, batch] : by_release_time) {
    if (batch.size() > 1 && by_release_time.size() > 1) {
      together.push_back(std::move(batch));
    }
  }
  return together;
}

class SequenceDealer {
 public:
  SequenceDealer(const Fleet& fleet, EndsDeal& deal, const SearchBudget& budget, std::span<const Order> groups)
      : deal_(deal),
        budget_(budget),
        devices_(fleet.devices.size()),
        groups_(groups.size()),
        kinds_(kinds_of(fleet.tasks(), groups)),
        batches_(released_together(fleet.tasks(), groups)) {}

  void improve() {
    if (kinds_.size() <= kMostKinds) {
      while (pass_of_kinds()) {
      }
    }
    for (bool better = true; better;) {
      better = pass_of_batches();
      better = pass_of_groups() || better;
    }
  }

 private:
  Groups on(const Groups& groups, std::size_t device) const {
    Groups there;
    std::copy_if(groups.begin(), groups.end(), std::back_inserter(there),
                 [&](std::size_t group) { return deal_.device_of(group) == device; });
    return there;
  }

  /// All of a kind that a device has go to another, or change places with all of another kind there.
  bool pass_of_kinds() {
    bool improved = false;
    for (std::size_t from = 0; from < devices_; ++from) {
      for (std::size_t to = 0; to < devices_ && !budget_.exhausted(); ++to) {
        for (std::size_t kind = 0; kind < kinds_.size() && from != to; ++kind) {
          improved |= deal_.exchange(from, on(kinds_[kind], from), to, {});
          for (std::size_t other = 0; other < kinds_.size() && from < to; ++other) {
            improved |= kind != other && deal_.exchange(from, on(kinds_[kind], from), to, on(kinds_[other], to));
          }
        }
      }
    }
    return improved;
  }

  bool pass_of_batches() {
    bool improved = false;
    for (const Groups& batch : batches_) {
      for (std::size_t from = 0; from < devices_; ++from) {
        for (std::size_t to = 0; to < devices_ && !budget_.exhausted(); ++to) {
          improved |= from < to && deal_.exchange(from, on(batch, from), to, on(batch, to));
          improved |= from != to && deal_.exchange(from, on(batch, from), to, {});
        }
      }
    }
    return improved;
  }

  bool pass_of_groups() {
    bool improved = false;
    for (std::size_t group = 0; group < groups_ && !budget_.exhausted(); ++group) {
      improved |= place(group) || swap(group);
    }
    return improved;
  }
  bool place(std::size_t group) {
    for (std::size_t to = 0; to < devices_; ++to) {
      for (const int shift : kShifts) {
        const std::size_t from = deal_.device_of(group);
        if (from == to ? shift != 0 && deal_.shift(group, shift) : deal_.exchange(from, {group}, to, {}, shift)) {
          return true;
        }
      }
    }
    return false;
  }
  bool swap(std::size_t group) {
    const std::size_t from = deal_.device_of(group);
    for (std::size_t to = 0; to < devices_; ++to) {
      if (to == from) {
        continue;
      }
      for (const std::size_t other : deal_.near(group, to, kNear)) {
        if (deal_.exchange(from, {group}, to, {other})) {
          return true;
        }
      }
    }
    return false;
  }

  EndsDeal& deal_;
  const SearchBudget& budget_;
  std::size_t devices_;
  std::size_t groups_;
  std::vector<Groups> kinds_;
  std::vector<Groups> batches_;
};

}  // namespace

std::vector<Order> deal_by_sequences(const Fleet& fleet, const PlanOptions& options,
                                     const std::vector<Order>& by_load) {
  const std::vector<Order> groups = connected_tasks(fleet.tasks());
  const Order order = by_release(fleet, options.objective);
  SearchBudget budget({.evaluations = {}, .time = options.budget.time}, kTasksSimulated, 1);
  const std::vector<std::size_t> device_of = list_of_each(by_load);
  std::vector<Order> loaded(by_load.size());
  for (const std::uint32_t task : order) {
    loaded[device_of[task]].push_back(task);
  }
  EndsDeal deal(fleet, options.objective, groups, loaded, budget);
  EndsDeal listed(fleet, options.objective, groups, list_scheduled(fleet, order, groups), budget);
  if (listed.better_than(deal)) {
    deal = std::move(listed);
  }
  SequenceDealer(fleet, deal, budget, groups).improve();
  return deal.parts();
}

}  // namespace warpshop::order
