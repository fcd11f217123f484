// Ten thousand requests of clients with reservations and quotas: held against a second version, event by event.
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/whole_gpu.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/slow_capsm.hpp"

namespace warpshop::share {
namespace {

/// Kernels of which an SM of titanx holds 8, 3, 5, 2 and 6 CTAs, on six SMs.
constexpr const char* kClients = R"(schema: warpshop.workload/1
name: stream
horizon: 6000 ms
clients:
  - {name: chat, arrivals: {poisson: 400 /s}, reservation: 1.5 SMs, demand: exponential,
     request: {h2d: 0.05 ms, kernel: {time: 0.3 ms, ctas: 150, threads: 256}, d2h: 0.02 ms}}
  - {name: ranking, arrivals: {poisson: 300 /s}, reservation: 1.9 SMs, streams: 2,
     request: [{kernel: {time: 0.2 ms, ctas: 90, threads: 640}}, {kernel: {time: 0.1 ms, ctas: 20, threads: 1024}}]}
  - {name: vision, arrivals: {closed: 3, think: {exponential: 1 ms}}, quota: 2.25 SMs, streams: 2,
     request: {h2d: 0.1 ms, kernel: {time: 0.6 ms, ctas: 200, threads: 384, category: memory_bound}}}
  - {name: index, arrivals: {poisson: 500 /s}, quota: 1 SM, request: {kernel: {time: 0.1 ms, ctas: 30, threads: 320}}}
  - {name: training, arrivals: {closed: 1}, request: {kernel: {time: 2 ms, ctas: 700, threads: 1024}}}
)";

Instance capsm_stream() {
  std::istringstream text(kClients);
  const Workload workload = io::parse_workload(text, "stream");
  Device device = files::find_device("titanx");
  device.sm->count = 6;
  device.kernels.clear();
  device.co_run.clear();
  device.probes.clear();
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  return instance;
}

/// The second version, which goes along with a controller.
class CapsmJudge {
 public:
  explicit CapsmJudge(const Instance& instance) : sms_(sms_of(instance)), slow_(sms_) {
    std::uint32_t client = 0;
    for (const Client& each : instance.clients.all) {
      for (std::uint32_t task = each.tasks.first; task < each.tasks.first + each.tasks.count; ++task) {
        test::SlowCapsmKernel& kernel = kernels_[task];
        kernel.client = client;
        kernel.per_sm = evaluate::kernel_on_sms(instance, task, KernelForm::persistent).per_sm;
        if (each.reservation) {
          kernel.reservation = each.reservation->millionths;
        }
        if (each.quota) {
          kernel.quota = each.quota->millionths;
        }
      }
      ++client;
    }
  }

  void judge(const Instance& now, const Observation& seen, const Decision& decision) {
    ++decisions;
    waits += decision.kept_waiting.size();
    running_.clear();
    for (const Running& kernel : seen.running) {
      running_[kernel.task] = {by_sm(kernel.held), by_sm(kernel.stays), kernel.subtasks - kernel.done};
    }
    for (const std::uint32_t task : seen.ready) {
      kernels_[task].subtasks = evaluate::kernel_on_sms(now, task, KernelForm::persistent).subtasks;
    }
    slow_.go_on(running_, {seen.ready.begin(), seen.ready.end()}, kernels_);
    std::map<std::uint32_t, test::SlowCtas> asked;
    for (const auto& [task, allocation] : decision.allocations) {
      asked[task] = by_sm(allocation);
    }
    expect_as_slow(seen, asked);
    expect_room(asked);
    expect_rights(asked);
    std::set<std::uint32_t> given;
    for (const auto& [task, ctas] : asked) {
      if (sum(ctas) > 0) {
        given.insert(task);
      }
    }
    slow_.are_given(given);
    EXPECT_EQ(slow_.waits(), waits) << seen.now.count() << " ms";
  }

  std::size_t decisions = 0, waits = 0, shared_sms = 0, draining = 0, full_reservations = 0;

