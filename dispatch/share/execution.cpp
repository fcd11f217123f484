#include "dispatch/share/execution.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dispatch/share/bsu_kernel.hpp"
#include "dispatch/share/client_requests.hpp"
#include "dispatch/share/launched_kernel.hpp"
#include "dispatch/share/plain_kernel.hpp"
#include "dispatch/submit/measured_timeline.hpp"
#include "dispatch/submit/submitted_task.hpp"
#include "kernels/start_thread.hpp"
#include "sim/model/error.hpp"
#include "sim/model/share.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::size_t kBsusAhead = 64;  // most that two kernels have on an SM
constexpr Millis kLookAgain{0.01};      ///< while a thread submits

/// A call that may take its time, in a thread of its own.
class Aside {
 public:
  explicit Aside(std::function<void()> call) {
    std::packaged_task<void()> task(std::move(call));
    result_ = task.get_future();
    thread_ = kernels::start_thread([running = std::move(task)]() mutable { running(); });
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  ~Aside() { thread_.join(); }

  bool over() const { return result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
  /// Throws what the call threw. Requires over(); once.
  void check() { result_.get(); }

 private:
  std::future<void> result_;
  std::thread thread_;
};

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
    std::unique_ptr<Aside> aside;            ///< submits the copy that is under way
    std::unique_ptr<LaunchedKernel> kernel;  ///< nothing: given nothing so far
    std::vector<Precedence> next;            ///< who comes after it
    std::size_t comes_after = 0;             ///< how many tasks
    std::size_t awaits = 0;                  ///< of them, those that have not ended
    Millis may_begin{0};                     ///< from the plan's begin on, once it awaits nobody
  };
  using Tasks = std::vector<std::uint32_t>;

  Millis now() const { return driver_.now() - plan_.host; }
  void set_out();
  void await(std::uint32_t first, std::uint32_t tasks);
  void go_on();
  template <class Call>
  void during(std::uint32_t task, Stage stage, const Call& call) const;

  void look();
  void begin(std::uint32_t task);
  void begin_copy(std::uint32_t task, Stage stage);
  bool has_copied(Running& task, const CommandEvents& events);
  void after_copy_in(std::uint32_t task);
  void after_kernel(std::uint32_t task);
  void end(std::uint32_t task);
  void tell(std::uint32_t task, Stage stage);
  void look_at_kernels();
  void ask_controller();
  void deal();
  CtaNeeds needs_of(std::uint32_t task) const;
  void answer(std::uint32_t task, const Allocation& asked);
  void pause() const;
  Timeline timeline() const;

  gpu::Device device_;
  gpu::Driver& driver_;
  const Instance& instance_;
  const Plan& plan_of_;
  const Share& share_;
  share::Controller controller_;
  gpu::BsuPool bsus_;
  gpu::SubtaskCounters counters_;
  gpu::Event origin_;
  PlanBegin plan_;
  std::vector<std::unique_ptr<Running>> tasks_;
  Tasks waiting_;  ///< await nobody, in the plan's order: until they may begin
  Tasks copying_in_, copying_out_;
  Tasks ready_;                        ///< given nothing; the longest ready first
  std::optional<Millis> works_since_;  ///< when the first of those that are given anything was
  Tasks given_;                        ///< in the order in which they were first given anything
  Tasks issued_;                       ///< not told to the controller yet
  std::size_t left_ = 0;               ///< tasks that are to end
  std::size_t asides_ = 0;             ///< copies that are being submitted in threads of their own
  ClientRequests* requests_ = nullptr;
  bool changed_ = true;
  bool deals_ = false;  ///< there may be room, or somebody who lacks CTAs
  Millis wake_at_ = share::kNoWake;
};

Execution::Execution(const gpu::Device& device, const Instance& instance, const Plan& plan,
                     std::span<const SharedTask> tasks)
    : device_(device),
      driver_(device.driver()),
      instance_(instance),
      plan_of_(plan),
      share_(*plan.share),
      controller_(share_.start(instance, share_)),
      bsus_(device, kBsusAhead),
      counters_(device, tasks.size()),
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

