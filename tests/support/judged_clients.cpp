#include "tests/support/judged_clients.hpp"

#include <algorithm>
#include <string>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/whole_gpu.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::test {

Instance instance_of(const std::vector<Asking>& all, double horizon, std::uint32_t streams) {
  Instance instance;
  instance.chip =
      Chip{.sm = {.count = 4, .registers = 65536, .shared_memory = Bytes{96 << 10}, .threads = 2048, .ctas = 32}};
  instance.clients.horizon = Millis{horizon};
  for (const Asking& asking : all) {
    Client& client = instance.clients.all.emplace_back();
    client.name = "client " + std::to_string(instance.clients.all.size());
    client.tasks = {.first = static_cast<std::uint32_t>(instance.size()), .count = streams};
    client.streams = streams;
    client.arrivals = asking.arrivals;
    client.demand = asking.demand;
    client.priority = asking.priority;
    for (std::uint32_t stream = 0; stream < streams; ++stream) {
      Job& job = instance.jobs.emplace_back();
      job.has = {false, true, false};
      job.kernel = Millis{asking.service};
      instance.families.push_back(static_cast<std::uint32_t>(instance.clients.all.size()));
    }
  }
  return instance;
}

namespace {

int priority_of(const Instance& instance, std::uint32_t task) {
  for (const Client& client : instance.clients.all) {
    if (client.tasks.has(task)) {
      return client.priority;
    }
  }
  return 0;
}

/// The kernel of the highest priority has the GPU; of several the one that has begun, else the longest ready. It takes
/// it away from others at once, or when it is free.
template <bool kAtOnce>
share::Controller most_important(const Instance& instance, const Share& /*share*/) {
  return [&instance](const share::Observation& seen) {
    share::Decision decision;
    if (!kAtOnce && !seen.running.empty()) {
      return decision;
    }
    std::vector<std::uint32_t> all;
    for (const share::Running& kernel : seen.running) {
      all.push_back(kernel.task);
    }
    all.insert(all.end(), seen.ready.begin(), seen.ready.end());
    const auto best = std::max_element(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
      return priority_of(instance, a) < priority_of(instance, b);
    });
    for (const std::uint32_t task : all) {
      if (task == *best) {
        decision.allocations.emplace_back(task, everything(instance));
      } else if (std::find(seen.ready.begin(), seen.ready.end(), task) == seen.ready.end()) {
        decision.allocations.emplace_back(task, Allocation{});
      }
    }
    return decision;
  };
}

}  // namespace

Plan by_priority(bool at_once) {
  Plan plan;
  plan.share = share_by_hand(
      "priorities", {},
      {.mechanism = "priorities", .grants = Grant::gpu, .form = KernelForm::plain, .leaving = Leaving::swap});
  plan.share->start = at_once ? &most_important<true> : &most_important<false>;
  return plan;
}

Plan in_slices(const Instance& instance, double slice) {
  return planned_by("timeslice", instance, {slice}).plan;
}

Instance fine_kernels(std::uint32_t clients, std::uint32_t streams, std::uint32_t times) {
  constexpr std::int64_t kSubtasks = 20'000;
  const std::vector<Grid> grids(clients * streams, {.kernel = "mm", .subtasks = kSubtasks * times});
  Device device = device_of_subtasks("titanx");
  device.sm->count *= times;
  Instance instance = grids_on(device, grids);
  instance.clients.horizon = Millis{1e6};
  for (std::uint32_t number = 0; number < clients; ++number) {
    instance.clients.all.push_back({.name = "client " + std::to_string(number),
                                    .tasks = {.first = number * streams, .count = streams},
                                    .streams = streams,
                                    .arrivals = RecordedArrivals{},
                                    .priority = -static_cast<int>(number)});
  }
  return instance;
}

double service_of(Instance instance, const Plan& plan) {
  for (Client& client : instance.clients.all) {
    client.arrivals = RecordedArrivals{};
  }
  instance.clients.all.front().arrivals = ArrivalsAtOnce{.requests = 1};
  return evaluate::simulate_clients(instance, plan, {}).end.count();
}

namespace {

/// Each task has a quarter of the SMs.
share::Controller on_quarters(const Instance& /*instance*/, const Share& /*share*/) {
  return [](const share::Observation& seen) {
    share::Decision decision;
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.emplace_back(task, all_on(task * kChipSms / 4, kChipSms / 4));
    }
    return decision;
  };
}

}  // namespace

Plan by_quarters() {
  Plan plan;
  plan.share = share_by_hand("quarters", {}, {.mechanism = "SMs", .grants = Grant::sms, .form = KernelForm::plain});
  plan.share->start = &on_quarters;
  return plan;
}

}  // namespace warpshop::test
