#include "tests/support/slow_turns.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace warpshop::test {
namespace {

constexpr int kNoTick = -1;

int whole(Millis time) {
  return static_cast<int>(time.count());
}

/// What both have in common: who is ready, and what runs for a millisecond.
class Ticks {
 public:
  explicit Ticks(const Instance& instance)
      : instance_(instance), left_(instance.size()), ready_(instance.size(), kNoTick) {
    turns_.starts.assign(instance.size(), kNoTick);
    turns_.ends.assign(instance.size(), kNoTick);
    for (std::size_t task = 0; task < instance.size(); ++task) {
      left_[task] = whole(instance.jobs[task].kernel);
    }
  }

  bool done() const {
    return std::none_of(turns_.ends.begin(), turns_.ends.end(), [](int end) { return end == kNoTick; });
  }
  int now() const { return now_; }
  /// Tasks that become ready now.
  std::vector<std::size_t> arrivals() {
    std::vector<std::size_t> found;
    for (std::size_t task = 0; task < instance_.size(); ++task) {
      if (ready_[task] == kNoTick && may_start(task)) {
        ready_[task] = now_;
        found.push_back(task);
      }
    }
    return found;
  }
  int ended(std::size_t task) const { return turns_.ends[task]; }
  bool has_ended(std::size_t task) const { return turns_.ends[task] != kNoTick; }
  /// A millisecond passes, in which a task's kernel runs, or nothing.
  void pass(std::optional<std::size_t> task) {
    ++now_;
    if (!task) {
      return;
    }
    if (turns_.starts[*task] == kNoTick) {
      turns_.starts[*task] = now_ - 1;
    }
    if (--left_[*task] == 0) {
      turns_.ends[*task] = now_;
    }
  }
  const SlowTurns& turns() const { return turns_; }

 private:
  bool may_start(std::size_t task) const {
    return whole(instance_.jobs[task].release) <= now_ &&
           std::all_of(instance_.precedence.begin(), instance_.precedence.end(), [&](const Precedence& pair) {
             return pair.after != task ||
                    (has_ended(pair.before) && turns_.ends[pair.before] + whole(pair.lag) <= now_);
           });
  }

  const Instance& instance_;
  std::vector<int> left_, ready_;
  SlowTurns turns_;
  int now_ = 0;
};

/// By task: a family; of the others those that `after` joins; else the task by itself.
std::vector<std::size_t> clients_of(const Instance& instance) {
  const auto family = [&](std::size_t task) { return instance.families.empty() ? 0U : instance.families[task]; };
  std::vector<std::size_t> client(instance.size());
  for (std::size_t task = 0; task < client.size(); ++task) {
    client[task] = family(task) > 0 ? client.size() + family(task) : task;
  }
  for (std::size_t again = 0; again < client.size(); ++again) {
    for (const Precedence& pair : instance.precedence) {
      if (family(pair.before) == 0 && family(pair.after) == 0) {
        client[pair.before] = client[pair.after] = std::min(client[pair.before], client[pair.after]);
      }
    }
  }
  return client;
}

}  // namespace

SlowTurns slow_slices(const Instance& instance, const SlowSlices& slices) {
  const int cost = whole(instance.family_setup);
  const std::vector<std::size_t> client_of = clients_of(instance);
  Ticks ticks(instance);
  std::deque<std::size_t> work;   // tasks, in the order in which they became ready
  std::deque<std::size_t> turns;  // clients; the first has the GPU if it has a slice
  bool has_slice = false;
  std::optional<std::size_t> context;
  int begins = 0, ends = 0, idle = 0;
  while (!ticks.done()) {
    std::erase_if(work, [&](std::size_t task) { return ticks.has_ended(task); });
    for (const std::size_t task : ticks.arrivals()) {
      work.push_back(task);
    }
    const auto has_work = [&](std::size_t client) {
      return std::any_of(work.begin(), work.end(), [&](std::size_t task) { return client_of[task] == client; });
    };
    if (has_slice) {
      const bool works = has_work(turns.front());
      if (idle > 0 ? idle >= slices.patience : !works && slices.patience == 0) {
        turns.pop_front();
        has_slice = false;
      } else if (works) {
        idle = 0;
      }
    }
    for (const std::size_t task : work) {
      if (std::find(turns.begin(), turns.end(), client_of[task]) == turns.end()) {
        turns.push_back(client_of[task]);
      }
    }
    if (has_slice && ticks.now() >= ends) {
      if (turns.size() == 1) {
        ends += slices.slice;
      } else {
        const std::size_t last = turns.front();
        turns.pop_front();
        has_slice = false;
        if (has_work(last)) {
          turns.push_back(last);
        }
      }
    }
    if (!has_slice && !turns.empty()) {
      has_slice = true;
      idle = 0;
      begins = ticks.now() + (context && *context != turns.front() ? cost : 0);
      ends = begins + slices.slice;
      context = turns.front();
    }
    std::optional<std::size_t> runs;
    if (has_slice && ticks.now() >= begins) {
      const auto first =
          std::find_if(work.begin(), work.end(), [&](std::size_t task) { return client_of[task] == turns.front(); });
      runs = first == work.end() ? std::nullopt : std::optional(*first);
    }
    idle = has_slice && !has_work(turns.front()) ? idle + 1 : 0;
    ticks.pass(runs);
  }
  return ticks.turns();
}