template <class Call>
void Execution::during(std::uint32_t task, Stage stage, const Call& call) const {
  try {
    call();
  } catch (const DeviceError& error) {
    throw error.during(fmt::format("task {}, {}", tasks_[task]->task->name, name(stage)));
  }
}

void Execution::set_out() {
  const gpu::Stream stream(device_);
  stream.record(origin_);
  origin_.synchronize();
  plan_ = {.event = &origin_, .host = driver_.now()};
}

/// What is to be decided now; then time passes.
void Execution::go_on() {
  if (changed_ || now() >= wake_at_) {
    ask_controller();
  }
  if (std::exchange(deals_, false)) {
    deal();
  }
  if (!changed_) {
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
  for (;;) {
    check();
    look();
    bool begun = false;
    requests.begin(now(), [&](std::uint32_t first, std::uint32_t tasks) {
      await(first, tasks);
      begun = true;
    });
    if (requests.over()) {
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
      tell(task, Stage::h2d);
      after_copy_in(task);
    } else {
      copying_in_.push_back(task);
    }
  }
  look_at_kernels();
  for (const std::uint32_t task : std::exchange(copying_out_, {})) {
    if (has_copied(*tasks_[task], tasks_[task]->out)) {
      tell(task, Stage::d2h);
      end(task);
    } else {
      copying_out_.push_back(task);
    }
  }
}

void Execution::begin(std::uint32_t task) {
  issued_.push_back(task);
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
  const auto submit = [this, task, stage, &its, &events] {
    during(task, stage, [&] {
      its.stream.record(events.start);
      its.task->copy(stage, its.stream);
      its.stream.record(events.end);
    });
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
    ready_.push_back(task);
    changed_ = true;
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
    its.kernel = nullptr;
  }
}

/// The requests, if there are any, of a command that has ended.
void Execution::tell(std::uint32_t task, Stage stage) {
  if (requests_ == nullptr) {
    return;
  }
  const Running& its = *tasks_[task];
  const CommandEvents& copy = stage == Stage::h2d ? its.in : its.out;
  const Interval ran = stage == Stage::kernel ? its.kernel->interval()
                                              : Interval{.start = gpu::elapsed(origin_, copy.start),
                                                         .end = gpu::elapsed(origin_, copy.end)};
  requests_->ran(stage, task, ran.start, ran.end);
}

void Execution::look_at_kernels() {
  for (const std::uint32_t task : std::exchange(given_, {})) {
    LaunchedKernel& kernel = *tasks_[task]->kernel;
    during(task, Stage::kernel, [&] {
      const LaunchedKernel::Left left = kernel.look();
      changed_ = changed_ || left.told || (left.untold && share_.tells_when_left);
      deals_ = deals_ || left.told || left.untold;
    });
    if (kernel.over()) {
      changed_ = true;
      tell(task, Stage::kernel);
      after_kernel(task);
    } else {
      given_.push_back(task);
    }
  }
  if (requests_ != nullptr && given_.empty() && works_since_) {
    requests_->worked(Stage::kernel, *std::exchange(works_since_, std::nullopt), now());
  }
}

void Execution::ask_controller() {
  changed_ = false;
  const Millis time = now();
  share::RunningKernels running([this] {
    std::vector<share::Running> kernels;
    kernels.reserve(given_.size());
    for (const std::uint32_t task : given_) {
      kernels.push_back(tasks_[task]->kernel->running(task));
    }
    return kernels;
  });
  const Tasks ready = ready_;
  const share::Decision decision = controller_(
      {.now = time, .ready = ready, .running = std::move(running), .issued = std::exchange(issued_, {}), .ended = {}});
  if (!decision.allowances.empty() || decision.speed != 1 ||
      decision.leaving.value_or(Leaving::drain) != Leaving::drain) {
    throw std::logic_error("policy " + share_.policy + " asks the device for what it cannot grant");
  }
  wake_at_ = decision.wake_at;
  deals_ = true;
  for (const bool gives : {false, true}) {  // those that give all back first
    for (const auto& [task, asked] : decision.allocations) {
      if (asked.empty() != gives) {
        answer(task, asked);
      }
    }
  }
}

void Execution::answer(std::uint32_t task, const Allocation& asked) {
  Running& its = *tasks_[task];
  during(task, Stage::kernel, [&] {
    if (!its.kernel) {
      if (asked.empty()) {
        return;
      }
      if (share_.form == KernelForm::persistent) {
        its.kernel =
            std::make_unique<BsuKernel>(device_, bsus_, counters_.next(), *its.task->kernel, needs_of(task), plan_);
      } else {
        its.kernel = std::make_unique<PlainKernel>(bsus_, *its.task->kernel, plan_);
      }
      if (given_.empty()) {
        works_since_ = now();
      }
      given_.push_back(task);
      std::erase(ready_, task);
    }
    its.kernel->ask(asked);
  });
}

/// What the profile says of its CTAs; where it does not, what the device says.
CtaNeeds Execution::needs_of(std::uint32_t task) const {
  const gpu::Code& code = tasks_[task]->task->kernel->code;
  const SmModel& sm = instance_.chip->sm;
  const gpu::Resources resources = device_.resources(code, gpu::Form::persistent);
  CtaResources cta{.threads = resources.threads,
                   .registers = resources.registers_per_thread,
                   .shared_memory = resources.shared_memory,
                   .per_sm = resources.ctas_per_sm};
  const std::uint32_t kernel = instance_.work.empty() ? KernelWork::kNone : instance_.work[task].kernel;
  if (kernel != KernelWork::kNone && instance_.kernels[kernel].model.cta) {
    cta = *instance_.kernels[kernel].model.cta;
  }
  const std::int64_t per_sm = std::min({cta.per_sm, most_ctas_per_sm(sm, cta), std::int64_t{resources.ctas_per_sm}});
  if (per_sm < 1) {
    throw DeviceError("not one CTA of kernel " + std::string(code.name) + " fits an SM");
  }
  return {.cta = resources_of_cta(sm, cta), .per_sm = static_cast<std::uint32_t>(per_sm)};
}

/// To kernels in the order in which they were first given anything; on an SM to none before those ahead of it have all
/// that they ask for there.
void Execution::deal() {
  FreeRoom room(static_cast<std::uint32_t>(device_.properties().sms), resources_of(instance_.chip->sm));
  for (const std::uint32_t task : given_) {
    tasks_[task]->kernel->occupy(room);
  }
  for (const std::uint32_t task : given_) {
    during(task, Stage::kernel, [&] { tasks_[task]->kernel->deal(room); });
  }
}

void Execution::pause() const {
  Millis until = std::min(wake_at_, asides_ > 0 ? now() + kLookAgain : share::kNoWake);
  for (const std::uint32_t task : waiting_) {
    until = std::min(until, tasks_[task]->may_begin);
  }
  if (requests_ != nullptr) {
    until = std::min(until, requests_->next());
  }
  const bool works =
      std::any_of(given_.begin(), given_.end(), [&](std::uint32_t task) { return tasks_[task]->kernel->works(); });
  if (!works && copying_in_.empty() && copying_out_.empty() && until == share::kNoWake) {
    throw std::logic_error("policy " + share_.policy + " leaves kernels that nobody will ever start");
  }
  if (const Millis time = now(); until > time) {
    driver_.pause(until - time);
  }
}

Timeline Execution::timeline() const {
  Timeline timeline{.dma_engines = std::min(device_.properties().copy_engines, 2)};
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
    if (task.kernel) {
      Interval interval = task.kernel->interval();
      interval.task = number;
      timeline.intervals.push_back(interval);
      for (Residency residency : task.kernel->residencies()) {
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
                               std::span<const SharedTask> tasks, const ClientTimes& times,
                               const std::function<void()>& check) {
  ClientRequests requests(instance, times.horizon, times.warm_up, times.seed);
  Execution(device, instance, plan, tasks).run(requests, check);
  return std::move(requests).outcome();
}

}  // namespace warpshop::dispatch
