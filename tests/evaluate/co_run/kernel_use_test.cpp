// Kernels that say what they use of issue slots and of DRAM, held against the law as it is written.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/evaluate/co_run/law.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/occupancy.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/sharing.hpp"
#include "tests/support/slow_co_run.hpp"

namespace warpshop::evaluate {
namespace {

KernelUse use_of(std::optional<double> compute, std::optional<double> memory) {
  KernelUse use;
  if (compute) {
    use.compute = Utilization{*compute};
  }
  if (memory) {
    use.memory = Utilization{*memory};
  }
  return use;
}

Task using_task(std::string name, double time, std::int64_t ctas, Category category, const KernelUse& use) {
  Task task;
  task.name = std::move(name);
  task.kernel = KernelSpec{.work = KernelShape{.time = Millis{time},
                                               .ctas = ctas,
                                               .cta = {.threads = 256, .registers = 16},
                                               .category = category,
                                               .use = use},
                           .mark = {}};
  return task;
}

/// Its SMs, without kernels of its own, each of which would be fitted.
const Device& titanx() {
  static const Device kDevice = [] {
    Device device = files::find_device("titanx");
    device.kernels.clear();
    device.probes.clear();
    device.co_run.clear();
    return device;
  }();
  return kDevice;
}

Instance prepared_tasks(const std::vector<Task>& tasks) {
  Instance instance = resolve(Workload{.name = "w", .file = "w.yaml", .tasks = tasks}, titanx());
  prepare_sharing(instance, titanx());
  return instance;
}

double whole_time(const Instance& instance) {
  Plan plan{.order = Order(instance.size()), .submission = Submission::streams, .share = test::whole_gpu_share()};
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  return timeline(instance, plan).makespan.count();
}

const CorrectedKernel& law_of(const Instance& instance, std::size_t kernel) {
  return instance.co_run->kernels[*instance.kernels[kernel].law];
}

/// Subtasks in a millisecond of two kernels that hold so many CTAs on every SM.
std::array<double, 2> rates_beside(const Instance& instance, std::array<double, 2> ctas) {
  const SmGroup group{.sms = titanx().sm->count,
                      .residents = {{*instance.kernels[0].law, ctas[0], 0}, {*instance.kernels[1].law, ctas[1], 1}}};
  const std::vector<SubtasksPerMilli> rates = group_rates(*instance.co_run, std::span(&group, 1));
  return {rates[0].value, rates[1].value};
}

/// The rate of a described kernel alone with so many CTAs on every SM that hold 8: docs/workloads.md.
double described_rate(double time, double subtasks, double ctas, Category category, const KernelUse& use) {
  double enough = 8;
  if (category == Category::memory_bound) {
    const double percent = 100 * use.memory->part;
    enough = percent >= 90 ? 4 : percent <= 60 ? 8 : 8 - 4 * (percent - 60) / 30;
  }
  return subtasks / time * std::min(ctas / enough, 1.0);
}

constexpr std::array<double, 6> kUses{0, 0.01, 0.3, 0.6, 0.95, 1};

TEST(KernelUse, IsWhatTheLawNeedsForACta) {
  for (const double compute : kUses) {
    for (const double memory : kUses) {
      const Instance instance =
          prepared_tasks({using_task("a", 3, 4000, Category::compute_bound, use_of(compute, memory))});
      const CoRunKernel& law = law_of(instance, 0).law;
      const auto sms = static_cast<double>(titanx().sm->count);
      EXPECT_NEAR(law.demand[index(SharedResource::issue)].count(), test::slow_demand(compute, 3, 4000, sms), 1e-12);
      EXPECT_NEAR(law.demand[index(SharedResource::dram)].count(),
                  test::slow_demand(std::min(memory / 0.95, 1.0), 3, 4000, sms), 1e-12);
      EXPECT_GT(law.delay.count(), 0);
      EXPECT_GT(law.demand[index(SharedResource::l1)].count(), 0);
    }
  }
}

TEST(KernelUse, WhatIsNotSaidFollowsFromTheCategory) {
  const auto law = [](const KernelUse& use) {
    return law_of(prepared_tasks({using_task("a", 3, 4000, Category::compute_bound, use)}), 0).law;
  };
  const auto demand = [&](const KernelUse& use, SharedResource resource) {
    return law(use).demand[index(resource)].count() * 4000 / 3 / static_cast<double>(titanx().sm->count);
  };
  EXPECT_NEAR(demand({}, SharedResource::dram), 0.3, 0.05);
  EXPECT_NEAR(demand(use_of(0.9, std::nullopt), SharedResource::dram), 0.3, 0.05);
  EXPECT_NEAR(demand(use_of(0.9, 0), SharedResource::dram), 0, 1e-12);
  EXPECT_NEAR(demand(use_of(std::nullopt, 0), SharedResource::issue), demand({}, SharedResource::issue), 0.02);
  EXPECT_EQ(law(use_of(0.9, 0)).issue_weight, law({}).issue_weight);
  EXPECT_EQ(law(use_of(0.9, 0)).memory_weight, law({}).memory_weight);
}

TEST(KernelUse, LeavesAKernelAloneItsTime) {
  for (const Category category : {Category::compute_bound, Category::memory_bound}) {
    for (const double compute : kUses) {
      for (const double memory : kUses) {
        for (const std::int64_t ctas : {1, 20, 150, 4000, 1'000'000}) {
          const Instance instance = prepared_tasks({using_task("a", 3, ctas, category, use_of(compute, memory))});
          ASSERT_NEAR(whole_time(instance), 3, 1e-9) << compute << ' ' << memory << ' ' << ctas;
        }
      }
    }
  }
}

/// Any two kernels, on SMs that hold 8 CTAs.
struct UsingPair {
  std::array<double, 2> time{};
  std::array<Category, 2> category{};
  std::array<KernelUse, 2> use{};
  std::array<double, 2> ctas{};

