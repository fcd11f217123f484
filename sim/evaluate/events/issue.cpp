#include "sim/evaluate/events/issue.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "sim/evaluate/slots.hpp"

namespace warpshop::evaluate {
namespace {

using Successors = std::vector<std::vector<std::uint32_t>>;  // by slot

/// Of the tasks of an order.
Successors successors_of(const Instance& instance, std::span<const std::uint32_t> order) {
  const std::vector<std::uint32_t> slots = slots_of(instance, order);
  Successors successors(order.size());
  for (const Precedence& pair : instance.precedence) {
    if (slots[pair.before] != kNoSlot && slots[pair.after] != kNoSlot) {
      successors[slots[pair.before]].push_back(slots[pair.after]);
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
      held_(3 * order.size()),
      ended_(3 * order.size()),
      arrived_(order.size()),
      rows_{Row{.hold = kCopyBefore}, Row{.hold = kCopyBefore}, Row{.hold = kKernelBefore}} {
  const std::vector<Command> sequence = issue_sequence(instance, order, rounds);
  if (instance.issue.one_thread) {
    start_threads(sequence);
    hold_successors();
  }
  if (instance.issue.copies_in_turn) {
    take_turns(sequence);
  }
  if (instance.issue.copies_out_wait) {
    hold_for_kernels(sequence);
  }
}

void Issue::start_threads(std::span<const Command> sequence) {
  threads_.resize(instance_.issue.programs);
  std::vector<std::size_t> behind(threads_.size());  // so many of the program that the next one waits for
  for (const Command command : sequence) {
    held_[number(command)] |= kNotIssued;
    const std::uint32_t its = program(command.slot);
    Row& row = threads_[its].row;
    row.hold = kLegacyStream;
    if (job(command.slot).legacy) {
      wait_in(row, command, row.commands.size());
      behind[its] = row.commands.size() + 1;
    } else {
      wait_in(row, command, behind[its]);
    }
    row.commands.push_back(command);
  }
  for (std::uint32_t program = 0; program < threads_.size(); ++program) {
    touch(program);
  }
}

void Issue::hold_successors() {
  const std::vector<std::uint32_t> slots = slots_of(instance_, order_);
  for (const Precedence& pair : instance_.precedence) {
    const std::uint32_t before = slots[pair.before];
    const std::uint32_t after = slots[pair.after];
    if (before != kNoSlot && after != kNoSlot && program(before) != program(after)) {
      successors_.resize(order_.size());
      unissued_.resize(order_.size());
      successors_[before].push_back(after);
      ++unissued_[after];
    }
  }
}

void Issue::take_turns(std::span<const Command> sequence) {
  for (const Command command : sequence) {
    if (command.stage != Stage::kernel) {
      Row& copies = rows_[command.stage == Stage::d2h && instance_.dma_engines == 2 ? 1 : 0];
      wait_in(copies, command, copies.commands.size());
      copies.commands.push_back(command);
    }
  }
}

void Issue::hold_for_kernels(std::span<const Command> sequence) {
  std::vector<bool> after_kernel(instance_.size());  // by task
  for (const Precedence& pair : instance_.precedence) {
    after_kernel[pair.after] = after_kernel[pair.after] || instance_.jobs[pair.before].last() == Stage::kernel;
  }
  Row& kernels = rows_[2];
  for (const Command command : sequence) {
    if (command.stage == Stage::kernel) {
      kernels.commands.push_back(command);
    } else if (command.stage == Stage::d2h &&
               (job(command.slot).has[index(Stage::kernel)] || after_kernel[order_[command.slot]])) {
      wait_in(kernels, command, kernels.commands.size());
    }
  }
}

void Issue::wait_in(Row& row, Command command, std::size_t before) {
  if (before > 0) {
    held_[number(command)] |= row.hold;
    row.waiting.push_back({command, before});
  }
}

void Issue::touch(std::uint32_t program) {
  if (!threads_.empty() && !std::exchange(threads_[program].touched, true)) {
    touched_.push_back(program);
  }
}

bool Issue::held_up(const Thread& thread) const {
  if (thread.works || thread.issued == 0) {
    return thread.works;
  }
  const Command last = thread.row.commands[thread.issued - 1];
  return blocks(last) && !ended_[number(last)];
}

bool Issue::blocks(Command command) const {
  return command.stage != Stage::kernel && job(command.slot).blocks[index(command.stage) / 2];
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
  awaited_ = awaits_;
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
