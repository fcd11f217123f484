#include "sim/evaluate/events/issue.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>

namespace warpshop::evaluate {
namespace {

constexpr std::uint32_t kNotInOrder = std::numeric_limits<std::uint32_t>::max();

/// By task, where it is in the order; kNotInOrder: nowhere.
std::vector<std::uint32_t> places_of(const Instance& instance, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> places(instance.size(), kNotInOrder);
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    places[order[slot]] = slot;
  }
  return places;
}

using Successors = std::vector<std::vector<std::uint32_t>>;  // by slot

/// Of the tasks of an order.
Successors successors_of(const Instance& instance, std::span<const std::uint32_t> order) {
  const std::vector<std::uint32_t> places = places_of(instance, order);
  Successors successors(order.size());
  for (const Precedence& pair : instance.precedence) {
    if (places[pair.before] != kNotInOrder && places[pair.after] != kNotInOrder) {
      successors[places[pair.before]].push_back(places[pair.after]);
    }
  }
  return successors;
}

/// How many others a slot comes after.
std::vector<std::uint32_t> awaited_by(const Successors& successors, std::size_t slots) {
  std::vector<std::uint32_t> awaited(slots);
  for (const std::vector<std::uint32_t>& of_slot : successors) {
    for (const std::uint32_t successor : of_slot) {
      ++awaited[successor];
    }
  }
  return awaited;
}

}  // namespace

std::vector<std::uint32_t> issued_slots(const Instance& instance, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> slots(order.size());
  std::iota(slots.begin(), slots.end(), 0U);
  if (instance.precedence.empty()) {
    return slots;
  }
  const Successors successors = successors_of(instance, order);
  std::vector<std::uint32_t> left = awaited_by(successors, order.size());
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
  for (const std::uint32_t slot : slots) {
    if (left[slot] == 0) {
      free.push(slot);
    }
  }
  slots.clear();
  while (!free.empty()) {
    slots.push_back(free.top());
    free.pop();
    for (const std::uint32_t successor : successors[slots.back()]) {
      if (--left[successor] == 0) {
        free.push(successor);
      }
    }
  }
  return slots;
}

std::vector<Command> issue_sequence(const Instance& instance, std::span<const std::uint32_t> order,
                                    std::span<const std::uint32_t> rounds) {
  const std::vector<std::uint32_t> slots = issued_slots(instance, order);
  std::vector<Command> sequence;
  const auto add = [&](std::uint32_t slot, Stage stage) {
    if (instance.jobs[order[slot]].has[index(stage)]) {
      sequence.push_back({slot, stage});
    }
  };
  const auto add_all = [&](std::span<const std::uint32_t> together) {
    if (instance.issue.order == IssueOrder::depth_first) {
      for (const std::uint32_t slot : together) {
        for (const Stage stage : kStages) {
          add(slot, stage);
        }
      }
    } else {
      for (const Stage stage : kStages) {
        for (const std::uint32_t slot : together) {
          add(slot, stage);
        }
      }
    }
  };
  std::span<const std::uint32_t> rest(slots);
  for (const std::uint32_t length : rounds) {
    add_all(rest.first(length));
    rest = rest.subspan(length);
  }
  add_all(rest);
  return sequence;
}

Issue::Issue(const Instance& instance, std::span<const std::uint32_t> order, std::span<const std::uint32_t> rounds)
    : instance_(instance),
      order_(order),
      sequence_(issue_sequence(instance, order, rounds)),
      held_(3 * order.size()),
      ended_(3 * order.size()),
      arrived_(order.size()) {
  if (instance.issue.one_thread) {
    for (const Command command : sequence_) {
      held_[number(command)] |= kNotIssued;
    }
    if (!instance.host.empty()) {
      worked_for_.resize(order.size());
      for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
        worked_for_[slot] = instance.host[order[slot]] <= Millis{0};
      }
    }
  }
  if (instance.issue.copies_in_turn) {
    take_turns();
  }
  if (instance.issue.copies_out_wait) {
    hold_for_kernels();
  }
}

void Issue::take_turns() {
  for (const Command command : sequence_) {
    if (command.stage != Stage::kernel) {
      const std::size_t engine = command.stage == Stage::d2h && instance_.dma_engines == 2 ? 1 : 0;
      if (!copies_[engine].commands.empty()) {
        held_[number(command)] |= kCopyBefore;
      }
      copies_[engine].commands.push_back(command);
    }
  }
}

void Issue::hold_for_kernels() {
  std::vector<bool> after_kernel(instance_.size());  // by task
  for (const Precedence& pair : instance_.precedence) {
    after_kernel[pair.after] = after_kernel[pair.after] || instance_.jobs[pair.before].last() == Stage::kernel;
  }
  for (const Command command : sequence_) {
    if (command.stage == Stage::kernel) {
      kernels_.push_back(command);
    } else if (command.stage == Stage::d2h && !kernels_.empty() &&
               (job(command.slot).has[index(Stage::kernel)] || after_kernel[order_[command.slot]])) {
      held_[number(command)] |= kKernelBefore;
      awaiting_.push_back({command, kernels_.size()});
    }
  }
}

bool Issue::blocks(Command command) const {
  return command.stage != Stage::kernel && job(command.slot).blocks[index(command.stage) / 2];
}

void Issue::end(Command command) {
  ended_[number(command)] = true;
  in_flight_ -= instance_.issue.one_thread ? 1 : 0;
  if (awaited_ == command) {
    awaited_.reset();
  }
}

IssuedTasks::IssuedTasks(const Instance& instance, std::span<const std::uint32_t> order)
    : slots_(issued_slots(instance, order)), place_of_(order.size()), reached_(order.size()) {
  for (std::uint32_t place = 0; place < slots_.size(); ++place) {
    place_of_[slots_[place]] = place;
  }
  if (instance.issue.copies_in_turn) {
    places_.resize(slots_.size());
    std::iota(places_.begin(), places_.end(), 0U);
    reached_.flip();
    return;
  }
  if (!instance.precedence.empty()) {
    successors_ = successors_of(instance, order);
  }
  awaits_ = awaited_by(successors_, order.size());
  std::for_each(awaits_.begin(), awaits_.end(), [](std::uint32_t& awaits) { ++awaits; });
}

void IssuedTasks::reach(std::uint32_t slot) {
  if (reached_[slot]) {
    return;
  }
  reached_[slot] = true;
  std::vector<std::uint32_t> no_longer_awaited{slot};
  while (!no_longer_awaited.empty()) {
    const std::uint32_t next = no_longer_awaited.back();
    no_longer_awaited.pop_back();
    if (--awaits_[next] == 0) {
      places_.push_back(place_of_[next]);
      if (!successors_.empty()) {
        no_longer_awaited.insert(no_longer_awaited.end(), successors_[next].begin(), successors_[next].end());
      }
    }
  }
}

}  // namespace warpshop::evaluate
