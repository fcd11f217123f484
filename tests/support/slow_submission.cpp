#include "tests/support/slow_submission.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace warpshop::test {
namespace {

constexpr double kNotYet = std::numeric_limits<double>::infinity();

struct Id {
  std::uint32_t task = 0;
  std::size_t stage = 0;
  friend bool operator==(const Id&, const Id&) = default;
};

/// What a host thread does next.
struct Step {
  enum class Kind : std::uint8_t { release, lags, others, work, issue, wait } kind;
  Id command = {};
};

struct Thread {
  std::vector<Step> program = {};
  std::size_t next = 0;
  double busy_until = -1;  ///< with work
};

struct State {
  bool issued = false, running = false, done = false;
  double issued_at = kNotYet;
  double ready = kNotYet;
  double end = kNotYet;
  double waiting = 0;  ///< latency, or a kernel, still to pass
  double payload = 0;
  double speed = 1;
};

class Slow {
 public:
  explicit Slow(const SubmissionCase& given) : given_(given), states_(tasks().size()) {
    for (const Id command : issue_order()) {
      issue_.push_back(command);
    }
    if (one_thread()) {
      std::vector<std::uint32_t> firsts;  // a task of each process
      for (const std::uint32_t number : given.plan.order) {
        if (std::none_of(firsts.begin(), firsts.end(), [&](std::uint32_t first) { return together(first, number); })) {
          firsts.push_back(number);
          std::vector<Id> own;
          std::copy_if(issue_.begin(), issue_.end(), std::back_inserter(own),
                       [&](const Id& command) { return together(command.task, number); });
          threads_.push_back({.program = program_of(own)});
        }
      }
    } else {
      for (const std::uint32_t number : tasks_in_turn()) {
        std::vector<Id> own;
        std::copy_if(issue_.begin(), issue_.end(), std::back_inserter(own),
                     [&](const Id& command) { return command.task == number; });
        threads_.push_back({.program = program_of(own)});
      }
    }
  }

  std::vector<std::array<double, 3>> run() {
    while (true) {
      while (host_moves() || look_for_ready() || start_something()) {
      }
      set_speeds();
      const double next = next_event();
      if (next == kNotYet) {
        break;
      }
      pass(next - now_);
    }
    std::vector<std::array<double, 3>> ends;
    for (const auto& stages : states_) {
      ends.push_back({stages[0].end, stages[1].end, stages[2].end});
    }
    return ends;
  }

 private:
  const std::vector<Task>& tasks() const { return given_.workload.tasks; }
  const Task& task(std::uint32_t number) const { return tasks()[number]; }
  State& state(const Id& command) { return states_[command.task][command.stage]; }
  const State& state(const Id& command) const { return states_[command.task][command.stage]; }
  bool has(const Id& command) const {
    const Task& its = task(command.task);
    return command.stage == 0 ? its.h2d.has_value() : command.stage == 1 ? its.kernel.has_value() : its.d2h.has_value();
  }
  const CopySpec& copy(const Id& command) const {
    return command.stage == 0 ? *task(command.task).h2d : *task(command.task).d2h;
  }
  std::uint32_t number_of(const std::string& name) const {
    for (std::uint32_t number = 0; number < tasks().size(); ++number) {
      if (task(number).name == name) {
        return number;
      }
    }
    return 0;
  }
  bool one_thread() const { return given_.workload.submit == Submit::one_thread; }
  /// Whether one process issues both.
  bool together(std::uint32_t a, std::uint32_t b) const {
    return task(a).copy == task(b).copy && task(a).family == task(b).family;
  }
  bool older_than(int major, int minor) const {
    const auto& capability = given_.device.compute_capability;
    return capability && (capability->major < major || (capability->major == major && capability->minor < minor));
  }
  std::size_t place(std::uint32_t number) const {
    return static_cast<std::size_t>(std::find(given_.plan.order.begin(), given_.plan.order.end(), number) -
                                    given_.plan.order.begin());
  }

