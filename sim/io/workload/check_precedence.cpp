#include "sim/io/workload/check_precedence.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {
namespace {

constexpr std::uint32_t kUnvisited = 0xFFFF'FFFF;

/// Whom each task waits for: those of task t are predecessors[first[t]] … predecessors[first[t + 1] - 1], and so are
/// their marks.
struct Waits {
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> predecessors;
};

[[noreturn]] void refuse(const Workload& workload, Mark mark, const std::string& message) {
  throw InputError(workload.file, mark, message);
}

Waits resolve_names(const Workload& workload, const TaskIndex& index, const std::vector<Mark>& marks) {
  Waits waits;
  waits.first.reserve(workload.tasks.size() + 1);
  waits.predecessors.reserve(marks.size());
  std::vector<std::uint32_t> last_successor(workload.tasks.size(), kUnvisited);
  for (std::uint32_t task = 0; task < workload.tasks.size(); ++task) {
    for (const std::string& name : workload.tasks[task].after) {
      const Mark mark = marks[waits.predecessors.size()];
      const auto found = index.find(name);
      if (found == index.end()) {
        refuse(workload, mark, fmt::format("there is no task {}, expected the name of a task", in_quotes(name)));
      }
      if (found->second == task) {
        refuse(workload, mark, fmt::format("the task {} waits for itself, expected another task", in_quotes(name)));
      }
      if (last_successor[found->second] == task) {
        refuse(workload, mark, fmt::format("the task {} stands here twice, expected it once", in_quotes(name)));
      }
      last_successor[found->second] = task;
      waits.predecessors.push_back(found->second);
    }
    waits.first.push_back(waits.predecessors.size());
  }
  return waits;
}

/// `path` leads from a task to one that waits for it… from the one that closes the cycle onwards.
std::string describe_cycle(const Workload& workload, const std::vector<std::uint32_t>& path, std::size_t start) {
  constexpr std::size_t kMostShown = 8;
  std::string text = in_quotes(workload.tasks[path[start]].name);
  const std::size_t length = path.size() - start;
  for (std::size_t step = 1; step < std::min(length, kMostShown); ++step) {
    text += " waits for " + in_quotes(workload.tasks[path[start + step]].name);
  }
  if (length > kMostShown) {
    text += fmt::format(" waits for … ({} tasks in all)", length);
  }
  return text + " waits for " + in_quotes(workload.tasks[path[start]].name);
}

/// Depth-first search along the waits, with a stack of its own. next[t]: the wait of t that is followed next.
class CycleSearch {
 public:
  CycleSearch(const Workload& workload, const Waits& waits, const std::vector<Mark>& marks)
      : workload_(workload), waits_(waits), marks_(marks), next_(waits.first), on_path_(workload.tasks.size()) {}

  void start_at(std::uint32_t task) {
    enter(task);
    while (!path_.empty()) {
      step();
    }
  }

 private:
  void enter(std::uint32_t task) {
    path_.push_back(task);
    on_path_[task] = true;
  }

  void step() {
    const std::uint32_t task = path_.back();
    if (next_[task] == waits_.first[task + 1]) {
      on_path_[task] = false;
      path_.pop_back();
      return;
    }
    const std::size_t wait = next_[task]++;
    const std::uint32_t predecessor = waits_.predecessors[wait];
    if (on_path_[predecessor]) {
      const auto start = std::find(path_.begin(), path_.end(), predecessor);
      refuse(workload_, marks_[wait],
             fmt::format("a cycle in after: {}, expected none",
                         describe_cycle(workload_, path_, static_cast<std::size_t>(start - path_.begin()))));
    }
    if (next_[predecessor] < waits_.first[predecessor + 1]) {
      enter(predecessor);
    }
  }

  const Workload& workload_;
  const Waits& waits_;
  const std::vector<Mark>& marks_;
  std::vector<std::size_t> next_;
  std::vector<bool> on_path_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

void check_precedence(const Workload& workload, const TaskIndex& index, const std::vector<Mark>& after_marks) {
  if (after_marks.empty()) {
    return;
  }
  const Waits waits = resolve_names(workload, index, after_marks);
  CycleSearch search(workload, waits, after_marks);
  for (std::uint32_t task = 0; task < workload.tasks.size(); ++task) {
    search.start_at(task);
  }
}

}  // namespace warpshop::io
