#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"
#include "sim/share/split_numbers.hpp"

namespace warpshop::share {
namespace {

/// Of Hyper-Q (S5 2.2.1).
constexpr double kHardwareQueues = 32;

/// Tasks so that none stands before one that it comes after, else as the workload lists them.
Order submitted(const Instance& instance) {
  std::vector<std::uint32_t> waits_for(instance.size());
  for (const Precedence& pair : instance.precedence) {
    ++waits_for[pair.after];
  }
  std::priority_queue<std::uint32_t, Order, std::greater<>> free;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (waits_for[task] == 0) {
      free.push(task);
    }
  }
  std::vector<Order> successors(instance.size());
  for (const Precedence& pair : instance.precedence) {
    successors[pair.before].push_back(pair.after);
  }
  Order order;
  while (!free.empty()) {
    order.push_back(free.top());
    free.pop();
    for (const std::uint32_t next : successors[order.back()]) {
      if (--waits_for[next] == 0) {
        free.push(next);
      }
    }
  }
  return order;
}

/// The stream of each task: that of a task it comes after, if it is the first to follow it there; else one of its own.
/// So nothing waits in a stream but for what it comes after.
std::vector<std::size_t> streams_of(const Instance& instance, const Order& submitted) {
  std::vector<Order> awaited(instance.size());
  for (const Precedence& pair : instance.precedence) {
    awaited[pair.after].push_back(pair.before);
  }
  std::vector<std::size_t> stream_of(instance.size());
  std::vector<std::uint32_t> last;  // task of each stream
  for (const std::uint32_t task : submitted) {
    const auto followed = std::find_if(awaited[task].begin(), awaited[task].end(),
                                       [&](std::uint32_t before) { return last[stream_of[before]] == before; });
    if (followed == awaited[task].end()) {
      stream_of[task] = last.size();
      last.push_back(task);
    } else {
      stream_of[task] = stream_of[*followed];
      last[stream_of[task]] = task;
    }
  }
  return stream_of;
}

/// Streams feed hardware queues in turn. A kernel is looked at once it stands at the front of its queue, so that one
/// which waits for its copies or its stream holds up all behind it.
class HardwareQueues {
 public:
  HardwareQueues(const Instance& instance, std::size_t queues) : instance_(instance), queues_(queues) {
    const Order order = submitted(instance);
    const std::vector<std::size_t> stream_of = streams_of(instance, order);
    for (const std::uint32_t task : order) {
      if (instance.jobs[task].has[index(Stage::kernel)] && instance.jobs[task].kernel > Millis{0}) {
        queues_[stream_of[task] % queues].push_back(task);
      }
    }
  }

  Decision decide(const Observation& seen) {
    Decision decision;
    std::vector<bool> ready(instance_.size());
    for (const std::uint32_t task : seen.ready) {
      ready[task] = true;
    }
    for (std::deque<std::uint32_t>& queue : queues_) {
      for (; !queue.empty() && ready[queue.front()]; queue.pop_front()) {
        decision.allocations.emplace_back(queue.front(), everything(instance_));
      }
    }
    // Of those that come to the fronts at once, the longest ready goes first.
    const auto place = [&](std::uint32_t task) {
      return std::find(seen.ready.begin(), seen.ready.end(), task) - seen.ready.begin();
    };
    std::sort(decision.allocations.begin(), decision.allocations.end(),
              [&](const auto& a, const auto& b) { return place(a.first) < place(b.first); });
    return decision;
  }

 private:
  const Instance& instance_;
  std::vector<std::deque<std::uint32_t>> queues_;
};

Controller start_leftover(const Instance& instance, const Share& share) {
  const double of_the_gpu = instance.issue.copies_in_turn ? 1 : kHardwareQueues;  // one before Hyper-Q
  const auto queues = static_cast<std::size_t>(share.split.empty() ? of_the_gpu : share.split.front());
  const auto state = std::make_shared<HardwareQueues>(instance, queues);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace

Share leftover_share(const std::vector<double>& queues) {
  return {.policy = "leftover",
          .split = queues,
          .to_set = "one process, or an MPS server without limits",
          .form = KernelForm::plain,
          .start = start_leftover};
}

/// What the hardware does with a stream a task (Hyper-Q, MPS without limits): CTAs of the next kernel are looked at
/// once the one before has none left to dispatch, and take what is free; 32 hardware queues, or as many as are given: 1
/// is a GPU before Hyper-Q (S5 2.2.1).
Planned leftover(const Instance& instance, const PlanOptions& options) {
  check_whole_numbers("leftover", options.split, 1, 1024);
  return share_plan(instance, options, leftover_share(options.split));
}

}  // namespace warpshop::share
