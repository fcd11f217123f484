#include "dispatch/share/execution.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dispatch/share/aside.hpp"
#include "dispatch/share/launched_kernel.hpp"
#include "dispatch/share/shared_kernels.hpp"
#include "dispatch/share/stall_watch.hpp"
#include "dispatch/submit/measured_timeline.hpp"
#include "dispatch/submit/submitted_task.hpp"
#include "sim/model/error.hpp"
#include "sim/model/share.hpp"

namespace warpshop::dispatch {
namespace {

constexpr Millis kLookAgain{0.01};  // while a thread submits
constexpr Millis kLookWhetherItGoesOn{100};

class Execution {
 public:
  Execution(const gpu::Device& device, const Instance& instance, const Plan& plan, std::span<const SharedTask> tasks);

  /// All tasks, once.
  Timeline run();
  /// Those of requests, as they come. check(): asked again and again, throws to stop.
  void run(ClientRequests& requests, const std::function<void()>& check);

 private:
  struct Running {
    Running(const gpu::Device& device, const SharedTask& its) : task(&its), stream(device), in(device), out(device) {}
    const SharedTask* task;
    gpu::Stream stream;
    CommandEvents in, out;
    std::unique_ptr<Aside> aside;  ///< submits the copy that is under way
    std::vector<Precedence> next;  ///< who comes after it
    std::size_t comes_after = 0;   ///< how many tasks
    std::size_t awaits = 0;        ///< of them, those that have not ended
    Millis may_begin{0};           ///< from the plan's begin on, once it awaits nobody
  };
  using Tasks = std::vector<std::uint32_t>;

  Millis now() const { return driver_.now() - plan_.host; }
  void set_out();
  void await(std::uint32_t first, std::uint32_t tasks);
  void go_on();

  void look();
  void begin(std::uint32_t task);
  void begin_copy(std::uint32_t task, Stage stage);
  bool has_copied(Running& task, const CommandEvents& events);
  void after_copy_in(std::uint32_t task);
  void after_kernel(std::uint32_t task);
  void end(std::uint32_t task);
  void tell(std::uint32_t task, Stage stage);
  void look_at_kernels();
  void check_goes_on();
  void pause() const;
  Timeline timeline() const;