SlowTurns slow_queues(const Instance& instance, int queues) {
  // One by one: the first in the workload of those that come after nobody who is left.
  std::vector<std::size_t> listed;
  std::vector<std::size_t> stream(instance.size());
  std::vector<std::size_t> last_of;  // of each stream
  const auto is_in = [](const std::vector<std::size_t>& tasks, std::size_t task) {
    return std::find(tasks.begin(), tasks.end(), task) != tasks.end();
  };
  while (listed.size() < instance.size()) {
    for (std::size_t task = 0; task < instance.size(); ++task) {
      const bool free =
          std::all_of(instance.precedence.begin(), instance.precedence.end(),
                      [&](const Precedence& pair) { return pair.after != task || is_in(listed, pair.before); });
      if (is_in(listed, task) || !free) {
        continue;
      }
      stream[task] = last_of.size();
      for (const Precedence& pair : instance.precedence) {
        if (pair.after == task && last_of[stream[pair.before]] == pair.before) {
          stream[task] = stream[pair.before];
          break;
        }
      }
      if (stream[task] == last_of.size()) {
        last_of.push_back(task);
      } else {
        last_of[stream[task]] = task;
      }
      listed.push_back(task);
      break;
    }
  }
  Ticks ticks(instance);
  std::vector<std::deque<std::size_t>> queued(static_cast<std::size_t>(queues));
  std::vector<std::size_t> issued;  // so far
  // A thread waits for its task's release, for an end and its lag where the host does, and then for all of them, and
  // until others have issued what its own task comes after.
  const auto thread_goes = [&](std::size_t task) {
    bool ended = true, before = true, by_host = false;
    for (const Precedence& pair : instance.precedence) {
      if (pair.after == task) {
        by_host = by_host || pair.by_host;
        before = before && is_in(issued, pair.before);
        ended = ended && ticks.has_ended(pair.before) && ticks.ended(pair.before) + whole(pair.lag) <= ticks.now();
      }
    }
    return whole(instance.jobs[task].release) <= ticks.now() && before && (ended || !by_host);
  };
  std::vector<bool> ready(instance.size());
  std::deque<std::size_t> gone;  // to the SMs, first come, first served
  while (!ticks.done()) {
    std::erase_if(gone, [&](std::size_t task) { return ticks.has_ended(task); });
    for (const std::size_t task : ticks.arrivals()) {
      ready[task] = true;
    }
    for (const std::size_t task : listed) {
      if (!is_in(issued, task) && thread_goes(task)) {
        issued.push_back(task);
        queued[stream[task] % queued.size()].push_back(task);
      }
    }
    std::vector<std::size_t> go;
    for (std::deque<std::size_t>& queue : queued) {
      while (!queue.empty() && ready[queue.front()]) {
        go.push_back(queue.front());
        queue.pop_front();
      }
    }
    for (const std::size_t task : issued) {
      if (std::find(go.begin(), go.end(), task) != go.end()) {
        gone.push_back(task);
      }
    }
    ticks.pass(gone.empty() ? std::nullopt : std::optional(gone.front()));
  }
  return ticks.turns();
}

}  // namespace warpshop::test