  /// Tasks by the plan, but each after those that it comes after.
  std::vector<std::uint32_t> tasks_in_turn() const {
    std::vector<std::uint32_t> turn;
    while (turn.size() < tasks().size()) {
      for (const std::uint32_t number : given_.plan.order) {
        const auto went = [&](std::uint32_t other) { return std::find(turn.begin(), turn.end(), other) != turn.end(); };
        const auto& after = task(number).after;
        if (!went(number) && std::all_of(after.begin(), after.end(),
                                         [&](const Predecessor& before) { return went(number_of(before.task)); })) {
          turn.push_back(number);
          break;
        }
      }
    }
    return turn;
  }
  std::vector<Id> issue_order() const {
    std::vector<Id> commands;
    for (const std::uint32_t number : tasks_in_turn()) {
      for (std::size_t stage = 0; stage < 3; ++stage) {
        if (has({number, stage})) {
          commands.push_back({number, stage});
        }
      }
    }
    if (given_.workload.issue == IssueOrder::breadth_first) {
      std::stable_sort(commands.begin(), commands.end(), [](const Id& a, const Id& b) { return a.stage < b.stage; });
    }
    return commands;
  }

  bool holds_up(const Id& command) const {
    if (command.stage == 1) {
      return false;
    }
    const CopySpec& spec = copy(command);
    return spec.sync || spec.memory == Memory::pageable;  // durations are of no known size
  }
  std::vector<Step> program_of(const std::vector<Id>& commands) const {
    std::vector<Step> program;
    std::vector<std::uint32_t> begun;
    for (const Id& command : commands) {
      const Task& its = task(command.task);
      if (std::find(begun.begin(), begun.end(), command.task) == begun.end()) {
        begun.push_back(command.task);
        program.push_back({Step::Kind::release, command});
        if (one_thread()) {
          program.push_back({Step::Kind::lags, command});
          program.push_back({Step::Kind::others, command});
        }
        if (its.host) {
          program.push_back({Step::Kind::work, command});
        }
        if (!one_thread()) {
          program.push_back({Step::Kind::lags, command});
          program.push_back({Step::Kind::others, command});
        }
      }
      program.push_back({Step::Kind::issue, command});
      if (one_thread() && holds_up(command)) {
        program.push_back({Step::Kind::wait, command});
      }
    }
    return program;
  }

  double ended_at(std::uint32_t number) const {
    double end = 0;
    for (std::size_t stage = 0; stage < 3; ++stage) {
      end = has({number, stage}) ? std::max(end, state({number, stage}).end) : end;
    }
    return end;
  }
  /// When all that a task comes after have ended, and the lags behind them.
  double predecessors(std::uint32_t number) const {
    double end = 0;
    for (const Predecessor& before : task(number).after) {
      end = std::max(end, ended_at(number_of(before.task)) + before.lag.count());
    }
    return end;
  }

  /// Whether some thread went a step.
  bool host_moves() {
    bool any = false;
    for (Thread& thread : threads_) {
      while (thread.next < thread.program.size() && goes_on(thread)) {
        ++thread.next;
        any = true;
      }
    }
    return any;
  }
  bool goes_on(Thread& thread) {
    const auto& [kind, command] = thread.program[thread.next];
    switch (kind) {
      case Step::Kind::release:
        return reached(task(command.task).release.count());
      case Step::Kind::lags: {
        const auto& after = task(command.task).after;
        const bool any = std::any_of(after.begin(), after.end(),
                                     [](const Predecessor& before) { return before.stated || before.lag > Millis{0}; });
        return !any || reached(predecessors(command.task));
      }
      case Step::Kind::others:
        for (const Id& other : issue_) {
          const auto& after = task(command.task).after;
          const bool awaited = std::any_of(after.begin(), after.end(), [&](const Predecessor& before) {
            return number_of(before.task) == other.task;
          });
          if (awaited && !state(other).issued) {
            return false;
          }
        }
        return true;
      case Step::Kind::work:
        if (thread.busy_until < 0) {
          thread.busy_until = now_ + std::get<Millis>(*task(command.task).host).count();
        }
        if (!reached(thread.busy_until)) {
          return false;
        }
        thread.busy_until = -1;
        return true;
      case Step::Kind::issue:
        state(command).issued = true;
        state(command).issued_at = now_;
        if (command.stage == 1) {  // at one instant in the plan's order, whichever thread is looked at first
          const auto place = std::find_if(queued_.begin(), queued_.end(), [&](const Id& other) {
            return !clearly_before(state(other).issued_at, now_) && listed_before(command, other);
          });
          queued_.insert(place, command);
        }
        return true;
      case Step::Kind::wait:
        return state(command).done;
    }
    return false;
  }
  bool reached(double time) const { return time <= now_ * (1 + 1e-13) + 1e-300; }