 private:
  test::SlowCtas by_sm(const Allocation& allocation) const {
    test::SlowCtas ctas(sms_);
    for (const SmRange& range : allocation) {
      for (std::uint32_t sm = range.first; sm < range.first + range.sms; ++sm) {
        ctas[sm] += range.ctas;
      }
    }
    return ctas;
  }
  static std::int64_t sum(const test::SlowCtas& ctas) {
    std::int64_t all = 0;
    for (const std::int64_t each : ctas) {
      all += each;
    }
    return all;
  }
  void expect_as_slow(const Observation& seen, const std::map<std::uint32_t, test::SlowCtas>& asked) {
    for (const auto& [task, ctas] : slow_.asked(running_)) {
      const auto found = asked.find(task);
      EXPECT_EQ(found == asked.end() ? test::SlowCtas(sms_) : found->second, ctas)
          << "task " << task << " at " << seen.now.count() << " ms";
    }
  }
  /// What CTAs hold of an SM, and what they ask for there, is 1 at most.
  void expect_room(const std::map<std::uint32_t, test::SlowCtas>& asked) {
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      std::map<std::uint32_t, test::SlowPart> held;
      std::map<std::uint32_t, test::SlowPart> wanted;
      for (const auto& [task, kernel] : running_) {
        const std::int64_t per_sm = kernels_[task].per_sm;
        const std::int64_t leave = kernel.held[sm] - kernel.stays[sm];
        const std::int64_t asks = asked.count(task) > 0 ? asked.at(task)[sm] : 0;
        held[task] = {kernel.held[sm], per_sm};
        wanted[task] = {std::max(kernel.held[sm], leave + asks), per_sm};
        draining += leave > 0 ? 1 : 0;
      }
      for (const auto& [task, ctas] : asked) {
        wanted.try_emplace(task, test::SlowPart{ctas[sm], kernels_[task].per_sm});
      }
      std::vector<test::SlowPart> parts;
      for (const auto* each : {&held, &wanted}) {
        parts.clear();
        for (const auto& [task, part] : *each) {
          parts.push_back(part);
        }
        EXPECT_TRUE(test::fit_into_an_sm(parts)) << "SM " << sm;
      }
      const auto works = [](const auto& part) { return part.second.ctas > 0; };
      shared_sms += std::count_if(held.begin(), held.end(), works) > 1 ? 1 : 0;
    }
  }
  /// No client holds more than its quota or its reservation; one that reserves has all of it, or waits, once those have
  /// left that are to leave.
  void expect_rights(const std::map<std::uint32_t, test::SlowCtas>& asked) {
    bool leaves = false;
    for (const auto& [task, kernel] : running_) {
      leaves |= kernel.held != kernel.stays;
      const test::SlowCapsmKernel& its = kernels_[task];
      if (its.quota) {
        EXPECT_LE(sum(kernel.held) * 1'000'000, *its.quota * its.per_sm);
      }
      if (its.reservation) {
        EXPECT_LT(sum(kernel.held) * 1'000'000, *its.reservation * its.per_sm + 1'000'000);
      }
    }
    for (const auto& [task, ctas] : asked) {
      const test::SlowCapsmKernel& its = kernels_[task];
      if (its.reservation && !leaves) {
        bool told = false;  // this instant who is to leave
        for (const auto& [other, kernel] : running_) {
          for (std::uint32_t sm = 0; sm < sms_; ++sm) {
            told |= asked.count(other) > 0 && asked.at(other)[sm] < kernel.held[sm];
          }
        }
        EXPECT_TRUE(told || sum(ctas) * 1'000'000 >= *its.reservation * its.per_sm);
        full_reservations += told ? 0 : 1;
      }
    }
  }

  std::uint32_t sms_;
  test::SlowCapsm slow_;
  std::map<std::uint32_t, test::SlowCapsmKernel> kernels_;  ///< by task
  std::map<std::uint32_t, test::SlowHeld> running_;
};

CapsmJudge*& current_judge() {
  static CapsmJudge* judge = nullptr;
  return judge;
}

Controller judged_capsm(const Instance& instance, const Share& share) {
  return [&instance, decide = find_in(policies(), "capsm")->sharing->start(instance, share)](const Observation& seen) {
    Decision decision = decide(seen);
    current_judge()->judge(instance, seen, decision);
    return decision;
  };
}

class CapsmStream : public testing::TestWithParam<bool> {};

TEST_P(CapsmStream, KeepsReservationsAndQuotasAndDoesEverySubtaskOnce) {
  const Instance instance = capsm_stream();
  CapsmJudge the_judge(instance);
  current_judge() = &the_judge;
  Plan plan = test::planned_by("capsm", instance).plan;
  plan.share->start = judged_capsm;
  const auto outcome = evaluate::simulate_clients(
      instance, plan, {.seed = 3, .staggered = GetParam(), .window = TimeWindow{Millis{0}, Millis{20'000}}});
  // Requests: all of them are answered, and do what they have to do.
  ASSERT_TRUE(outcome.window);
  std::map<std::uint32_t, double> done;  // by request
  for (const Residency& held : outcome.window->timeline.residencies) {
    done[held.task] += held.subtasks;
  }
  std::vector<std::set<std::uint64_t>> numbers(instance.clients.all.size());
  for (std::size_t request = 0; request < outcome.window->requests.size(); ++request) {
    const WindowRequest& its = outcome.window->requests[request];
    numbers[its.client].insert(its.number);
    const Client& client = instance.clients.all[its.client];
    double subtasks = 0;
    for (std::uint32_t stage = 0; stage < client.stages(); ++stage) {
      subtasks += static_cast<double>(instance.work[client.tasks.first + stage].subtasks);
    }
    const double ended = done[static_cast<std::uint32_t>(request)];
    if (client.demand.empty()) {
      EXPECT_NEAR(ended, subtasks, 1e-6 * subtasks) << client.name << " " << its.number;
    } else {
      EXPECT_NEAR(ended, std::round(ended), 1e-6 * subtasks) << client.name << " " << its.number;
    }
  }
  std::size_t requests = 0;
  for (std::size_t client = 0; client < numbers.size(); ++client) {
    EXPECT_EQ(outcome.clients[client].unfinished, 0U);
    ASSERT_FALSE(numbers[client].empty());
    EXPECT_EQ(*numbers[client].rbegin() + 1, numbers[client].size());  // none is missing
    requests += numbers[client].size();
  }
  EXPECT_GE(requests, 10'000U);
  // What was to be looked at has happened.
  EXPECT_GT(the_judge.decisions, 20'000U);
  EXPECT_GT(the_judge.shared_sms, 1000U);
  EXPECT_GT(the_judge.draining, 500U);
  EXPECT_GT(the_judge.full_reservations, 1000U);
  EXPECT_GT(the_judge.waits, 100U);
  std::uint64_t counted = 0;
  for (const ClientOutcome& client : outcome.clients) {
    counted += client.kept_waiting;
  }
  EXPECT_EQ(counted, the_judge.waits);
  EXPECT_EQ(outcome.clients[2].kept_waiting, 0U);  // it reserves nothing
}

INSTANTIATE_TEST_SUITE_P(Engines, CapsmStream, testing::Bool(),
                         [](const auto& staggered) { return std::string(staggered.param ? "Staggered" : "Waves"); });

}  // namespace
}  // namespace warpshop::share
