#include "tests/support/host_program.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>

namespace warpshop::test {
namespace {

using Kind = HostStep::Kind;
using std::chrono::microseconds;

constexpr int kCall = 2;
constexpr int kUnknown = -1;

struct Command {
  Stage stage;
  int stream;
  int time;
  int issued;
  std::vector<std::size_t> behind;  ///< of its stream the one before, and of events
  int start = kUnknown;
  int end = kUnknown;
};

class Machine {
 public:
  Machine(const std::vector<HostStep>& program, int slowdown) : program_(program), slowdown_(slowdown) {}

  ProgramRun run() {
    while (step_ < program_.size() || std::any_of(commands_.begin(), commands_.end(),
                                                  [](const Command& command) { return command.end == kUnknown; })) {
      finish();
      while (host_goes_on()) {
      }
      finish();  // what takes no time has been started by nobody
      serve();
      ++now_;
    }
    return {.trace = recorded(), .tied = tied_};
  }

 private:
  bool ended(std::size_t command) const { return commands_[command].end != kUnknown && commands_[command].end <= now_; }

  void finish() {
    for (Command& command : commands_) {
      if (command.start != kUnknown && command.end == kUnknown && command.start + command.time == now_) {
        command.end = now_;
        running_[index(command.stage)] = false;
      }
    }
  }

  /// Of what is ready on each engine the command that was ready first.
  void serve() {
    for (const Stage stage : kStages) {
      std::optional<std::size_t> first;
      int first_ready = 0;
      for (std::size_t i = 0; i < commands_.size() && !running_[index(stage)]; ++i) {
        const Command& command = commands_[i];
        if (command.stage != stage || command.start != kUnknown || command.issued > now_) {
          continue;
        }
        int ready = command.issued;
        bool free = true;
        for (const std::size_t other : command.behind) {
          free = free && ended(other);
          ready = std::max(ready, commands_[other].end);
        }
        tied_ = tied_ || (free && first && ready == first_ready);
        if (free && (!first || ready < first_ready)) {
          first = i;
          first_ready = ready;
        }
      }
      if (first) {
        commands_[*first].start = now_;
        running_[index(stage)] = true;
      }
    }
  }

  /// Whether the host has got on by a step, or a part of one.
  bool host_goes_on() {
    if (step_ == program_.size() || busy_until_ > now_) {
      return false;
    }
    const HostStep& step = program_[step_];
    if (!began_) {
      began_ = now_;
      begin(step);
      return true;
    }
    if (std::any_of(awaited_.begin(), awaited_.end(), [&](std::size_t command) { return !ended(command); })) {
      return false;
    }
    if (step.kind != Kind::think) {
      busy_until_ = now_ + kCall;
      calls_.back().end = microseconds(busy_until_);
    }
    awaited_.clear();
    began_.reset();
    ++step_;
    return true;
  }

  void begin(const HostStep& step) {
    if (step.kind == Kind::think) {
      busy_until_ = now_ + step.time;
      return;
    }
    RecordedCall call{.start = microseconds(now_), .end = microseconds(now_), .correlation = ++correlation_};
    const auto stream = static_cast<std::uint64_t>(step.stream);
    switch (step.kind) {
      case Kind::kernel:
        call.kind = CallKind::launch;
        issue(step, Stage::kernel, now_ + kCall);
        break;
      case Kind::copy:
        call.kind = CallKind::copy;
        issue(step, step.stage, now_ + kCall);
        break;
      case Kind::blocking_copy:
        call.kind = CallKind::copy;
        issue(step, step.stage, now_);
        awaited_ = {commands_.size() - 1};
        break;
      case Kind::sync_stream:
        call.kind = CallKind::synchronise_stream;
        call.stream = stream;
        if (last_.contains(step.stream)) {
          awaited_ = {last_[step.stream]};
        }
        break;
      case Kind::sync_device:
        call.kind = CallKind::synchronise_device;
        for (const auto& [number, command] : last_) {
          awaited_.push_back(command);
        }
        break;
      case Kind::record:
        call.kind = CallKind::record_event;
        call.stream = stream;
        call.event = static_cast<std::uint64_t>(step.event);
        events_[step.event] = last_.contains(step.stream) ? std::optional(last_[step.stream]) : std::nullopt;
        break;
      default:
        call.kind = CallKind::wait_event;
        call.stream = stream;
        call.event = static_cast<std::uint64_t>(step.event);
        if (const auto event = events_.find(step.event); event != events_.end() && event->second) {
          pending_[step.stream].push_back(*event->second);
        }
    }
    calls_.push_back(call);
  }

  void issue(const HostStep& step, Stage stage, int issued) {
    Command command{.stage = stage,
                    .stream = step.stream,
                    .time = stage == Stage::kernel ? step.time * slowdown_ : step.time,
                    .issued = issued,
                    .behind = pending_[step.stream]};
    pending_[step.stream].clear();
    if (last_.contains(step.stream)) {
      command.behind.push_back(last_[step.stream]);
    }
    last_[step.stream] = commands_.size();
    commands_.push_back(command);
    issued_by_.push_back(correlation_);
  }

  RecordedTrace recorded() const {
    RecordedTrace trace{.file = "program", .source = "test", .names = {"command", "call"}};
    for (std::size_t i = 0; i < commands_.size(); ++i) {
      const Command& command = commands_[i];
      RecordedCommand record{.kind = command.stage == Stage::kernel ? CommandKind::kernel
                                     : command.stage == Stage::h2d  ? CommandKind::h2d
                                                                    : CommandKind::d2h,
                             .start = microseconds(command.start),
                             .end = microseconds(command.end),
                             .stream = static_cast<std::uint64_t>(command.stream),
                             .correlation = issued_by_[i]};
      if (command.stage != Stage::kernel) {
        record.memory = Memory::pinned;
        record.bytes = Bytes{1000 + static_cast<std::int64_t>(i)};
      } else {
        record.ctas = 1 + static_cast<std::int64_t>(i);  // no two are alike
      }
      trace.commands.push_back(record);
    }
    std::stable_sort(trace.commands.begin(), trace.commands.end(),
                     [](const RecordedCommand& a, const RecordedCommand& b) { return a.start < b.start; });
    trace.calls = calls_;
    return trace;
  }

  const std::vector<HostStep>& program_;
  int slowdown_;
  int now_ = 0;
  std::size_t step_ = 0;
  std::optional<int> began_;
  int busy_until_ = 0;
  std::vector<std::size_t> awaited_;
  std::vector<Command> commands_;
  std::vector<std::uint64_t> issued_by_;  ///< correlations
  std::array<bool, 3> running_{};
  std::map<int, std::size_t> last_;                   ///< by stream
  std::map<int, std::optional<std::size_t>> events_;  ///< by event
  std::map<int, std::vector<std::size_t>> pending_;   ///< by stream: what its next command is behind
  std::vector<RecordedCall> calls_;
  std::uint64_t correlation_ = 0;
  bool tied_ = false;
};

}  // namespace

ProgramRun run_program(const std::vector<HostStep>& program, int slowdown) {
  return Machine(program, slowdown).run();
}

}  // namespace warpshop::test
