#include "sim/study/sweep/ineffective_axes.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/sweep_spec.hpp"

namespace warpshop::study {
namespace {

using Fleets = std::vector<Fleet>;

template <class SameFleet>
bool all_same(const Fleets& a, const Fleets& b, const SameFleet& same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// Whether nothing that a cost depends on is different: what a chip can do matters to kernels that are more than a
/// duration, what the board draws to none.
bool same_costs(const Instance& a, const Instance& b) {
  if (a == b) {
    return true;
  }
  const bool durations = std::all_of(a.work.begin(), a.work.end(),
                                     [](const KernelWork& work) { return work.kernel == KernelWork::kNone; });
  Instance alike = a;
  alike.power = b.power;
  if (durations) {
    alike.chip = b.chip;
  }
  return alike == b;
}

bool same_problem(const Fleet& a, const Fleet& b) {
  return a.ports == b.ports &&
         std::equal(a.devices.begin(), a.devices.end(), b.devices.begin(), b.devices.end(), same_costs);
}

bool same_copies(const Job& a, const Job& b) {
  return a.alone(Stage::h2d) == b.alone(Stage::h2d) && a.alone(Stage::d2h) == b.alone(Stage::d2h);
}

bool same_lengths(const Fleet& a, const Fleet& b) {
  return std::equal(a.devices.begin(), a.devices.end(), b.devices.begin(), b.devices.end(),
                    [](const Instance& one, const Instance& other) {
                      return std::equal(one.jobs.begin(), one.jobs.end(), other.jobs.begin(), other.jobs.end(),
                                        same_copies);
                    });
}

/// Whether it is there to make copies longer or shorter.
bool is_about_copies(std::string_view axis) {
  return axis == kLinkAxis || axis == kMemoryAxis ||
         (axis.starts_with(kTasksAxis) && (axis.ends_with(".h2d.memory") || axis.ends_with(".d2h.memory"))) ||
         (axis.starts_with("transfer.") && (axis.ends_with(".alone") || axis.ends_with(".latency")));
}

/// Of an axis: what two values that stand one after the other in the grid have in common, whatever the others are.
struct Neighbours {
  std::map<std::pair<std::size_t, std::size_t>, bool> same;  ///< by values: whether every task is
  bool same_lengths = true;                                  ///< of copies, at any values
};

Neighbours neighbours_of(const Sweep& head, std::size_t axis, std::span<const std::shared_ptr<const Fleets>> fleets) {
  Neighbours found;
  std::map<std::vector<std::size_t>, std::size_t> last;  // by the values of the others: the cell before
  for (std::size_t cell = 0; cell < head.cells.size(); ++cell) {
    std::vector<std::size_t> others = head.cells[cell].values;
    const std::size_t value = std::exchange(others[axis], 0);
    const auto [before, is_first] = last.try_emplace(std::move(others), cell);
    if (!is_first) {
      const Fleets& a = *fleets[before->second];
      const Fleets& b = *fleets[cell];
      bool& same = found.same.try_emplace({head.cells[before->second].values[axis], value}, true).first->second;
      same = same && all_same(a, b, same_problem);
      found.same_lengths = found.same_lengths && all_same(a, b, same_lengths);
      before->second = cell;
    }
  }
  return found;
}

/// Of all copies, how many are given as durations.
std::pair<std::size_t, std::size_t> durations_of(std::span<const Workload> tasks) {
  std::size_t copies = 0;
  std::size_t durations = 0;
  for (const Workload& workload : tasks) {
    for (const Task& task : workload.tasks) {
      for (const std::optional<CopySpec>* copy : {&task.h2d, &task.d2h}) {
        copies += *copy ? 1 : 0;
        durations += *copy && std::holds_alternative<Millis>((*copy)->amount) && !(*copy)->size ? 1 : 0;
      }
    }
  }
  return {copies, durations};
}

std::string told_of(const SweepAxis& axis, const Neighbours& neighbours, std::span<const Workload> tasks) {
  if (neighbours.same.empty() || axis.name == kObjectiveAxis) {
    return "";
  }
  std::vector<std::string> pairs;
  for (const auto& [values, same] : neighbours.same) {
    if (same) {
      pairs.push_back(fmt::format("{} and {}", axis.values[values.first], axis.values[values.second]));
    }
  }
  if (pairs.size() == neighbours.same.size()) {
    return fmt::format(
        "axis {} changes nothing for any task: none needs the value; stages given as durations stay as long",
        axis.name);
  }
  if (!pairs.empty()) {
    return fmt::format("axis {}: every task is the same at {}", axis.name, fmt::join(pairs, ", at "));
  }
  if (!is_about_copies(axis.name)) {
    return "";
  }
  if (neighbours.same_lengths) {
    return fmt::format(
        "axis {} makes no copy longer or shorter: those given as durations stay as long; only how copies overlap and "
        "slow each other follows from it",
        axis.name);
  }
  const auto [copies, durations] = durations_of(tasks);
  return durations == 0 || axis.name.starts_with(kTasksAxis)
             ? ""
             : fmt::format("axis {}: {} of {} copies are given as durations and stay as long", axis.name, durations,
                           copies);
}

}  // namespace

std::vector<std::string> ineffective_axes(const Sweep& head, std::span<const std::shared_ptr<const Fleets>> fleets,
                                          std::span<const Workload> tasks) {
  std::vector<std::string> told;
  for (std::size_t axis = 0; axis < head.axes.size(); ++axis) {
    const std::string text = told_of(head.axes[axis], neighbours_of(head, axis, fleets), tasks);
    if (!text.empty()) {
      told.push_back(text);
    }
  }
  return told;
}

}  // namespace warpshop::study
