// Kernels that stand still where they have used up what they may do.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/check_residencies.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/whole_gpu.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

/// What a test's controller does, which a plan can only name by a function.
std::function<share::Decision(const share::Observation&)>& scripted() {
  static std::function<share::Decision(const share::Observation&)> script;
  return script;
}

Plan scripted_plan(const Instance& instance) {
  Plan plan;
  plan.order = input_order(instance.size());
  plan.submission = Submission::streams;
  plan.share = Share("scripted", {.mechanism = "none", .form = KernelForm::plain});
  plan.share->start = [](const Instance& /*instance*/, const Share& /*share*/) {
    return share::Controller([](const share::Observation& seen) { return scripted()(seen); });
  };
  return plan;
}

using TimelineOf = Timeline (*)(const Instance& instance, const Plan& plan);
constexpr std::array<TimelineOf, 2> kBothEngines{staggered_timeline, wave_timeline};
constexpr std::uint32_t kLimitedSms = 28;

Instance limited_grids(const std::vector<test::Grid>& grids) {
  return test::grids_on(test::device_of_subtasks("titanx"), grids);
}

/// Subtasks a millisecond of kernels with so many CTAs on each of all SMs.
std::vector<double> rates_on_all(const Instance& instance, const std::vector<std::uint32_t>& ctas,
                                 const std::vector<bool>& still = {}) {
  KernelRates rates(instance);
  std::vector<KernelOnSms> kernels;
  for (std::uint32_t task = 0; task < ctas.size(); ++task) {
    kernels.push_back(kernel_on_sms(instance, task, KernelForm::plain));
  }
  std::vector<WorkingCtas> works;
  for (std::uint32_t task = 0; task < ctas.size(); ++task) {
    works.push_back({.kernel = &kernels[task],
                     .launch = task,
                     .on = {.first = 0, .sms = kLimitedSms, .ctas = ctas[task]},
                     .still = !still.empty() && still[task]});
  }
  rates.set(works);
  std::vector<double> found;
  for (const WorkingCtas& each : works) {
    found.push_back(each.rate);
  }
  return found;
}

/// Subtasks of a task in what was held by `until`, on an SM.
double done_on_sm(const Timeline& timeline, std::uint32_t task, std::uint32_t sm, Millis until) {
  double done = 0;
  for (const Residency& held : timeline.residencies) {
    if (held.task == task && held.first_sm <= sm && sm < held.first_sm + held.sms && held.end <= until + Millis{1e-9}) {
      done += held.subtasks / held.sms;
    }
  }
  return done;
}