  gpu::Device device_;
  gpu::Driver& driver_;
  const Instance& instance_;
  const Plan& plan_of_;
  const Share& share_;
  SharedKernels kernels_;
  gpu::Event origin_;
  PlanBegin plan_;
  std::vector<std::unique_ptr<Running>> tasks_;
  Tasks waiting_;  ///< await nobody, in the plan's order: until they may begin
  Tasks copying_in_, copying_out_;
  std::optional<Millis> works_since_;  ///< when the first of the kernels that are there was given anything
  std::size_t left_ = 0;               ///< tasks that are to end
  std::size_t asides_ = 0;             ///< copies that are being submitted in threads of their own
  std::uint64_t ended_ = 0;            ///< commands
  StallWatch watch_;
  Millis watched_{0};  ///< when it was asked last
  ClientRequests* requests_ = nullptr;
};

Execution::Execution(const gpu::Device& device, const Instance& instance, const Plan& plan,
                     std::span<const SharedTask> tasks)
    : device_(device),
      driver_(device.driver()),
      instance_(instance),
      plan_of_(plan),
      share_(*plan.share),
      kernels_(device, instance, share_, tasks),
      origin_(device) {
  assert(plan.gates.empty() && plan.rounds.empty() && plan.devices.empty());
  tasks_.reserve(tasks.size());
  for (const SharedTask& task : tasks) {
    tasks_.push_back(std::make_unique<Running>(device, task));
  }
  for (const Precedence& pair : instance.precedence) {
    tasks_[pair.before]->next.push_back(pair);
    ++tasks_[pair.after]->comes_after;
  }
}

/// They are to run, once more: from now on those that come after none.
void Execution::await(std::uint32_t first, std::uint32_t tasks) {
  left_ += tasks;
  for (std::uint32_t task = first; task < first + tasks; ++task) {
    Running& its = *tasks_[task];
    its.awaits = its.comes_after;
    its.may_begin = instance_.jobs[task].release;
    if (its.awaits == 0) {
      waiting_.push_back(task);
    }
  }
}

void Execution::set_out() {
  const gpu::Stream stream(device_);
  stream.record(origin_);
  origin_.synchronize();
  plan_ = {.event = &origin_, .host = driver_.now()};
  kernels_.set_out(plan_);
}

/// What is to be decided now; then time passes.
void Execution::go_on() {
  const Millis time = now();
  if (time - watched_ > kLookWhetherItGoesOn) {
    watched_ = time;
    check_goes_on();
  }
  const bool decided = kernels_.decide(time);
  if (kernels_.any() && !works_since_) {
    works_since_ = time;
  }
  if (decided) {
    pause();
  }
}

Timeline Execution::run() {
  for (const std::uint32_t task : plan_of_.order) {
    await(task, 1);
  }
  set_out();
  for (look(); left_ > 0; look()) {
    go_on();
  }
  return timeline();
}

void Execution::run(ClientRequests& requests, const std::function<void()>& check) {
  requests_ = &requests;
  set_out();
  requests.streams().set_out(plan_.host);
  for (;;) {
    check();
    look();
    bool begun = false;
    requests.streams().begin(now(), [&](const RequestStream& stream) {
      await(stream.first_task, stream.last_task - stream.first_task + 1);
      begun = true;
    });
    if (requests.streams().over()) {
      return;
    }
    if (!begun) {
      go_on();
    }
  }
}

void Execution::look() {
  const Millis time = now();
  for (const std::uint32_t task : std::exchange(waiting_, {})) {
    tasks_[task]->may_begin <= time ? begin(task) : waiting_.push_back(task);
  }
  for (const std::uint32_t task : std::exchange(copying_in_, {})) {
    if (has_copied(*tasks_[task], tasks_[task]->in)) {
      ++ended_;
      tell(task, Stage::h2d);
      after_copy_in(task);
    } else {
      copying_in_.push_back(task);
    }
  }
  look_at_kernels();
  for (const std::uint32_t task : std::exchange(copying_out_, {})) {
    if (has_copied(*tasks_[task], tasks_[task]->out)) {
      ++ended_;
      tell(task, Stage::d2h);
      end(task);
    } else {
      copying_out_.push_back(task);
    }
  }
}

void Execution::begin(std::uint32_t task) {
  kernels_.issue(task);
  tasks_[task]->task->begins();
  if (tasks_[task]->task->stages[index(Stage::h2d)]) {
    begin_copy(task, Stage::h2d);
    copying_in_.push_back(task);
  } else {
    after_copy_in(task);
  }
}

void Execution::begin_copy(std::uint32_t task, Stage stage) {
  Running& its = *tasks_[task];
  const CommandEvents& events = stage == Stage::h2d ? its.in : its.out;
  const auto submit = [stage, &its, &events] {
    try {
      its.stream.record(events.start);
      its.task->copy(stage, its.stream);
      its.stream.record(events.end);
    } catch (const DeviceError& error) {
      throw error.during(fmt::format("task {}, {}", its.task->name, name(stage)));
    }
  };
  if (its.task->holds[index(stage)]) {
    its.aside = std::make_unique<Aside>(submit);
    ++asides_;
  } else {
    submit();
  }
}

bool Execution::has_copied(Running& task, const CommandEvents& events) {
  if (task.aside) {
    if (!task.aside->over()) {
      return false;
    }
    --asides_;
    std::exchange(task.aside, nullptr)->check();
  }
  return events.end.reached();
}

void Execution::after_copy_in(std::uint32_t task) {
  if (tasks_[task]->task->kernel) {
    kernels_.arrive(task);
  } else {
    after_kernel(task);
  }
}

void Execution::after_kernel(std::uint32_t task) {
  if (tasks_[task]->task->stages[index(Stage::d2h)]) {
    begin_copy(task, Stage::d2h);
    copying_out_.push_back(task);
  } else {
    end(task);
  }
}

void Execution::end(std::uint32_t task) {
  --left_;
  Running& its = *tasks_[task];
  for (const Precedence& pair : its.next) {
    Running& after = *tasks_[pair.after];
    after.may_begin = std::max(after.may_begin, now() + pair.lag);
    if (--after.awaits == 0) {
      waiting_.push_back(pair.after);
    }
  }
  if (requests_ != nullptr) {
    requests_->ended(task, now());  // by the clock that requests come by: that of a GPU drifts away from it
    kernels_.forget(task);
  }
}

/// The requests, if there are any, of a command that has ended.
void Execution::tell(std::uint32_t task, Stage stage) {
  if (requests_ == nullptr) {
    return;
  }
  const Running& its = *tasks_[task];
  const CommandEvents& copy = stage == Stage::h2d ? its.in : its.out;
  const Interval ran = stage == Stage::kernel ? kernels_.of(task)->interval()
                                              : Interval{.start = gpu::elapsed(origin_, copy.start),
                                                         .end = gpu::elapsed(origin_, copy.end)};
  requests_->ran(stage, task, ran.start, ran.end);
}

void Execution::look_at_kernels() {
  for (const std::uint32_t task : kernels_.look()) {
    ++ended_;
    tell(task, Stage::kernel);
    after_kernel(task);
  }
  if (requests_ != nullptr && !kernels_.any() && works_since_) {
    requests_->worked(Stage::kernel, *std::exchange(works_since_, std::nullopt), now());
  }
}

/// So that a kernel that never ends is named, and does not hang the program.
void Execution::check_goes_on() {
  kernels_.check_leaving();
  std::vector<std::string> under_way;
  Millis expected = kernels_.under_way();
  const auto add = [&](std::uint32_t task, Stage stage) {
    under_way.push_back(fmt::format("task {}, {}", tasks_[task]->task->name, name(stage)));
    expected += stage == Stage::kernel ? Millis{0} : instance_.jobs[task].alone(stage);
  };
  for (const std::uint32_t task : kernels_.given()) {
    add(task, Stage::kernel);
  }
  for (const std::uint32_t task : copying_in_) {
    add(task, Stage::h2d);
  }
  for (const std::uint32_t task : copying_out_) {
    add(task, Stage::d2h);
  }
  if (under_way.empty()) {
    watch_.rest();
  } else if (watch_.stalled(now(), ended_ + kernels_.seen(), expected)) {
    device_.abandon(fmt::format(
        "{}: nothing of it has gone on for {:.1f} s, {:.3g} s by the profile: it never ends, "
        "or the profile is of another device",
        fmt::join(under_way, "; "), StallWatch::patience(expected).count() / 1000, expected.count() / 1000));
  }
}

void Execution::pause() const {
  const bool under_way = kernels_.any_works() || !copying_in_.empty() || !copying_out_.empty();
  Millis until = std::min(kernels_.wake_at(), asides_ > 0 ? now() + kLookAgain : share::kNoWake);
  for (const std::uint32_t task : waiting_) {
    until = std::min(until, tasks_[task]->may_begin);
  }
  if (requests_ != nullptr) {
    until = std::min(until, requests_->streams().next());
  }
  if (!under_way && until == share::kNoWake) {
    if (requests_ != nullptr && requests_->streams().over()) {
      return;  // threads that hand requests in have just left off
    }
    throw std::logic_error("policy " + share_.policy + " leaves kernels that nobody will ever start");
  }
  until = under_way ? std::min(until, now() + kLookWhetherItGoesOn) : until;
  if (const Millis time = now(); until > time) {
    driver_.pause(until - time);
  }
}

Timeline Execution::timeline() const {
  Timeline timeline{.dma_engines = device_.properties().engines_that_matter()};
  const auto between = [&](std::uint32_t task, Stage stage, const CommandEvents& events) {
    timeline.intervals.push_back({task, stage, gpu::elapsed(origin_, events.start), gpu::elapsed(origin_, events.end)});
  };
  bool released = false;
  for (const std::uint32_t number : plan_of_.order) {
    const Running& task = *tasks_[number];
    released = released || instance_.jobs[number].release > Millis{0};
    if (task.task->stages[index(Stage::h2d)]) {
      between(number, Stage::h2d, task.in);
    }
    if (const LaunchedKernel* const kernel = kernels_.of(number)) {
      Interval interval = kernel->interval();
      interval.task = number;
      timeline.intervals.push_back(interval);
      for (Residency residency : kernel->residencies()) {
        residency.task = number;
        timeline.residencies.push_back(residency);
      }
    }
    if (task.task->stages[index(Stage::d2h)]) {
      between(number, Stage::d2h, task.out);
    }
  }
  begin_copies_after_those_before(timeline);
  count_from_first_command(timeline, released);
  timeline.residencies = in_order(std::move(timeline.residencies));
  return timeline;
}

}  // namespace

Timeline execute(const gpu::Device& device, const Instance& instance, const Plan& plan,
                 std::span<const SharedTask> tasks) {
  return Execution(device, instance, plan, tasks).run();
}

ClientsOutcome execute_clients(const gpu::Device& device, const Instance& instance, const Plan& plan,
                               std::span<const SharedTask> tasks, RequestFeed& feed, const ClientTimes& times,
                               const std::function<void()>& check) {
  ClientRequests requests(instance, feed, times);
  Execution(device, instance, plan, tasks).run(requests, check);
  return std::move(requests).outcome();
}

}  // namespace warpshop::dispatch
