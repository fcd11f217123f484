// What runs in a window, held against what is counted by itself: how busy engines are, and what was answered.
#include "sim/evaluate/clients/window_recorder.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/client_window.hpp"
#include "tests/support/planned_by.hpp"

namespace warpshop::evaluate {
namespace {

/// Two clients of kernels that fill the GPU, of so many ms, the first with a copy in of 1 ms before.
Instance two_kernels(double first, double second) {
  Instance instance;
  instance.chip =
      Chip{.sm = {.count = 4, .registers = 65536, .shared_memory = Bytes{96 << 10}, .threads = 2048, .ctas = 32}};
  for (const double time : {first, second}) {
    Job& job = instance.jobs.emplace_back();
    job.has = {time == first, true, false};
    job.copies[0].payload = Millis{time == first ? 1.0 : 0.0};
    job.kernel = Millis{time};
    const auto task = static_cast<std::uint32_t>(instance.jobs.size() - 1);
    instance.families.push_back(task + 1);
    instance.clients.all.push_back({.name = std::string(1, static_cast<char>('x' + task)), .tasks = {task, 1}});
  }
  instance.clients.all[0].arrivals = PoissonArrivals{{30}};
  instance.clients.all[1].arrivals = ClosedArrivals{1, Millis{2}, true};
  instance.clients.horizon = Millis{2000};
  return instance;
}

ClientsOutcome simulated(const char* policy, const TimeWindow& time) {
  const Instance instance = two_kernels(12, 7);
  const std::vector<double> numbers =
      std::string_view(policy) == "timeslice" ? std::vector<double>{2} : std::vector<double>{};
  return simulate_clients(instance, test::planned_by(policy, instance, numbers).plan, {.window = time});
}

constexpr std::array<const char*, 4> kWays{"leftover", "priority", "timeslice", "spart"};

/// How long any command of a stage runs in a time, instant by instant.
double busy_between(const Timeline& timeline, Stage stage, double from, double until) {
  std::map<double, int> changes;
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == stage) {
      ++changes[interval.start.count()];
      --changes[interval.end.count()];
    }
  }
  double busy = 0;
  int running = 0;
  double since = 0;
  for (const auto& [time, change] : changes) {
    if (running > 0) {
      busy += std::max(0.0, std::min(time, until) - std::max(since, from));
    }
    running += change;
    since = time;
  }
  return busy;
}

TEST(WindowRecorder, HasAllThatKeepsEnginesBusy) {
  for (const char* policy : kWays) {
    const ClientsOutcome outcome = simulated(policy, {.from = Millis{0}, .until = Millis{1e9}});
    ASSERT_TRUE(outcome.window) << policy;
    const Timeline& timeline = outcome.window->timeline;
    EXPECT_EQ(timeline.intervals.size(), outcome.commands) << policy;
    EXPECT_EQ(timeline.makespan, outcome.end) << policy;
    for (const Stage stage : {Stage::h2d, Stage::kernel}) {
      EXPECT_NEAR(busy_between(timeline, stage, outcome.warm_up.count(), outcome.horizon.count()),
                  outcome.busy[index(stage)].count(), 1e-6)
          << policy;
    }
  }
}

TEST(WindowRecorder, TellsWhenRequestsArrivedAndWereAnswered) {
  for (const char* policy : kWays) {
    const ClientsOutcome outcome = simulated(policy, {.from = Millis{0}, .until = Millis{1e9}});
    const ClientWindow& window = *outcome.window;
    std::vector<double> answered(window.requests.size(), 0);
    for (const Interval& interval : window.timeline.intervals) {
      answered[interval.task] = std::max(answered[interval.task], interval.end.count());
    }
    std::array<double, 2> sum{};
    for (std::size_t i = 0; i < window.requests.size(); ++i) {
      const WindowRequest& request = window.requests[i];
      EXPECT_GE(answered[i], request.arrived.count());
      sum[request.client] += request.arrived >= outcome.warm_up ? answered[i] - request.arrived.count() : 0;
    }
    for (std::size_t client = 0; client < 2; ++client) {
      const ClientOutcome& of = outcome.clients[client];
      EXPECT_NEAR(sum[client], (of.waited + of.served).count(), 1e-6 * sum[client]) << policy;
    }
  }
}

