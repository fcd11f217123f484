#include "sim/split/split_tasks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/split/machine_model.hpp"
#include "sim/split/split_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/slow_split.hpp"

namespace warpshop::split {
namespace {

using test::SlowSplitStep;

Device a_device() {
  Device device{.name = "a device"};
  device.dma_engines = 2;
  return device;
}

/// A CPU of one thread that does so many elements a millisecond and costs nothing else.
std::shared_ptr<const KernelSplit> by(std::string policy, std::int64_t elements, double per_milli,
                                      Millis overhead = Millis{0}) {
  return std::make_shared<const KernelSplit>(KernelSplit{.policy = std::move(policy),
                                                         .elements = elements,
                                                         .rate = ElementsPerSecond{1000 * per_milli},
                                                         .overhead = overhead});
}

Task kernel_of(std::string name, double ms, std::shared_ptr<const KernelSplit> split = nullptr) {
  return {.name = std::move(name), .kernel = KernelSpec{.work = Millis{ms}, .split = std::move(split), .mark = {}}};
}

Workload of(std::vector<Task> tasks) {
  return {.name = "tasks", .file = "tasks.yaml", .tasks = std::move(tasks)};
}

Workload split_on(const Workload& workload, const Device& device = a_device()) {
  return split_tasks(workload, std::span(&device, 1)).value();
}

Order in_order(const Instance& instance) {
  Order order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

Timeline played(const Workload& workload, Order order = {}, const Device& device = a_device()) {
  const Instance instance = resolve(workload, device);
  return evaluate::timeline(instance, {.order = order.empty() ? in_order(instance) : std::move(order)});
}

Millis end_of(const Workload& workload, const Timeline& timeline, const std::string& name) {
  const std::vector<std::string> names = task_names(workload);
  Millis end{-1};
  for (const Interval& interval : timeline.intervals) {
    end = names[interval.task] == name ? std::max(end, interval.end) : end;
  }
  return end;
}

constexpr double kClose = 1e-9;

/// "My kernel takes 12.8 ms on the GPU and I have idle cores: what does it do to my other three jobs if it is split?"
/// GPU: 100 elements a millisecond. Whole: 12.8 ms, then 2 ms each, so 14.8, 16.8 and 18.8.
std::vector<Task> with_three_others(std::shared_ptr<const KernelSplit> split) {
  return {kernel_of("options", 12.8, std::move(split)), kernel_of("b", 2), kernel_of("c", 2), kernel_of("d", 2)};
}

TEST(SplitTasks, LetsOthersRunWhileTheCpuIsNotDone) {
  // 640 and 640: the GPU is done after 6.4 ms, the CPU with 50 elements a millisecond after 12.8.
  const Workload workload = split_on(of(with_three_others(by("static", 1280, 50))));
  EXPECT_EQ(task_names(workload), (std::vector<std::string>{"options/1", "options", "b", "c", "d"}));
  const Timeline timeline = played(workload);
  EXPECT_NEAR(end_of(workload, timeline, "options/1").count(), 6.4, kClose);
  EXPECT_NEAR(end_of(workload, timeline, "b").count(), 8.4, kClose);
  EXPECT_NEAR(end_of(workload, timeline, "d").count(), 12.4, kClose);
  EXPECT_NEAR(end_of(workload, timeline, "options").count(), 12.8, kClose);
  EXPECT_NEAR(timeline.makespan.count(), 12.8, kClose);
}

TEST(SplitTasks, ItsNextStepWaitsForTheCpu) {
  // 5 + 5 elements: 0.05 and 0.1 ms. Of 1270 the GPU gets 2/3: 847, 8.47 ms; the CPU 423, 8.46 ms.
  const Workload workload = split_on(of(with_three_others(by("quick", 1280, 50))));
  EXPECT_EQ(task_names(workload), (std::vector<std::string>{"options/1", "options/2", "options", "b", "c", "d"}));
  EXPECT_NEAR(played(workload).makespan.count(), 0.1 + 8.47 + 6, kClose);
  // b fits where the GPU waited: then it never waits.
  EXPECT_NEAR(played(workload, {0, 3, 1, 2, 4, 5}).makespan.count(), 0.05 + 2 + 8.47 + 4, kClose);
}

TEST(SplitTasks, TheCpuGoesOnWhileOthersHoldUpTheGpu) {
  const Workload workload = split_on(of(with_three_others(by("static", 1280, 50))));
  const Timeline timeline = played(workload, {2, 0, 1, 3, 4});
  EXPECT_NEAR(end_of(workload, timeline, "options/1").count(), 8.4, kClose);
  EXPECT_NEAR(end_of(workload, timeline, "options").count(), 12.8, kClose);
}

TEST(SplitTasks, ACpuThatGetsNothingLeavesTheTaskAsItWas) {
  // One element: the GPU's, by half up.
  Workload plain = of(with_three_others(nullptr));
  const Workload workload = split_on(of(with_three_others(by("cap", 1, 50))));
  EXPECT_EQ(task_names(workload), task_names(plain));
  EXPECT_EQ(played(workload).makespan, played(plain).makespan);
  EXPECT_FALSE(split_tasks(plain, std::vector{a_device()}));
}

TEST(SplitTasks, AStepHasItsPartOfCopiesAndCtas) {
  Device device = a_device();
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    device.transfers[index(Memory::pinned)][index(direction)] = {.latency = Millis{0.01}, .alone = BytesPerSecond{1e9}};
  }
  Task task = kernel_of("t", 1);
  task.kernel->work = KernelShape{.time = Millis{8}, .ctas = 400, .cta = {.threads = 256}};
  task.kernel->split = by("static", 1000, 1);
  task.h2d = CopySpec{.amount = Bytes{3000}, .mark = {}};
  task.d2h = CopySpec{.amount = Millis{1.5}, .latency = Millis{0.5}, .mark = {}};
  const Workload workload = split_on(of({task}), device);
  const Task& step = workload.tasks.front();
  EXPECT_EQ(std::get<Bytes>(step.h2d->amount).count, 1500);
  EXPECT_EQ(std::get<Millis>(step.d2h->amount), Millis{1});
  EXPECT_EQ(std::get<KernelShape>(step.kernel->work).ctas, 200);
  EXPECT_EQ(std::get<KernelShape>(step.kernel->work).time, Millis{4});
  EXPECT_NEAR(workload.splits.front().run.steps.front().times.gpu.count(), 0.01 + 0.0015 + 4 + 1, kClose);
  EXPECT_NEAR(workload.splits.front().whole.count(), 0.01 + 0.003 + 8 + 1.5, kClose);
}

TEST(SplitTasks, RepeatsHaveOneCpu) {
  Task task = kernel_of("t", 10, by("static", 1000, 10));
  task.count = 4;
  EXPECT_NEAR(played(split_on(of({task}))).makespan.count(), 4 * 50, kClose) << "500 elements of the CPU each: 50 ms";
}

TEST(SplitTasks, RepeatsAndFieldsOfTheTask) {
  Task task = kernel_of("t", 10, by("static", 1000, 100));
  task.count = 2;
  task.period = Millis{7};
  task.release = Millis{1};
  task.due = Millis{30};
  task.weight = 3;
  Task later = kernel_of("later", 1);
  later.after = {{.task = "t", .lag = Millis{2}}};
  task.after = {{.task = "before", .lag = Millis{4}}};
  const Workload workload = split_on(of({kernel_of("before", 1), task, later}));
  EXPECT_EQ(task_names(workload), (std::vector<std::string>{"before", "t#1/1", "t#1", "t#2/1", "t#2", "later"}));
  const Task& step = workload.tasks[3];
  const Task& last = workload.tasks[4];
  EXPECT_EQ(step.release, Millis{8});
  EXPECT_EQ(last.release, Millis{13});  // 500 elements of the CPU: 5 ms
  EXPECT_EQ(step.weight, 0);
  EXPECT_EQ(last.weight, 3);
  EXPECT_FALSE(step.due);
  EXPECT_EQ(last.due, Millis{37});
  EXPECT_EQ(step.after, (std::vector<Predecessor>{{"before", Millis{4}}, {"t#1", Millis{0}, true}}));
  EXPECT_EQ(last.after, (std::vector<Predecessor>{
                            {"before", Millis{9}, true}, {"t#1", Millis{5}, true}, {"t#2/1", Millis{0}, true}}));
  EXPECT_EQ(workload.tasks[5].after, (std::vector<Predecessor>{{"t#1", Millis{2}}, {"t#2", Millis{2}}}));
}

TEST(SplitTasks, OfAFasterCpuPartsStayAndWaitsAreShorter) {
  Workload workload = split_on(of({kernel_of("t", 12.8, by("static", 1280, 50, Millis{0.5}))}));
  EXPECT_NEAR(played(workload).makespan.count(), 13.3, kClose);
  set_waits(workload, workload.splits.front(), 2);
  EXPECT_NEAR(played(workload).makespan.count(), 6.9, kClose);
  set_waits(workload, workload.splits.front(), 4);
  EXPECT_NEAR(played(workload).makespan.count(), 6.4, kClose);
}

TEST(SplitTasks, AnAssumedCpuHasARangeAndIsNamed) {
  Device device = a_device();
  device.sm.emplace().count = 10;
  Task task = kernel_of("t", 80);
  task.kernel->split = std::make_shared<const KernelSplit>(
      KernelSplit{.policy = "static", .elements = 6400, .threads = 4, .overhead = Millis{0}});
  // The GPU: 80 elements a millisecond, an SM 8, a thread 1; 3200 elements of 4 threads: 800 ms; 200 or 3200 ms at the
  // ends.
  const Workload workload = split_on(of({task}), device);
  const SplitTask& split = workload.splits.front();
  EXPECT_NEAR(split.run.total().count(), 800, kClose);
  EXPECT_NEAR((*split.range)[0].count(), 200, kClose);
  EXPECT_NEAR((*split.range)[1].count(), 3200, kClose);
  EXPECT_TRUE(split.rate_assumed);
  EXPECT_FALSE(split.overhead_assumed);
}

void expect_refused(const Workload& workload, const std::vector<Device>& devices, const std::string& part) {
  try {
    split_tasks(workload, devices);
    ADD_FAILURE() << "expected: " << part;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(SplitTasks, RefusesWhatItCannotDecide) {
  const std::vector<Device> one{a_device()};
  expect_refused(of({kernel_of("t", 1, by("fastest", 10, 1))}), one, "'fastest' is no policy of split");
  expect_refused(of({kernel_of("t", 1, by("split", 1'000'000, 1e6))}), one, "more than 128 steps");
  expect_refused(of({kernel_of("t", 1, by("static", 10, 1)), kernel_of("t/1", 1)}), one, "called 't/1'");
  expect_refused(of({kernel_of("t", 1, by("static", 1'000'000, 1e-12))}), one, "longer than 1e12 s");
  Task unknown = kernel_of("t", 1);
  unknown.kernel->split = std::make_shared<const KernelSplit>(KernelSplit{.policy = "cap", .elements = 10});
  expect_refused(of({unknown}), one, "nothing says how fast the CPU is");
  Device other = a_device();
  other.name = "another";
  expect_refused(of({kernel_of("t", 1, by("cap", 10, 1))}), {a_device(), other}, "expected devices of one profile");
  EXPECT_THROW(resolve(of({kernel_of("t", 1, by("cap", 10, 1))}), a_device()), InputError);
}

/// A task that is split, at random: of a kernel alone.
struct DrawnSplit {
  std::string policy;
  std::int64_t elements = 0;
  double kernel = 0, cpu_per_milli = 0, overhead = 0, release = 0;

  double gpu(std::int64_t n) const { return kernel * static_cast<double>(n) / static_cast<double>(elements); }
  double cpu(std::int64_t n) const { return overhead + static_cast<double>(n) / cpu_per_milli; }
  std::vector<SlowSplitStep> steps() const {
    return test::slow_split(
        policy, elements, [&](auto n) { return cpu(n); }, [&](auto n) { return gpu(n); });
  }
  Task task(const std::string& name) const {
    Task task = kernel_of(name, kernel, by(policy, elements, cpu_per_milli, Millis{overhead}));
    task.release = Millis{release};
    return task;
  }
};

/// Cases of all sizes from the first on, by a number that rapidcheck draws and prints.
class Draws {
 public:
  Draws() : random_(*rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>()))) {}

  double between(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  /// low ≤ n < end.
  template <class Whole>
  Whole whole(Whole low, Whole end) {
    return std::uniform_int_distribution<Whole>(low, end - 1)(random_);
  }
  DrawnSplit split(std::int64_t most) {
    const std::array<std::string, 6> policies{"static", "quick", "split", "cap", "confirm", "affine"};
    DrawnSplit drawn;
    drawn.policy = policies[whole<std::size_t>(0, policies.size())];
    drawn.elements = whole<std::int64_t>(512, most);
    drawn.kernel = std::pow(10, between(-6, 8));
    // From a CPU a hundred times as slow as the GPU to one ten times as fast.
    drawn.cpu_per_milli = static_cast<double>(drawn.elements) / drawn.kernel * std::pow(10, between(-2, 1));
    drawn.overhead = drawn.kernel * between(0, 0.01) * whole(0, 2);
    drawn.release = drawn.kernel * between(0, 2) * whole(0, 2);
    return drawn;
  }

 private:
  std::mt19937 random_;
};

TEST(SplitTasks, AloneEndsWhenItsPolicySays) {
  EXPECT_TRUE(test::holds("alone, a task takes what `split` says of its policy", 300, [] {
    const DrawnSplit drawn = Draws().split(100'000);
    const Workload workload = split_on(of({drawn.task("t")}));
    const CpuModel cpu{.per_thread = {1000 * drawn.cpu_per_milli}, .overhead = Millis{drawn.overhead}};
    const ElementsPerSecond rate{1000 * static_cast<double>(drawn.elements) / drawn.kernel};
    const SplitRun said =
        run(*find_split_policy(drawn.policy), drawn.elements, {}, simulated(cpu, affine_gpu(Millis{0}, rate)));
    const double takes = played(workload).makespan.count() - drawn.release;
    RC_LOG() << drawn.policy << ": " << takes << " ms, said " << said.total().count();
    RC_ASSERT(std::abs(takes - said.total().count()) <= 1e-9 * (drawn.release + takes));
    double slow = 0;
    for (const SlowSplitStep& step : drawn.steps()) {
      slow += std::max(step.cpu_ms, step.gpu_ms);
    }
    RC_ASSERT(std::abs(takes - slow) <= 1e-9 * (drawn.release + takes));
  }));
}

/// Steps and other kernels on one engine, in the order of a plan, as docs/workloads.md says: a step's sides begin when
/// those of the one before it have ended, the GPU's once the engine is free as well.
double slow_makespan(const std::vector<DrawnSplit>& splits, const std::vector<double>& others,
                     const std::vector<std::size_t>& turns) {
  struct Going {
    std::vector<SlowSplitStep> steps;
    std::size_t next = 0;
    double both = 0;  // when both sides of the last step have ended
  };
  std::vector<Going> going;
  going.reserve(splits.size());
  for (const DrawnSplit& split : splits) {
    going.push_back({.steps = split.steps(), .both = split.release});
  }
  double engine = 0;
  double end = 0;
  std::vector<double> waiting(others.rbegin(), others.rend());
  for (const std::size_t turn : turns) {
    if (turn == splits.size()) {
      engine += waiting.back();
      waiting.pop_back();
    } else {
      Going& task = going[turn];
      while (task.next < task.steps.size() && task.steps[task.next].on_gpu == 0) {
        task.both += task.steps[task.next++].cpu_ms;
      }
      const SlowSplitStep& step = task.steps[task.next++];
      engine = std::max(engine, task.both) + step.gpu_ms;
      task.both = std::max(engine, task.both + step.cpu_ms);
    }
    end = std::max(end, engine);
  }
  for (Going& task : going) {
    while (task.next < task.steps.size()) {
      task.both += task.steps[task.next++].cpu_ms;
    }
    end = std::max(end, task.both);
  }
  return end;
}

TEST(SplitTasks, BesideOthersEndsAsASlowWalkOverItsStepsSays) {
  EXPECT_TRUE(test::holds("steps among other kernels, in any order", 300, [] {
    Draws draws;
    std::vector<DrawnSplit> splits;
    std::vector<Task> tasks;
    for (int all = draws.whole(1, 4); all > 0; --all) {
      splits.push_back(draws.split(20'000));
      tasks.push_back(splits.back().task("t" + std::to_string(splits.size())));
    }
    std::vector<double> others;
    for (int all = draws.whole(0, 5); all > 0; --all) {
      others.push_back(splits.front().kernel * draws.between(0.01, 2));
      tasks.push_back(kernel_of("o" + std::to_string(others.size()), others.back()));
    }
    const Workload workload = split_on(of(tasks));
    // Who has the next turn on the engine; a task that takes no time stands behind the last step of its own.
    std::vector<std::vector<std::uint32_t>> left(splits.size() + 1);
    for (std::uint32_t position = 0; position < workload.tasks.size();) {
      const auto* split = std::find_if(workload.splits.data(), workload.splits.data() + workload.splits.size(),
                                       [&](const SplitTask& each) { return each.first == position; });
      const bool is_step = split != workload.splits.data() + workload.splits.size();
      const std::size_t who = is_step ? static_cast<std::size_t>(split - workload.splits.data()) : splits.size();
      const std::size_t count = is_step ? split->count : 1;
      for (std::size_t i = 0; i < count; ++i) {
        left[who].push_back(position++);
      }
    }
    Order order;
    std::vector<std::size_t> turns;
    std::vector<std::size_t> taken(left.size());
    while (order.size() < workload.tasks.size()) {
      const auto who = draws.whole<std::size_t>(0, left.size());
      if (taken[who] == left[who].size()) {
        continue;
      }
      const std::uint32_t task = left[who][taken[who]++];
      order.push_back(task);
      const Task& entry = workload.tasks[task];
      if (entry.kernel->kind == KernelKind::exclusive) {
        turns.push_back(who);
      }
    }
    const double makespan = played(workload, order).makespan.count();
    const double slow = slow_makespan(splits, others, turns);
    RC_LOG() << makespan << " ms, a slow walk " << slow;
    RC_ASSERT(std::abs(makespan - slow) <= 1e-9 * slow);
  }));
}

}  // namespace
}  // namespace warpshop::split
