#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

#include "sim/share/clients.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

constexpr double kWhole = 100;

/// The SMs of each client, one client behind the other, from the first on again where they do not suffice.
std::map<std::uint32_t, Allocation> limits_of(const Instance& instance, const std::vector<double>& percentages) {
  const std::uint32_t sms = sms_of(instance);
  std::map<std::uint32_t, Allocation> limits;
  std::uint32_t first = 0;
  std::size_t next = 0;
  for (const std::uint32_t client : clients(instance)) {
    const double percentage = percentages[next++ % percentages.size()];
    const auto own = std::clamp(static_cast<std::uint32_t>(std::floor(percentage * sms / kWhole)), 1U, sms);
    Allocation& limit = limits[client];
    if (first + own <= sms) {
      limit = all_on(first, own);
    } else {
      limit = {all_on(0, first + own - sms).front(), all_on(first, sms - first).front()};
    }
    first = (first + own) % sms;
  }
  return limits;
}

Controller start_mps(const Instance& instance, const Share& share) {
  return [&instance, limits = limits_of(instance, share.split)](const Observation& seen) {
    Decision decision;
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.emplace_back(task, limits.at(client_of(instance, task)));
    }
    return decision;
  };
}

/// All clients the same: all of the GPU, and shares that fill it once, twice, …
std::vector<std::vector<double>> even_limits(std::size_t clients) {
  std::vector<std::vector<double>> splits;
  for (std::size_t times = clients; times > 0; times = times > 8 ? times / 2 : times - 1) {
    splits.push_back({std::max(1.0, kWhole * static_cast<double>(times) / static_cast<double>(clients))});
  }
  return splits;
}

/// A client at a time gets more, or less, as long as that helps.
Planned improved(const Instance& instance, const PlanOptions& options, const Share& share, Planned best,
                 std::size_t clients) {
  constexpr double kStep = 10;
  constexpr std::size_t kMostClients = 8;
  if (clients > kMostClients) {
    return best;
  }
  best.plan.share->split.resize(clients, best.plan.share->split.front());
  for (bool better = true; better;) {
    better = false;
    for (std::size_t client = 0; client < clients; ++client) {
      for (const double step : {-kStep, kStep}) {
        std::vector<double> split = best.plan.share->split;
        split[client] = std::clamp(split[client] + step, kStep, kWhole);
        Planned planned = best_of(instance, options, share, {split});
        if (clearly_less(planned.predicted, best.predicted)) {
          best = std::move(planned);
          better = true;
        }
      }
    }
  }
  return best;
}

}  // namespace

/// MPS with a limit a client (CUDA_MPS_ACTIVE_THREAD_PERCENTAGE), in per cent of the SMs: those that are given, in the
/// order in which the workload first names the clients and from the first again; or the best that a search finds, from
/// even limits and for up to eight clients in steps of 10 %.
Planned mps(const Instance& instance, const PlanOptions& options) {
  const Share share{.policy = "mps",
                    .split = options.split,
                    .to_set = "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of each client in turn",
                    .form = KernelForm::plain,
                    .start = start_mps};
  if (!options.split.empty()) {
    return share_plan(instance, options, share);
  }
  const std::size_t all = std::max<std::size_t>(1, clients(instance).size());
  return improved(instance, options, share, best_of(instance, options, share, even_limits(all)), all);
}

}  // namespace warpshop::share