TEST(WindowRecorder, HasOfAShortWindowWhatTheWholeHasThere) {
  for (const char* policy : kWays) {
    const ClientWindow whole = *simulated(policy, {.from = Millis{0}, .until = Millis{1e9}}).window;
    const TimeWindow time{.from = Millis{300}, .until = Millis{420}};
    const ClientWindow part = *simulated(policy, time).window;
    std::size_t there = 0;
    for (const Interval& interval : whole.timeline.intervals) {
      const bool is_in = interval.end > time.from && interval.start < time.until;
      there += is_in ? 1 : 0;
      const auto same =
          std::count_if(part.timeline.intervals.begin(), part.timeline.intervals.end(), [&](const Interval& other) {
            return other.start == interval.start && other.end == interval.end && other.stage == interval.stage &&
                   part.requests[other.task] == whole.requests[interval.task];
          });
      EXPECT_EQ(same, is_in ? 1 : 0) << policy;
    }
    EXPECT_EQ(part.timeline.intervals.size(), there) << policy;
    EXPECT_GT(there, 5U) << policy;
  }
}

// What a kernel holds is within its interval, and all of its subtasks are done there.
TEST(WindowRecorder, GivesEachRequestWhatItsKernelHeld) {
  for (const char* policy : kWays) {
    const ClientWindow window = *simulated(policy, {.from = Millis{0}, .until = Millis{1e9}}).window;
    std::map<std::uint32_t, Interval> kernels;  // each request has one
    for (const Interval& interval : window.timeline.intervals) {
      if (interval.stage == Stage::kernel) {
        kernels[interval.task] = interval;
      }
    }
    std::map<std::uint32_t, double> done;
    for (const Residency& held : window.timeline.residencies) {
      const Interval& kernel = kernels.at(held.task);
      EXPECT_GE(held.start, kernel.start) << policy;
      EXPECT_LE(held.end, kernel.end) << policy;
      done[held.task] += held.subtasks;
    }
    EXPECT_EQ(done.size(), kernels.size()) << policy;
    std::array<double, 2> of_client{};  // all kernels of a client do as many
    for (const auto& [request, subtasks] : done) {
      double& known = of_client[window.requests[request].client];
      known = known == 0 ? subtasks : known;
      EXPECT_NEAR(subtasks, known, 1e-6 * known) << policy;
    }
  }
}

TEST(WindowRecorder, DrawsWhatIsCutAtTheEndsOfTheWindow) {
  const Instance instance = two_kernels(12, 7);
  const ClientWindow window = *simulated("leftover", {.from = Millis{300}, .until = Millis{310}}).window;
  const DrawnWindow drawn = drawn_window(window, instance.clients.all);
  ASSERT_GE(drawn.task_names.size(), 3U);
  EXPECT_EQ(drawn.task_names[0], "x");
  EXPECT_EQ(drawn.task_names[1], "y");
  EXPECT_EQ(drawn.timeline.makespan, Millis{10});
  ASSERT_EQ(drawn.timeline.intervals.size(), window.timeline.intervals.size());
  for (std::size_t i = 0; i < drawn.timeline.intervals.size(); ++i) {
    const Interval& cut = drawn.timeline.intervals[i];
    const Interval& whole = window.timeline.intervals[i];
    EXPECT_EQ(cut.start, std::max(whole.start, Millis{300}) - Millis{300});
    EXPECT_EQ(cut.end, std::min(whole.end, Millis{310}) - Millis{300});
    const WindowRequest& request = window.requests[whole.task];
    EXPECT_EQ(drawn.task_names[cut.task],
              instance.clients.all[request.client].name + '#' + std::to_string(request.number + 1));
  }
}

}  // namespace
}  // namespace warpshop::evaluate
