#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// A stage of a task, by the task's place in an order.
struct Command {
  std::uint32_t slot = 0;
  Stage stage = Stage::h2d;
  friend bool operator==(const Command&, const Command&) = default;
};

/// The slots of an order as they are issued: of those that come after nobody who is left, the first goes next.
std::vector<std::uint32_t> issued_slots(const Instance& instance, std::span<const std::uint32_t> order);

/// The commands of an order as they are issued, see IssueOrder: round by round, in a round task by task or stage by
/// stage. What a task comes after is issued before it.
std::vector<Command> issue_sequence(const Instance& instance, std::span<const std::uint32_t> order,
                                    std::span<const std::uint32_t> rounds);

/// Which commands may not begin yet by Instance::issue, beside all that Readiness knows:
/// - of one thread, what it has not issued. It issues one command after the other: the first of a task when the task
///   has arrived and the host has done its work for it (Instance::host); it goes on at once, or, where the command
///   blocks it, when that has ended. A command of the legacy default stream is issued when all before it have ended,
///   and the next one when that has.
/// - copies of an engine that serves them in the order in which they were issued, before their turn;
/// - a copy out that waits for kernels, until all that were issued before it have ended.
/// Whoever holds commands back calls advance() after each of the others.
class Issue {
 public:
  /// Keeps a reference to the instance.
  Issue(const Instance& instance, std::span<const std::uint32_t> order, std::span<const std::uint32_t> rounds);

  bool holds(Command command) const { return held_[number(command)] != 0; }
  void arrive(std::uint32_t slot) { arrived_[slot] = true; }
  /// The host has done its work for the task that advance() named.
  void work_done() { working_ = false; }
  void end(Command command);

  /// Issues what can be issued. let_go(Command): nothing here holds it any more. The time that the host works now for
  /// a task, if it begins to; nothing is issued before work_done().
  template <class LetGo>
  std::optional<double> advance(const LetGo& let_go);

 private:
  // What holds a command.
  static constexpr std::uint8_t kNotIssued = 1;
  static constexpr std::uint8_t kCopyBefore = 2;
  static constexpr std::uint8_t kKernelBefore = 4;

  /// A copy out, and how many of the kernels, as they are issued, it waits for.
  struct Awaiting {
    Command copy;
    std::size_t kernels = 0;
  };
  /// Commands that go one after the other.
  struct InTurn {
    std::vector<Command> commands;
    std::size_t turn = 0;  ///< whose it is
  };

  std::size_t number(Command command) const { return 3 * std::size_t{command.slot} + index(command.stage); }
  const Job& job(std::uint32_t slot) const { return instance_.jobs[order_[slot]]; }
  bool blocks(Command command) const;
  void take_turns();
  void hold_for_kernels();
  template <class LetGo>
  void lift(Command command, std::uint8_t hold, const LetGo& let_go);
  template <class LetGo>
  std::optional<double> issue_on(const LetGo& let_go);

  const Instance& instance_;
  std::span<const std::uint32_t> order_;
  std::vector<Command> sequence_;
  std::vector<std::uint8_t> held_;  ///< by number(): of the bits above
  std::vector<bool> ended_;         ///< by number()

  std::vector<bool> arrived_, worked_for_;  ///< by slot
  std::size_t issued_ = 0;                  ///< so many of the sequence
  std::size_t in_flight_ = 0;               ///< issued, and not ended
  std::optional<Command> awaited_;          ///< the thread goes on when it has ended
  bool working_ = false;

  std::array<InTurn, 2> copies_;  ///< by engine, of a device with one all in the first
  std::vector<Command> kernels_;
  std::size_t kernels_ended_ = 0;   ///< of them, before the first that has not
  std::vector<Awaiting> awaiting_;  ///< by `kernels`
  std::size_t let_out_ = 0;         ///< so many of these
};

/// In which order tasks are issued as time passes: each once its host thread has come to it and all that it comes after
/// are issued, as an event is recorded before somebody waits for it; of those of one instant as issued_slots() says.
/// Where copies are served as they were issued, so is everything: in that order from the beginning.
class IssuedTasks {
 public:
  IssuedTasks(const Instance& instance, std::span<const std::uint32_t> order);

  /// The host thread has come to the task; again has no effect.
  void reach(std::uint32_t slot);
  /// Calls issued(slot) for each that has been issued since the last call, in order. Once an instant is over.
  template <class Issued>
  void take(const Issued& issued) {
    std::sort(places_.begin(), places_.end());
    for (const std::uint32_t place : places_) {
      issued(slots_[place]);
    }
    places_.clear();
  }

 private:
  std::vector<std::uint32_t> slots_, place_of_;         ///< by place; by slot
  std::vector<std::vector<std::uint32_t>> successors_;  ///< by slot; empty: no precedence
  std::vector<std::uint32_t> awaits_;                   ///< by slot: so many others, and its thread
  std::vector<bool> reached_;                           ///< by slot
  std::vector<std::uint32_t> places_;                   ///< issued and not taken
};

template <class LetGo>
void Issue::lift(Command command, std::uint8_t hold, const LetGo& let_go) {
  std::uint8_t& held = held_[number(command)];
  held &= static_cast<std::uint8_t>(~hold);
  if (held == 0) {
    let_go(command);
  }
}

template <class LetGo>
std::optional<double> Issue::advance(const LetGo& let_go) {
  for (InTurn& copies : copies_) {
    while (copies.turn < copies.commands.size() && ended_[number(copies.commands[copies.turn])]) {
      if (++copies.turn < copies.commands.size()) {
        lift(copies.commands[copies.turn], kCopyBefore, let_go);
      }
    }
  }
  while (kernels_ended_ < kernels_.size() && ended_[number(kernels_[kernels_ended_])]) {
    ++kernels_ended_;
  }
  for (; let_out_ < awaiting_.size() && awaiting_[let_out_].kernels <= kernels_ended_; ++let_out_) {
    lift(awaiting_[let_out_].copy, kKernelBefore, let_go);
  }
  return issue_on(let_go);
}

template <class LetGo>
std::optional<double> Issue::issue_on(const LetGo& let_go) {
  if (!instance_.issue.one_thread || working_) {
    return std::nullopt;
  }
  while (issued_ < sequence_.size() && !awaited_) {
    const Command next = sequence_[issued_];
    if (!arrived_[next.slot]) {
      return std::nullopt;
    }
    if (!worked_for_.empty() && !worked_for_[next.slot]) {
      worked_for_[next.slot] = true;
      working_ = true;
      return instance_.host[order_[next.slot]].count();
    }
    const bool legacy = job(next.slot).legacy;
    if (legacy && in_flight_ > 0) {
      return std::nullopt;
    }
    ++issued_;
    ++in_flight_;
    if (legacy || blocks(next)) {
      awaited_ = next;
    }
    lift(next, kNotIssued, let_go);  // it may end at once
  }
  return std::nullopt;
}

}  // namespace warpshop::evaluate
