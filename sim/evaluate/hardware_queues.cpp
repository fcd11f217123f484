#include "sim/evaluate/hardware_queues.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace warpshop::evaluate {
namespace {

using Tasks = std::vector<std::uint32_t>;
constexpr std::uint32_t kNotThere = std::numeric_limits<std::uint32_t>::max();

/// Of the tasks of an order, by task.
struct Neighbours {
  std::vector<Tasks> before;
  std::vector<Tasks> after;
};

Neighbours neighbours(const Instance& instance, const Tasks& place) {
  Neighbours found{.before = std::vector<Tasks>(instance.size()), .after = std::vector<Tasks>(instance.size())};
  for (const Precedence& pair : instance.precedence) {
    if (place[pair.before] != kNotThere && place[pair.after] != kNotThere) {
      found.before[pair.after].push_back(pair.before);
      found.after[pair.before].push_back(pair.after);
    }
  }
  return found;
}

/// Of those that come after nobody who is left, the first of the order goes next.
Tasks issued(std::span<const std::uint32_t> order, const Tasks& place, const Neighbours& pairs) {
  std::vector<std::size_t> waits_for(place.size());
  std::priority_queue<std::uint32_t, Tasks, std::greater<>> free;  // places
  for (const std::uint32_t task : order) {
    waits_for[task] = pairs.before[task].size();
    if (waits_for[task] == 0) {
      free.push(place[task]);
    }
  }
  Tasks tasks;
  while (!free.empty()) {
    tasks.push_back(order[free.top()]);
    free.pop();
    for (const std::uint32_t next : pairs.after[tasks.back()]) {
      if (--waits_for[next] == 0) {
        free.push(place[next]);
      }
    }
  }
  return tasks;
}

/// By task.
std::vector<std::size_t> streams_of(const Tasks& issued, const Neighbours& pairs) {
  std::vector<std::size_t> stream_of(pairs.before.size());
  Tasks last;  // of each stream
  for (const std::uint32_t task : issued) {
    const auto followed = std::find_if(pairs.before[task].begin(), pairs.before[task].end(),
                                       [&](std::uint32_t before) { return last[stream_of[before]] == before; });
    if (followed == pairs.before[task].end()) {
      stream_of[task] = last.size();
      last.push_back(task);
    } else {
      stream_of[task] = stream_of[*followed];
      last[stream_of[task]] = task;
    }
  }
  return stream_of;
}

}  // namespace

HardwareQueues::HardwareQueues(const Instance& instance, std::span<const std::uint32_t> order, std::size_t queues,
                               bool one_kernel_at_a_time)
    : queues_(queues), queue_of_(instance.size()), issued_at_(instance.size()), ready_(instance.size()) {
  Tasks tasks(order.begin(), order.end());
  std::vector<std::size_t> stream_of(instance.size());
  if (instance.precedence.empty()) {
    for (std::size_t stream = 0; stream < tasks.size(); ++stream) {
      stream_of[tasks[stream]] = stream;
    }
  } else {
    Tasks place(instance.size(), kNotThere);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
    }
    const Neighbours pairs = neighbours(instance, place);
    tasks = issued(order, place, pairs);
    stream_of = streams_of(tasks, pairs);
  }
  for (std::uint32_t i = 0; i < tasks.size(); ++i) {
    const Job& job = instance.jobs[tasks[i]];
    issued_at_[tasks[i]] = i;
    const bool queued = one_kernel_at_a_time ? job.occupies(Stage::kernel) : job.has[index(Stage::kernel)];
    if (queued && job.kernel > Millis{0}) {
      queue_of_[tasks[i]] = static_cast<std::uint32_t>(stream_of[tasks[i]] % queues);
      queues_[queue_of_[tasks[i]]].tasks.push_back(tasks[i]);
    }
  }
}

}  // namespace warpshop::evaluate
