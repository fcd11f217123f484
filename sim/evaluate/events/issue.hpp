#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
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
/// - of one thread a program, what that has not issued. It issues one command after the other: the first of a task when
///   the task has arrived, all that it comes after has been issued, and the host has done its work for it
///   (Instance::host); it goes on at once, or, where the command blocks it, when that has ended;
/// - a command of the legacy default stream, until all have ended that its program issued before it, and those behind
///   it, until it has ended;
/// - copies of an engine that serves them in the order in which they were issued, before their turn;
/// - a copy out that waits for kernels, until all that were issued before it have ended.
/// The latter two count for all programs together, as if issued in the plan's order. Whoever holds commands back calls
/// advance() after each of the others.
class Issue {
 public:
  /// Keeps a reference to the instance.
  Issue(const Instance& instance, std::span<const std::uint32_t> order, std::span<const std::uint32_t> rounds);

  bool holds(Command command) const { return held_[number(command)] != 0; }
  void arrive(std::uint32_t slot) {
    arrived_[slot] = true;
    touch(program(slot));
  }
  /// The host has done its work for the task for which advance() said that the program's thread works.
  void work_done(std::uint32_t program) {
    threads_[program].works = false;
    touch(program);
  }
  void end(Command command) {
    ended_[number(command)] = true;
    touch(program(command.slot));
  }

  /// Issues what can be issued. issued(Command): one thread has. let_go(Command): nothing here holds it any more.
  /// work(program, time): its thread begins to work for so long, and issues nothing before work_done().
  template <class Issued, class LetGo, class Work>
  void advance(const Issued& issued, const LetGo& let_go, const Work& work);

 private:
  // What holds a command.
  static constexpr std::uint8_t kNotIssued = 1;
  static constexpr std::uint8_t kCopyBefore = 2;
  static constexpr std::uint8_t kKernelBefore = 4;
  static constexpr std::uint8_t kLegacyStream = 8;
  static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

  /// Commands in a row, and those that wait until so many of the row have ended.
  struct Row {
    struct Waiting {
      Command command;
      std::size_t before = 0;
    };
    std::uint8_t hold = 0;
    std::vector<Command> commands = {};
    std::vector<Waiting> waiting = {};  ///< by `before`
    std::size_t ended = 0;              ///< of `commands`, before the first that has not
    std::size_t let_go = 0;             ///< of `waiting`
  };
  /// Of a program.
  struct Thread {
    Row row;                             ///< what it issues
    std::size_t issued = 0;              ///< so many of these
    std::uint32_t worked_for = kNobody;  ///< slot: the last that had its host work, or has it if `works`
    bool works = false;
    bool touched = false;
  };

  std::size_t number(Command command) const { return 3 * std::size_t{command.slot} + index(command.stage); }
  const Job& job(std::uint32_t slot) const { return instance_.jobs[order_[slot]]; }
  std::uint32_t program(std::uint32_t slot) const { return instance_.program(order_[slot]); }
  bool blocks(Command command) const;
  bool held_up(const Thread& thread) const;
  /// advance() looks at the program again.
  void touch(std::uint32_t program);
  void start_threads(std::span<const Command> sequence);
  void hold_successors();
  void take_turns(std::span<const Command> sequence);
  void hold_for_kernels(std::span<const Command> sequence);
  void wait_in(Row& row, Command command, std::size_t before);
  template <class LetGo>
  void lift(Command command, std::uint8_t hold, const LetGo& let_go);
  template <class LetGo>
  void move_on(Row& row, const LetGo& let_go);
  template <class Issued, class LetGo, class Work>
  void issue_on(std::uint32_t program, const Issued& issued, const LetGo& let_go, const Work& work);

  const Instance& instance_;
  std::span<const std::uint32_t> order_;
  std::vector<std::uint8_t> held_;  ///< by number(): of the bits above
  std::vector<bool> ended_;         ///< by number()

  std::vector<bool> arrived_;           ///< by slot
  std::vector<Thread> threads_;         ///< by program, of one thread for each
  std::vector<std::uint32_t> touched_;  ///< programs
  // Between tasks of different programs, by slot; empty: there are none.
  std::vector<std::vector<std::uint32_t>> successors_;
  std::vector<std::uint32_t> unissued_;  ///< so many that it comes after

  std::array<Row, 3> rows_;  ///< of the device: copies by engine, of one engine all in the first; kernels
};

/// In which order tasks are issued as time passes: each once its host thread has come to it and all that it comes after
/// are issued, as an event is recorded before somebody waits for it; of those of one instant as issued_slots() says.
/// Where copies are served as they were issued, so is everything: in that order from the beginning.
class IssuedTasks {
 public:
  IssuedTasks(const Instance& instance, std::span<const std::uint32_t> order);

  /// The host thread has come to the task; again has no effect.
  void reach(std::uint32_t slot);
  /// The host will come to the task once more, and to all that it comes after. Not where copies are served as they were
  /// issued.
  void begin_anew(std::uint32_t slot) {
    reached_[slot] = false;
    awaits_[slot] = awaited_[slot];
  }
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
  std::vector<std::uint32_t> awaited_;                  ///< by slot: so many others, and its thread
  std::vector<std::uint32_t> awaits_;                   ///< those of them that are to come
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
void Issue::move_on(Row& row, const LetGo& let_go) {
  if (row.let_go == row.waiting.size()) {
    return;
  }
  while (row.ended < row.commands.size() && ended_[number(row.commands[row.ended])]) {
    ++row.ended;
  }
  while (row.let_go < row.waiting.size() && row.waiting[row.let_go].before <= row.ended) {
    lift(row.waiting[row.let_go++].command, row.hold, let_go);
  }
}

template <class Issued, class LetGo, class Work>
void Issue::advance(const Issued& issued, const LetGo& let_go, const Work& work) {
  for (Row& row : rows_) {
    move_on(row, let_go);
  }
  while (!touched_.empty()) {
    const std::uint32_t program = touched_.back();
    touched_.pop_back();
    threads_[program].touched = false;
    move_on(threads_[program].row, let_go);
    issue_on(program, issued, let_go, work);
  }
}

template <class Issued, class LetGo, class Work>
void Issue::issue_on(std::uint32_t program, const Issued& issued, const LetGo& let_go, const Work& work) {
  Thread& thread = threads_[program];
  while (thread.issued < thread.row.commands.size() && !held_up(thread)) {
    const Command next = thread.row.commands[thread.issued];
    const Job& its = job(next.slot);
    if (!arrived_[next.slot] || (!unissued_.empty() && unissued_[next.slot] > 0)) {
      return;
    }
    const Millis host = instance_.host.empty() ? Millis{0} : instance_.host[order_[next.slot]];
    if (next.stage == its.first() && host > Millis{0} && thread.worked_for != next.slot) {
      thread.worked_for = next.slot;
      thread.works = true;
      work(program, host.count());
      return;
    }
    ++thread.issued;
    if (!successors_.empty() && next.stage == its.last()) {
      for (const std::uint32_t successor : successors_[next.slot]) {
        --unissued_[successor];
        touch(this->program(successor));
      }
    }
    issued(next);
    lift(next, kNotIssued, let_go);  // it may end at once
  }
}

}  // namespace warpshop::evaluate
