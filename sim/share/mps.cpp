#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>

#include "sim/model/error.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

constexpr double kWhole = 100;

/// The SMs of each client, one client behind the other, from the first on again where they do not suffice.
std::map<std::uint32_t, Allocation> limits_of(const Instance& instance, const Clients& clients,
                                              const std::vector<double>& percentages) {
  const std::uint32_t sms = sms_of(instance);
  std::map<std::uint32_t, Allocation> limits;
  std::uint32_t first = 0;
  std::size_t next = 0;
  for (const std::uint32_t client : clients.all()) {
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
  const Clients clients(instance);
  return [clients, limits = limits_of(instance, clients, share.split)](const Observation& seen) {
    Decision decision;
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.emplace_back(task, limits.at(clients.of(task)));
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

/// Throws InputError: a limit above all SMs, or one for a client that is not there.
void check_limits(const std::vector<double>& split, std::size_t clients) {
  const std::string asked = "policy '" + share_text({.policy = "mps", .split = split}) + "': ";
  if (const auto above = std::find_if(split.begin(), split.end(), [](double each) { return each > kWhole; });
      above != split.end()) {
    throw InputError(asked + share_number(*above) + " is above 100, expected per cent of the SMs by client");
  }
  if (split.size() > clients) {
    throw InputError(asked + std::to_string(split.size()) + " numbers for " + std::to_string(clients) +
                     (clients == 1 ? " client" : " clients") + ", expected at most one each");
  }
}

/// By task, as the workload first names them.
std::vector<std::uint32_t> client_numbers(const Instance& instance) {
  const Clients clients(instance);
  std::map<std::uint32_t, std::uint32_t> number_of;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const bool has_kernel = instance.jobs[task].has[index(Stage::kernel)];
    const auto next = static_cast<std::uint32_t>(number_of.size());
    numbers.push_back(has_kernel ? number_of.emplace(clients.of(task), next).first->second : kNoClient);
  }
  return numbers;
}

}  // namespace

/// MPS with a limit a client (CUDA_MPS_ACTIVE_THREAD_PERCENTAGE), in per cent of the SMs: those that are given, in the
/// order in which the workload first names the clients and from the first again; or the best that a search finds, from
/// even limits and for up to eight clients in steps of 10 %. Throws InputError: a limit above 100, or more of them than
/// clients.
Planned mps(const Instance& instance, const PlanOptions& options) {
  const Share share{.policy = "mps",
                    .split = options.split,
                    .to_set = "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of each client in turn",
                    .settable = Settable::mps_limits,
                    .clients = client_numbers(instance),
                    .form = KernelForm::plain,
                    .start = start_mps};
  const std::size_t all = std::max<std::size_t>(1, Clients(instance).all().size());
  if (!options.split.empty()) {
    check_limits(options.split, all);
    return share_plan(instance, options, share);
  }
  return improved(instance, options, share, best_of(instance, options, share, even_limits(all)), all);
}

}  // namespace warpshop::share
