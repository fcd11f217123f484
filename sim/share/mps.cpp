#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/model/error.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

constexpr double kWhole = 100;
constexpr std::string_view kLimits = "limits";  // the option

/// The SMs of each client, one client behind the other, from the first on again where they do not suffice.
std::vector<Allocation> limits_of(const Instance& instance, std::size_t clients,
                                  const std::vector<double>& percentages) {
  const std::uint32_t sms = sms_of(instance);
  std::vector<Allocation> limits;
  std::uint32_t first = 0;
  while (limits.size() < clients) {
    const double percentage = percentages[limits.size() % percentages.size()];
    const auto own = std::clamp(static_cast<std::uint32_t>(std::floor(percentage * sms / kWhole)), 1U, sms);
    if (first + own <= sms) {
      limits.push_back(all_on(first, own));
    } else {
      limits.push_back({all_on(0, first + own - sms).front(), all_on(first, sms - first).front()});
    }
    first = (first + own) % sms;
  }
  return limits;
}

Controller start_mps(const Instance& instance, const Share& share) {
  const Clients clients(instance);
  const std::vector<double>& percentages = share.settings.numbers(kLimits);
  return [clients, limits = limits_of(instance, clients.all().size(), percentages)](const Observation& seen) {
    Decision decision;
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.emplace_back(task, limits[clients.number(task)]);
    }
    return decision;
  };
}

/// With these limits, if that is better.
bool try_limits(const Instance& instance, const PlanOptions& options, Share share, std::vector<double> limits,
                Planned& best) {
  share.settings.set(kLimits, std::move(limits));
  const Millis before = best.predicted;
  keep_better(best, share_plan(instance, options, std::move(share)));
  return best.predicted < before;
}

/// All clients the same: all of the GPU, and shares that fill it once, twice, … Of up to eight clients one at a time
/// then gets more, or less, as long as that helps.
Planned best_limits(const Instance& instance, const PlanOptions& options, const Share& share, std::size_t clients) {
  constexpr double kStep = 10;
  constexpr std::size_t kMostClients = 8;
  Planned best;
  for (std::size_t times = clients; times > 0; times = times > kMostClients ? times / 2 : times - 1) {
    try_limits(instance, options, share,
               {std::max(1.0, kWhole * static_cast<double>(times) / static_cast<double>(clients))}, best);
  }
  if (clients > kMostClients) {
    return best;
  }
  best.plan.share->settings.set(kLimits, std::vector(clients, best.plan.share->settings.number(kLimits)));
  for (bool better = true; better;) {
    better = false;
    for (std::size_t client = 0; client < clients; ++client) {
      for (const double step : {-kStep, kStep}) {
        std::vector<double> limits = best.plan.share->settings.numbers(kLimits);
        limits[client] = std::clamp(limits[client] + step, kStep, kWhole);
        better = try_limits(instance, options, share, std::move(limits), best) || better;
      }
    }
  }
  return best;
}

}  // namespace

/// MPS with a limit a client (CUDA_MPS_ACTIVE_THREAD_PERCENTAGE), in per cent of the SMs: those that are given, in the
/// order in which the workload first names the clients and from the first again; or the best that a search finds, from
/// even limits and for up to eight clients in steps of 10 %. Throws InputError: more limits than clients.
Planned mps(const Instance& instance, const PlanOptions& options, Share share) {
  const Clients all(instance);
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    share.clients.push_back(instance.jobs[task].has[index(Stage::kernel)] ? all.number(task) : kNoClient);
  }
  share.start = start_mps;
  const std::size_t clients = std::max<std::size_t>(1, all.all().size());
  const std::size_t given = share.settings.numbers(kLimits).size();
  if (given > clients) {
    throw InputError("policy '" + share.policy + share.settings.text() + "': " + std::to_string(given) +
                     " numbers for " + std::to_string(clients) + (clients == 1 ? " client" : " clients") +
                     ", expected at most one each");
  }
  return given > 0 ? share_plan(instance, options, std::move(share)) : best_limits(instance, options, share, clients);
}

}  // namespace warpshop::share