  static constexpr std::int64_t kSubtasks = 4000;
  static double any_use() { return *rc::gen::inRange(0, 101) / 100.0; }

  static UsingPair any() {
    UsingPair pair;
    for (const std::size_t side : {0U, 1U}) {
      pair.time[side] = *rc::gen::inRange(1, 100) / 10.0;
      const double compute = any_use();
      const double memory = any_use();
      pair.category[side] = memory > compute ? Category::memory_bound : Category::compute_bound;
      pair.use[side] = use_of(compute, memory);
      pair.ctas[side] = *rc::gen::inRange(1, 8);
    }
    pair.ctas[1] = std::min(pair.ctas[1], 8 - pair.ctas[0]);
    return pair;
  }

  Instance instance() const {
    return prepared_tasks({using_task("a", time[0], kSubtasks, category[0], use[0]),
                           using_task("b", time[1], kSubtasks, category[1], use[1])});
  }
};

TEST(KernelUse, BesideEachOtherKernelsAreAsFastAsTheLawThatIsSolvedBySearchSays) {
  EXPECT_TRUE(test::holds("beside each other", 60, [] {
    const UsingPair pair = UsingPair::any();
    RC_PRE(pair.use[0] != pair.use[1]);  // else they have one law, in the unit of the first
    const Instance instance = pair.instance();
    ASSERT_EQ(instance.kernels[0].model.cta->per_sm, 8);
    const std::array<double, 2> rates = rates_beside(instance, pair.ctas);
    const std::vector<double> beside = test::slow_co_run_rates(
        {{&law_of(instance, 0).law, pair.ctas[0]}, {&law_of(instance, 1).law, pair.ctas[1]}}, {1});
    for (const std::size_t side : {0U, 1U}) {
      const double alone = test::slow_co_run_rates({{&law_of(instance, side).law, pair.ctas[side]}}, {1}).front();
      const double by_curve =
          described_rate(pair.time[side], UsingPair::kSubtasks, pair.ctas[side], pair.category[side], pair.use[side]);
      const double expected = by_curve * beside[side] / alone;
      EXPECT_NEAR(rates[side], expected, 1e-6 * expected);
    }
  }));
}

TEST(KernelUse, TheLawOfSmsThatHoldDifferentKernelsIsTheOneThatIsSolvedBySearch) {
  EXPECT_TRUE(test::holds("on SMs of their own", 60, [] {
    const UsingPair pair = UsingPair::any();
    const Instance instance = pair.instance();
    const double part = *rc::gen::inRange(1, 10) / 10.0;
    const std::vector<double> parts{part, 1 - part};
    const std::array<const CoRunKernel*, 2> laws{&law_of(instance, 0).law, &law_of(instance, 1).law};
    const std::vector<double> slow =
        test::slow_co_run_rates({{laws[0], pair.ctas[0], 0}, {laws[1], pair.ctas[1], 1}}, parts);
    const std::vector<Resident> residents{{.kernel = laws[0], .ctas = pair.ctas[0], .group = 0},
                                          {.kernel = laws[1], .ctas = pair.ctas[1], .group = 1}};
    const std::vector<double> rates = co_run_rates(residents, parts);
    EXPECT_NEAR(rates[0], slow[0], 1e-6 * slow[0]);
    EXPECT_NEAR(rates[1], slow[1], 1e-6 * slow[1]);
  }));
}

/// By which part the first is faster where the second uses more of DRAM, its curve being the same. compute: of the
/// first, if that is given.
double gained_from_memory_of_the_neighbour(std::optional<double> compute) {
  UsingPair pair = UsingPair::any();
  pair.category[1] = Category::compute_bound;
  if (compute) {
    pair.use[0].compute = Utilization{*compute};
    pair.category[0] = Category::memory_bound;
  }
  const double before = rates_beside(pair.instance(), pair.ctas)[0];
  pair.use[1].memory->part += (1 - pair.use[1].memory->part) * UsingPair::any_use();
  return rates_beside(pair.instance(), pair.ctas)[0] / before - 1;
}

TEST(KernelUse, MoreMemoryOfTheNeighbourMakesNoKernelFasterThatWaitsForMemoryAlone) {
  EXPECT_TRUE(test::holds("a kernel that waits for memory", 100,
                          [] { RC_ASSERT(gained_from_memory_of_the_neighbour(0) <= 1e-6); }));
}

/// Where the neighbour waits longer for DRAM it leaves issue slots: of 3000 pairs 10 gained, 1.7 % at most.
TEST(KernelUse, MoreMemoryOfTheNeighbourMakesNoKernelFasterButForTheIssueSlotsThatItLeaves) {
  EXPECT_TRUE(
      test::holds("any kernel", 100, [] { RC_ASSERT(gained_from_memory_of_the_neighbour(std::nullopt) <= 0.03); }));
}

}  // namespace
}  // namespace warpshop::evaluate