  bool look_for_ready() {
    bool any = false;
    for (const Id& command : issue_) {
      State& its = state(command);
      if (its.ready == kNotYet && may_run(command)) {
        its.ready = now_;
        any = true;
      }
    }
    return any;
  }
  bool may_run(const Id& command) const {
    if (!state(command).issued || !reached(predecessors(command.task))) {
      return false;
    }
    for (std::size_t earlier = 0; earlier < command.stage; ++earlier) {
      if (has({command.task, earlier}) && !state({command.task, earlier}).done) {
        return false;
      }
    }
    for (const Id& before : kernels()) {  // in a hardware queue none overtakes another
      if (before.stage != 1) {
        continue;
      }
      if (command.stage != 1 || before == command || given_.plan.hardware_queues == 0) {
        break;
      }
      if (state(before).ready == kNotYet && queue_of(before.task) == queue_of(command.task)) {
        return false;
      }
    }
    for (const Id& other : issue_) {
      if (state(other).done || other == command) {
        continue;
      }
      const bool earlier = listed_before(other, command);
      if (earlier && together(other.task, command.task) && (task(other.task).legacy || task(command.task).legacy)) {
        return false;
      }
      if (earlier && (same_copy_queue(other, command) || awaited_kernel(other, command))) {
        return false;
      }
    }
    return true;
  }
  /// As they stand in hardware queues, perhaps among copies: before Hyper-Q in one order from the beginning.
  const std::vector<Id>& kernels() const { return older_than(3, 5) ? issue_ : queued_; }
  /// Each task goes into the stream of one that it comes after, behind which no other has; streams feed queues in turn.
  std::uint32_t queue_of(std::uint32_t number) const {
    std::vector<std::vector<std::uint32_t>> streams;
    for (const std::uint32_t next : tasks_in_turn()) {
      std::vector<std::uint32_t>* own = nullptr;
      for (const Predecessor& before : task(next).after) {
        for (std::vector<std::uint32_t>& stream : streams) {
          own = own == nullptr && stream.back() == number_of(before.task) ? &stream : own;
        }
      }
      if (own == nullptr) {
        own = &streams.emplace_back();
      }
      own->push_back(next);
    }
    std::uint32_t found = 0;
    while (std::find(streams[found].begin(), streams[found].end(), number) == streams[found].end()) {
      ++found;
    }
    return found % given_.plan.hardware_queues;
  }
  bool listed_before(const Id& a, const Id& b) const {
    return std::find(issue_.begin(), issue_.end(), a) < std::find(issue_.begin(), issue_.end(), b);
  }
  bool same_copy_queue(const Id& before, const Id& command) const {
    return older_than(3, 5) && before.stage != 1 && command.stage != 1 &&
           (given_.device.dma_engines == 1 || before.stage == command.stage);
  }
  bool awaited_kernel(const Id& before, const Id& command) const {
    if (!older_than(3, 1) || older_than(2, 0) || before.stage != 1 || command.stage != 2) {
      return false;
    }
    const auto& after = task(command.task).after;
    return has({command.task, 1}) || std::any_of(after.begin(), after.end(), [&](const Predecessor& each) {
             const std::uint32_t number = number_of(each.task);
             return has({number, 1}) && !has({number, 2});
           });
  }

  /// Who would be served next by an engine, of those that are ready.
  std::optional<Id> next_of(std::size_t stage) const {
    std::optional<Id> next;
    std::vector<std::uint32_t> order = given_.plan.order;
    if (stage == 1 && given_.plan.hardware_queues > 0) {  // kernels as they were issued
      order.clear();
      for (const Id& command : kernels()) {
        if (command.stage == 1) {
          order.push_back(command.task);
        }
      }
    }
    for (const std::uint32_t number : order) {
      const Id command{number, stage};
      if (!has(command) || state(command).running || state(command).done) {
        if (has(command) && state(command).running) {
          return std::nullopt;
        }
        continue;
      }
      if (given_.plan.submission == Submission::ordered) {
        return state(command).ready < kNotYet ? std::optional(command) : std::nullopt;
      }
      if (state(command).ready < kNotYet && (!next || clearly_before(state(command).ready, state(*next).ready))) {
        next = command;
      }
    }
    if (given_.plan.submission == Submission::streams) {
      for (const std::uint32_t number : given_.plan.order) {
        if (has({number, stage}) && state({number, stage}).running) {
          return std::nullopt;
        }
      }
    }
    return next;
  }
  static bool clearly_before(double a, double b) { return a < b && std::abs(a - b) > 1e-9 * std::max(a, b); }
  double since(const Id& command) const {
    return given_.plan.submission == Submission::ordered ? std::max(state(command).ready, free_since_[command.stage])
                                                         : state(command).ready;
  }
  bool exclusive(const Id& command) const {
    return given_.device.dma_engines == 1 || copy(command).memory == Memory::pageable;
  }

