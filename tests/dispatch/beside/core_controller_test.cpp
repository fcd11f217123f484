#include "dispatch/beside/core_controller.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/dispatch/beside/fake_threads.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::dispatch {
namespace {

using test::cores;

constexpr int kServing = 10;
constexpr int kBeside = 20;

/// Both may run anywhere on six cores.
test::FakeThreads two_processes() {
  const CoreSet all = cores({0, 1, 2, 3, 4, 5});
  test::FakeThreads machine;
  machine.threads = {{10, {.process = kServing, .cores = all}},
                     {11, {.process = kServing, .cores = all}},
                     {20, {.process = kBeside, .cores = all}}};
  return machine;
}

SharedCores four_cores() {
  return {.cores = cores({2, 3, 4, 5}), .serving = kServing, .beside = {kBeside}};
}

TEST(CoreController, LeavesTheCoresThatAreNotKeptToOthers) {
  test::FakeThreads machine = two_processes();
  RequestLog requests(Millis{50});
  ProcessorPart next{.cores = 1, .ways = 1};
  CoreController controller(
      machine, four_cores(), [&](const ServingInterval&) { return next; }, requests, Millis{0});
  controller.decide(Millis{20});
  EXPECT_EQ(machine.threads[10].cores, cores({2}));
  EXPECT_EQ(machine.threads[11].cores, cores({2}));
  EXPECT_EQ(machine.threads[20].cores, cores({3, 4, 5}));
  next.cores = 3;
  machine.threads[21] = {.process = kBeside, .cores = cores({3, 4, 5})};  // appears later
  controller.decide(Millis{80});
  EXPECT_EQ(machine.threads[11].cores, cores({2, 3, 4}));
  EXPECT_EQ(machine.threads[20].cores, cores({5}));
  EXPECT_EQ(machine.threads[21].cores, cores({5}));
  next.cores = 4;
  controller.decide(Millis{100});  // all of them: the last one for both
  EXPECT_EQ(machine.threads[10].cores, cores({2, 3, 4, 5}));
  EXPECT_EQ(machine.threads[20].cores, cores({5}));
  const CoresKept kept = controller.kept();
  EXPECT_EQ(kept.given, 4U);
  EXPECT_EQ(kept.most, 4U);
  EXPECT_EQ(kept.changes, 2U);
  EXPECT_EQ(kept.moved, 2U);
  EXPECT_DOUBLE_EQ(kept.mean, (1 * 60 + 3 * 20) / 80.0);
  controller.put_back();
  for (const auto& [number, thread] : machine.threads) {
    EXPECT_EQ(thread.cores, cores({0, 1, 2, 3, 4, 5})) << number;
  }
}

TEST(CoreController, TellsTheRuleWhatThreadsRanAndWaitedFor) {
  test::FakeThreads machine = two_processes();
  machine.threads[10].times = {.ran = Millis{1000}, .waited = Millis{500}};  // before
  RequestLog requests(Millis{50});
  std::vector<ServingInterval> seen;
  std::vector<std::size_t> counts;
  CoreController controller(
      machine, four_cores(),
      [&](const ServingInterval& interval) {
        seen.push_back(interval);
        counts.push_back(interval.requests.size());
        return ProcessorPart{2, 1};
      },
      requests, Millis{100});
  const auto first = requests.begin(3, Millis{1}, Millis{101});
  requests.begin(4, Millis{0}, Millis{102});
  requests.drop(requests.begin(5, Millis{0}, Millis{103}));
  requests.end(first, Millis{7}, Millis{115});
  machine.threads[10].times = {.ran = Millis{1012}, .waited = Millis{504}};
  machine.threads[12] = {.process = kServing, .times = {.ran = Millis{3}, .waited = Millis{1}}};  // new
  controller.decide(Millis{120});
  machine.threads.erase(12);
  controller.decide(Millis{140});
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_DOUBLE_EQ(seen[0].speed, 15.0 / 20);
  EXPECT_DOUBLE_EQ(seen[0].threads, 1);
  EXPECT_EQ(seen[0].held, (ProcessorPart{4, 1}));
  EXPECT_EQ(seen[1].held, (ProcessorPart{2, 1}));
  EXPECT_DOUBLE_EQ(seen[1].speed, 1);  // nobody could run
  EXPECT_EQ(counts, (std::vector<std::size_t>{2, 1}));
}

TEST(CoreController, PutsBackWhereItsRuleFails) {
  test::FakeThreads machine = two_processes();
  RequestLog requests(Millis{50});
  bool fails = false;
  {
    CoreController controller(
        machine, four_cores(),
        [&](const ServingInterval&) {
          if (fails) {
            throw std::runtime_error("no rule");
          }
          return ProcessorPart{1, 1};
        },
        requests, Millis{0});
    controller.decide(Millis{20});
    fails = true;
    EXPECT_THROW(controller.decide(Millis{40}), std::runtime_error);
    EXPECT_EQ(machine.threads[20].cores, cores({3, 4, 5}));
  }
  EXPECT_EQ(machine.threads[20].cores, cores({0, 1, 2, 3, 4, 5}));
}

TEST(CoreController, NeverLeavesTheCoresThatAreSharedNorAnybodyWithoutOne) {
  EXPECT_TRUE(rc::check([] {
    test::FakeThreads machine;
    SharedCores shared{.cores = {}, .serving = kServing, .beside = {kBeside}};
    const int count = test::any_number(2, 9);
    while (shared.cores.count() < static_cast<std::size_t>(count)) {
      shared.cores.add(test::any_number<std::size_t>(0, 300));
    }
    std::map<int, CoreSet> had;
    int number = 100;
    const auto more = [&](int process) {
      CoreSet set;
      set.add(test::any_number<std::size_t>(300, 310));  // what nobody is moved to
      had[++number] = set;
      machine.threads[number] = {.process = process, .cores = set};
    };
    more(kServing);
    more(kBeside);
    RequestLog requests(Millis{50});
    CoreController controller(
        machine, shared,
        [&](const ServingInterval&) {
          return ProcessorPart{test::any_number(-3, count + 4), 1};
        },
        requests, Millis{0});
    for (int i = 1; i < 12; ++i) {
      if (test::any_number(0, 3) == 0) {
        more(test::any_number(0, 2) == 0 ? kServing : kBeside);
      }
      controller.decide(Millis{20.0 * i});
      for (const auto& [name, thread] : machine.threads) {
        RC_ASSERT(thread.cores.count() > 0);
        for (const std::size_t core : thread.cores.cores()) {
          RC_ASSERT(shared.cores.has(core));
        }
      }
    }
    controller.put_back();
    for (const auto& [name, thread] : machine.threads) {
      RC_ASSERT(thread.cores == had[name]);
    }
  }));
}

TEST(WhyNot, SaysWhatStandsInTheWay) {
  test::FakeThreads machine = two_processes();
  EXPECT_EQ(why_not(machine, four_cores()), "");
  SharedCores shared = four_cores();
  shared.cores = cores({4});
  EXPECT_EQ(why_not(machine, shared), "there is one core for both, of which nothing can be left to others");
  shared = four_cores();
  shared.serving = 77;
  EXPECT_EQ(why_not(machine, shared), "the cores of this process cannot be read: No such process");
  shared = four_cores();
  shared.beside = {20, 30};
  EXPECT_EQ(why_not(machine, shared), "");  // one of them
  machine.threads[20].refuses = std::errc::operation_not_permitted;
  EXPECT_EQ(why_not(machine, shared), "process 20: Operation not permitted, process 30: No such process");
  machine.counts = false;
  EXPECT_EQ(why_not(machine, shared),
            "the system does not count how long threads wait for cores (/proc/PID/schedstat)");
}

TEST(RequestLog, CountsWhatIsOverTheTargetFromWhenItCame) {
  RequestLog requests(Millis{50});
  requests.end(requests.begin(0, Millis{10}, Millis{100}), Millis{0}, Millis{140});  // 50
  requests.end(requests.begin(0, Millis{11}, Millis{100}), Millis{0}, Millis{140});  // 51
  requests.drop(requests.begin(0, Millis{99}, Millis{100}));
  EXPECT_EQ(requests.ended(), 2U);
  EXPECT_EQ(requests.over_target(), 1U);
}

}  // namespace
}  // namespace warpshop::dispatch