TEST(Allowances, AKernelStandsStillUntilItIsGivenMore) {
  const Instance instance = limited_grids({{"va", 28'000}});
  const double rate = rates_on_all(instance, {8}).front();
  const double first = 300 * kLimitedSms / rate;  // 300 subtasks on each SM
  const double pause = 5;
  for (const TimelineOf engine : kBothEngines) {
    bool kept_room = false;
    double asked_at = 0;
    scripted() = [&](const share::Observation& seen) {
      share::Decision decision;
      if (!seen.ready.empty()) {
        decision.allocations.emplace_back(0, everything(instance));
        decision.allowances.emplace_back(0, share::Allowance{0, kLimitedSms, 300});
      } else if (!seen.running.empty() && asked_at == 0) {  // used up
        asked_at = seen.now.count();
        const share::Running& kernel = *seen.running.begin();
        EXPECT_EQ(kernel.left, (std::vector<share::Allowance>{{0, kLimitedSms, 0}}));
        EXPECT_EQ(kernel.done, 300 * kLimitedSms);
        decision.wake_at = seen.now + Millis{pause};
      } else if (!seen.running.empty() && !kept_room) {
        kept_room = seen.running.begin()->held == Allocation{{0, kLimitedSms, 8}};
        EXPECT_EQ(seen.running.begin()->done, 300 * kLimitedSms);
        decision.allowances.emplace_back(0, share::Allowance{0, kLimitedSms, share::kUnlimited});
      }
      return decision;
    };
    const Plan plan = scripted_plan(instance);
    const Timeline timeline = engine(instance, plan);
    check_residencies(instance, plan, timeline, Millis{1e-9});
    EXPECT_NEAR(asked_at, first, 1e-9 * first);
    EXPECT_TRUE(kept_room);
    EXPECT_NEAR(timeline.makespan.count(), instance.jobs[0].kernel.count() + pause, 1e-3 * timeline.makespan.count());
  }
}

TEST(Allowances, ADebtIsNoMoreThanNothing) {
  const Instance instance = limited_grids({{"va", 28'000}});
  for (const TimelineOf engine : kBothEngines) {
    scripted() = [&](const share::Observation& seen) {
      share::Decision decision;
      if (!seen.ready.empty()) {
        decision.allocations.emplace_back(0, everything(instance));
        decision.allowances.emplace_back(0, share::Allowance{0, kLimitedSms, -7.5});
        decision.wake_at = Millis{3};
      } else if (seen.now == Millis{3}) {
        EXPECT_EQ(seen.running.begin()->left, (std::vector<share::Allowance>{{0, kLimitedSms, -7.5}}));
        EXPECT_EQ(seen.running.begin()->done, 0);
        decision.allowances.emplace_back(0, share::Allowance{0, kLimitedSms, share::kUnlimited});
      }
      return decision;
    };
    EXPECT_NEAR(engine(instance, scripted_plan(instance)).makespan.count(), 3 + instance.jobs[0].kernel.count(), 1e-6);
  }
}

TEST(Allowances, WhoStandsStillDemandsNothingOfItsPartner) {
  // va is told to stand still at once: mm is what it is beside CTAs that do nothing.
  const Instance instance = limited_grids({{"va", 9'000}, {"mm", 9'000}});
  const std::vector<double> both = rates_on_all(instance, {4, 4});
  const std::vector<double> one = rates_on_all(instance, {4, 4}, {true, false});
  EXPECT_EQ(one[0], 0);
  EXPECT_GT(one[1], both[1]);
  for (const TimelineOf engine : kBothEngines) {
    scripted() = [&](const share::Observation& seen) {
      share::Decision decision;
      for (const std::uint32_t task : seen.ready) {
        decision.allocations.emplace_back(task, Allocation{{0, kLimitedSms, 4}});
        decision.allowances.emplace_back(task, share::Allowance{0, kLimitedSms, task == 0 ? 0 : 100.0});
      }
      for (const share::Running& kernel : seen.running) {
        if (kernel.task == 1 && kernel.left == std::vector<share::Allowance>{{0, kLimitedSms, 0}}) {
          EXPECT_NEAR(seen.now.count(), 100 * kLimitedSms / one[1], 1e-9 * seen.now.count());
        }
        decision.allowances.emplace_back(kernel.task, share::Allowance{0, kLimitedSms, share::kUnlimited});
      }
      return decision;
    };
    engine(instance, scripted_plan(instance));
  }
}

TEST(Allowances, OnSomeSmsTheOthersGoOn) {
  const Instance instance = limited_grids({{"mm", 9'000}});
  for (const TimelineOf engine : kBothEngines) {
    std::int64_t told = 0;
    std::int64_t later = 0;
    scripted() = [&](const share::Observation& seen) {
      share::Decision decision;
      if (!seen.ready.empty()) {
        decision.allocations.emplace_back(0, everything(instance));
        decision.allowances.emplace_back(0, share::Allowance{0, 10, 20});
      } else if (told == 0) {
        told = seen.running.begin()->done;
        EXPECT_EQ(seen.running.begin()->left, (std::vector<share::Allowance>{{0, 10, 0}}));
        decision.wake_at = seen.now + Millis{1};
      } else if (later == 0) {
        later = seen.running.begin()->done;
        EXPECT_EQ(seen.running.begin()->left, (std::vector<share::Allowance>{{0, 10, 0}}));
        decision.allowances.emplace_back(0, share::Allowance{0, kLimitedSms, share::kUnlimited});
      }
      return decision;
    };
    const Plan plan = scripted_plan(instance);
    const Timeline timeline = engine(instance, plan);
    check_residencies(instance, plan, timeline, Millis{1e-9});
    EXPECT_GT(told, 10 * 20);
    EXPECT_NEAR(static_cast<double>(later - told), rates_on_all(instance, {8}).front() * 18 / kLimitedSms, 40);
  }
}

TEST(Allowances, OfKernelsThatHaveNothingAreAMistake) {
  const Instance instance = limited_grids({{"mm", 900}});
  scripted() = [](const share::Observation& /*seen*/) {
    share::Decision decision;
    decision.allowances.emplace_back(0, share::Allowance{0, kLimitedSms, 1});
    return decision;
  };
  EXPECT_THROW(wave_timeline(instance, scripted_plan(instance)), std::logic_error);
}

// Two kernels, of which each is given random allowances on random SMs at random times: what either has done on an SM is
// never more than it was given there, its CTAs stay, and all work is done in the end.
RC_GTEST_PROP(Allowances, AreNeverExceededAndCostNoRoomOrWork, ()) {
  static const Instance stock = limited_grids({{"va", 9'000}, {"mm", 3'000}, {"pf", 700}, {"bs", 5'000}});
  const auto chosen = *rc::gen::inRange<std::uint32_t>(0, 3);
  Instance instance = stock;
  instance.jobs = {stock.jobs[chosen], stock.jobs[chosen + 1]};
  instance.work = {stock.work[chosen], stock.work[chosen + 1]};
  instance.link_demands.resize(2);
  const int seed = *rc::gen::inRange(0, 1'000'000);
  for (const TimelineOf engine : kBothEngines) {
    std::map<std::uint32_t, std::vector<double>> given;  // by task and SM, all together
    std::uint64_t state = static_cast<std::uint64_t>(seed) + 1;
    const auto draw = [&](std::uint32_t below) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      return static_cast<std::uint32_t>(state >> 33) % below;
    };
    int turns = 0;
    scripted() = [&](const share::Observation& seen) {
      share::Decision decision;
      const bool last = ++turns > 60;
      const auto give = [&](std::uint32_t task, const std::vector<share::Allowance>& left) {
        const std::uint32_t first = draw(kLimitedSms);
        const std::uint32_t sms = 1 + draw(kLimitedSms - first);
        std::vector<double>& all = given.at(task);
        if (last) {
          decision.allowances.emplace_back(task, share::Allowance{0, kLimitedSms, share::kUnlimited});
          std::fill(all.begin(), all.end(), 1e18);
          return;
        }
        for (std::uint32_t sm = first; sm < first + sms; ++sm) {
          double before = 0;
          for (const share::Allowance& each : left) {
            before = each.first <= sm && sm < each.first + each.sms ? each.subtasks : before;
          }
          const double more = draw(40) / 3.0;
          all[sm] += more;
          decision.allowances.emplace_back(task, share::Allowance{sm, 1, before + more});
        }
      };
      for (const std::uint32_t task : seen.ready) {
        decision.allocations.emplace_back(task, Allocation{{0, kLimitedSms, 2}});
        decision.allowances.emplace_back(task, share::Allowance{0, kLimitedSms, -1.5});
        given.try_emplace(task, std::vector<double>(kLimitedSms, -1.5));
      }
      for (const share::Running& kernel : seen.running) {
        if (kernel.subtasks - kernel.done > 2 * 2 * std::int64_t{kLimitedSms}) {
          RC_ASSERT(kernel.held == kernel.asked);
        }
        give(kernel.task, kernel.left);
      }
      decision.wake_at =
          seen.running.empty() && seen.ready.empty() ? share::kNoWake : seen.now + Millis{0.01 * (1 + draw(30))};
      return decision;
    };
    const Plan plan = scripted_plan(instance);
    const Timeline timeline = engine(instance, plan);
    check_residencies(instance, plan, timeline, Millis{1e-9});
    for (const auto& [task, all] : given) {
      for (std::uint32_t sm = 0; sm < kLimitedSms; ++sm) {
        RC_ASSERT(done_on_sm(timeline, task, sm, timeline.makespan) <= std::max(all[sm], 0.0) * (1 + 1e-9) + 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace warpshop::evaluate