  bool start_something() {
    for (std::size_t stage = 0; stage < 3; ++stage) {
      const auto next = next_of(stage);
      if (!next || (stage != 1 && exclusive(*next) && has_to_wait(*next))) {
        continue;
      }
      State& its = state(*next);
      its.running = true;
      if (stage == 1) {
        its.waiting = std::get<Millis>(task(next->task).kernel->work).count();
      } else {
        its.waiting = copy(*next).latency.value_or(Millis{0}).count();
        its.payload = std::get<Millis>(copy(*next).amount).count() - its.waiting;
      }
      return true;
    }
    return false;
  }
  /// For a copy of the other direction that excludes it.
  bool has_to_wait(const Id& command) const {
    const std::size_t opposing = 2 - command.stage;
    for (const std::uint32_t number : given_.plan.order) {
      const Id other{number, opposing};
      if (has(other) && state(other).running) {
        return exclusive(other);
      }
    }
    const auto rival = next_of(opposing);
    if (!rival || !exclusive(*rival)) {
      return false;
    }
    const double own = since(command);
    const double its = since(*rival);
    return std::abs(own - its) > 1e-9 * std::max(own, its) ? its < own : place(rival->task) < place(command.task);
  }

  void set_speeds() {
    for (std::size_t stage = 0; stage < 3; stage += 2) {
      for (std::uint32_t number = 0; number < tasks().size(); ++number) {
        State& its = states_[number][stage];
        if (!its.running || its.waiting > 0) {
          continue;
        }
        its.speed = 1;
        for (std::uint32_t other = 0; other < tasks().size(); ++other) {
          const State& opposing = states_[other][2 - stage];
          if (opposing.running && opposing.waiting <= 0) {
            const Memory own = copy({number, stage}).memory;
            const TransferModel& transfer = given_.device.transfer(own, stage == 0 ? Direction::h2d : Direction::d2h);
            const auto& met = own == copy({other, 2 - stage}).memory ? transfer.duplex : transfer.mixed;
            its.speed = met->value / transfer.alone->value;
          }
        }
      }
    }
  }

  double next_event() const {
    double next = kNotYet;
    const auto look_at = [&](double time) {
      if (!reached(time)) {
        next = std::min(next, time);
      }
    };
    for (const Id& command : issue_) {
      const State& its = state(command);
      if (its.running) {
        next = std::min(next, now_ + (its.waiting > 0 ? its.waiting : its.payload / its.speed));
      }
    }
    for (std::uint32_t number = 0; number < tasks().size(); ++number) {
      look_at(task(number).release.count());
      look_at(predecessors(number));
    }
    for (const Thread& thread : threads_) {
      look_at(thread.busy_until);
    }
    return next;
  }

  void pass(double time) {
    now_ += time;
    const auto left = [&](double rest) { return rest <= 1e-12 * now_ ? 0 : rest; };
    for (const Id& command : issue_) {
      State& its = state(command);
      if (!its.running) {
        continue;
      }
      if (its.waiting > 0) {
        its.waiting = left(its.waiting - time);
      } else {
        its.payload = left((its.payload - time * its.speed) / its.speed) * its.speed;
      }
      if (its.waiting == 0 && its.payload == 0) {
        its.running = false;
        its.done = true;
        its.end = now_;
        free_since_[command.stage] = now_;
      }
    }
  }

  const SubmissionCase& given_;
  std::vector<std::array<State, 3>> states_;
  std::vector<Id> issue_;
  std::vector<Id> queued_;  ///< kernels that have been issued
  std::vector<Thread> threads_;
  std::array<double, 3> free_since_{};
  double now_ = 0;
};

}  // namespace

std::vector<std::array<double, 3>> slow_submission(const SubmissionCase& given) {
  return Slow(given).run();
}

}  // namespace warpshop::test
