#include "sim/study/given_pairs.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::study {
namespace {

[[noreturn]] void refuse_pair(const std::string& what, const std::string& expected) {
  throw InputError("--pair: " + what + ", expected " + expected);
}

/// A task of the workload and where its repeats stand.
struct PlacedTask {
  const Task* task = nullptr;
  TaskRange range;
};

class PlacedTasks {
 public:
  explicit PlacedTasks(const Workload& workload) : workload_(workload) {
    std::uint32_t first = 0;
    for (const Task& task : workload.tasks) {
      by_name_[task.name] = {.task = &task, .range = {.first = first, .count = task.count}};
      first += task.count;
    }
  }

  /// Cut at the one '+' that leaves names of tasks on both sides.
  std::array<PlacedTask, 2> both(const std::string& pair) const {
    std::vector<std::size_t> cuts;
    std::vector<std::size_t> good;
    for (std::size_t at = pair.find('+'); at != std::string::npos; at = pair.find('+', at + 1)) {
      cuts.push_back(at);
      if (by_name_.count(pair.substr(0, at)) > 0 && by_name_.count(pair.substr(at + 1)) > 0) {
        good.push_back(at);
      }
    }
    if (good.size() > 1) {
      refuse_pair(in_quotes(pair) + " is " + cut(pair, good[0]) + " or " + cut(pair, good[1]), "names that leave one");
    }
    if (good.empty()) {
      refuse_unknown(pair, cuts);
    }
    return {by_name_.find(pair.substr(0, good[0]))->second, by_name_.find(pair.substr(good[0] + 1))->second};
  }

 private:
  static std::string cut(const std::string& pair, std::size_t at) {
    return in_quotes(pair.substr(0, at)) + " with " + in_quotes(pair.substr(at + 1));
  }

  [[noreturn]] void refuse_unknown(const std::string& pair, const std::vector<std::size_t>& cuts) const {
    const std::string expected = "two tasks by name, like A+B";
    if (cuts.size() != 1) {
      refuse_pair(in_quotes(pair) + " is no pair of tasks of workload " + in_quotes(workload_.name), expected);
    }
    const std::string first = pair.substr(0, cuts[0]);
    refuse_pair("workload " + in_quotes(workload_.name) + " has no task " +
                    in_quotes(by_name_.count(first) == 0 ? first : pair.substr(cuts[0] + 1)),
                expected);
  }

  const Workload& workload_;
  std::map<std::string, PlacedTask> by_name_;
};

}  // namespace

std::vector<GivenPair> parse_pairs(const std::vector<std::string>& pairs, const Workload& workload) {
  const PlacedTasks tasks(workload);
  std::map<std::string, std::string> pair_of;  // task
  std::vector<GivenPair> given;
  for (const std::string& pair : pairs) {
    const auto [one, other] = tasks.both(pair);
    const bool itself = one.task == other.task;
    if (itself && one.task->count == 1) {
      refuse_pair("task " + in_quotes(one.task->name) + " is there once and cannot run beside itself",
                  "two tasks, or one with a count");
    }
    for (const Task* task : std::set{one.task, other.task}) {
      if (!task->kernel) {
        refuse_pair("task " + in_quotes(task->name) + " has no kernel", "tasks that have one");
      }
      if (const auto [known, is_new] = pair_of.try_emplace(task->name, pair); !is_new) {
        refuse_pair(
            "task " + in_quotes(task->name) + " is in " + in_quotes(known->second) + " and in " + in_quotes(pair),
            "each task in one pair");
      }
    }
    given.push_back({.one = one.range, .other = other.range});
  }
  return given;
}

Pairing pairing_for(Pairing pairing, std::optional<Partner> partner, const std::vector<std::string>& pairs,
                    const Workload& workload) {
  if (!pairs.empty() && partner && *partner != Partner::given) {
    throw InputError("--pair says which kernels run together, and --partner " + std::string(name(*partner)) +
                     " another, expected one of them");
  }
  if (pairs.empty() && partner == Partner::given) {
    throw InputError("--partner given: no pairs are given, expected --pair A+B");
  }
  pairing.partner = pairs.empty() ? partner.value_or(pairing.partner) : Partner::given;
  pairing.given = parse_pairs(pairs, workload);
  return pairing;
}

}  // namespace warpshop::study
