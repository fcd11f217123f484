#include "sim/study/draw_assumed.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/assumed_factor.hpp"
#include "sim/model/context_switch.hpp"
#include "sim/model/split_comparison.hpp"
#include "sim/share/patience.hpp"
#include "sim/split/split_tasks.hpp"
#include "sim/stats/counter_draws.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/assumed_use.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

enum class Kind : std::uint8_t { copies, context_switch, patience, use, cpu };

/// A value that is drawn.
struct Drawn {
  Kind kind = Kind::copies;
  std::string path;
  double low = 1, high = 1;   ///< of copies and CPUs factors, of times ms, of uses parts; of a patience 0 and 1
  std::string_view key = {};  ///< of a use: compute or memory
  std::vector<std::uint32_t> kernels = {};  ///< of a use: of Instance::kernels

  /// 0 ≤ place ≤ 1: the low end, the high end.
  double at(double place) const { return low > 0 ? low * std::pow(high / low, place) : low + (high - low) * place; }
};

/// With other rates all policies but one decide on other steps, for which there is no plan.
bool is_drawn(const SplitTask& split) {
  return split.rate_assumed && split.policy == "static";
}

/// By value where it is in its range; nothing: as it is assumed.
using Places = std::vector<std::optional<double>>;

std::optional<Utilization> KernelUse::*use_member(std::string_view key) {
  return key == "memory" ? &KernelUse::memory : &KernelUse::compute;
}

/// Everything that is drawn.
class DrawnValues {
 public:
  DrawnValues(const Problem& problem, const Workload& workload, const Device& device, const Comparison& comparison) {
    for (const std::string& path : comparison.basis.assumed) {
      if (const std::optional<AssumedFactor> factor = assumed_factor(path)) {
        all.push_back({.kind = Kind::copies, .path = path, .low = factor->low, .high = factor->high});
      }
    }
    for (const SplitTask& split : workload.splits) {
      if (const std::string path = cpu_rate_path(split); is_drawn(split) && find(path) == nullptr) {
        all.push_back({.kind = Kind::cpu, .path = path, .low = kCpuRateFactor.low, .high = kCpuRateFactor.high});
      }
    }
    const std::optional<AssumedRange> change = context_switch_range(device);
    if (change && assumes(comparison, kContextSwitchPath)) {
      all.push_back({.kind = Kind::context_switch,
                     .path = kContextSwitchPath,
                     .low = change->low.count(),
                     .high = change->high.count()});
    }
    for (const PolicyResult& result : comparison.results) {
      add_uses(unsaid_uses(problem.fleet.tasks(), result.plan));
      if (result.plan.share && share::patience_range(*result.plan.share) && find(share::kPatiencePath) == nullptr &&
          assumes(comparison, share::kPatiencePath)) {
        all.push_back({.kind = Kind::patience, .path = share::kPatiencePath, .low = 0, .high = 1});
      }
    }
    for (const std::string& path : comparison.basis.assumed) {
      if (find(path) == nullptr) {
        not_drawn.push_back(path);
      }
    }
  }

  std::vector<Drawn> all;
  std::vector<std::string> not_drawn;

 private:
  static bool assumes(const Comparison& comparison, std::string_view path) {
    const std::vector<std::string>& assumed = comparison.basis.assumed;
    return std::find(assumed.begin(), assumed.end(), path) != assumed.end();
  }
  Drawn* find(std::string_view path) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Drawn& each) { return each.path == path; });
    return found == all.end() ? nullptr : &*found;
  }
  void add_uses(const std::vector<UnsaidUse>& uses) {
    for (const UnsaidUse& use : uses) {
      const auto member = use_member(use.key);
      Drawn* known = find(use.path);
      if (known == nullptr) {
        known = &all.emplace_back(Drawn{.kind = Kind::use,
                                        .path = use.path,
                                        .low = (kLeastUseElsewhere.*member)->part,
                                        .high = (kMostUseElsewhere.*member)->part,
                                        .key = use.key});
      }
      if (std::find(known->kernels.begin(), known->kernels.end(), use.kernel) == known->kernels.end()) {
        known->kernels.push_back(use.kernel);
      }
    }
  }
};

/// The workload on a device that is as it was drawn, and the plans there.
class OverDraws {
 public:
  OverDraws(const Problem& problem, const Workload& workload, const Device& device, const Comparison& comparison,
            const std::vector<Drawn>& values)
      : problem_(problem), workload_(workload), device_(device), comparison_(comparison), values_(values) {}

  /// By result what it costs.
  std::vector<Millis> costs(const Places& places) const {
    Device device = device_;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (places[i] && values_[i].kind == Kind::copies) {
        scale_assumed(device, values_[i].path, values_[i].at(*places[i]));
      } else if (places[i] && values_[i].kind == Kind::context_switch) {
        device.context_switch = Millis{values_[i].at(*places[i])};
      }
    }
    keep_below_alone(device);
    Fleet fleet = resolve(with_cpus(places), std::span(&device, 1));
    Instance& instance = fleet.devices.front();
    for (std::size_t i = 0; i < values_.size(); ++i) {
      for (const std::uint32_t kernel : places[i] ? values_[i].kernels : std::vector<std::uint32_t>{}) {
        instance.kernels[kernel].model.use.*use_member(values_[i].key) = Utilization{values_[i].at(*places[i])};
      }
    }
    if (problem_.is_prepared) {
      evaluate::prepare_sharing(instance, device);
    }
    std::vector<Millis> costs;
    costs.reserve(comparison_.results.size());
    for (const PolicyResult& result : comparison_.results) {
      instance.patience = patience(result.plan, places);
      costs.push_back(evaluate::cost(fleet.tasks(), evaluate::timeline(fleet, result.plan), comparison_.objective));
    }
    return costs;
  }

 private:
  /// The steps that are split wait for CPUs as they were drawn; their parts stay.
  Workload with_cpus(const Places& places) const {
    Workload workload = workload_;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      for (const SplitTask& split : workload_.splits) {
        if (places[i] && values_[i].kind == Kind::cpu && values_[i].path == cpu_rate_path(split)) {
          split::set_waits(workload, split, values_[i].at(*places[i]));
        }
      }
    }
    return workload;
  }
  /// Each time slice has a range of its own.
  std::optional<Millis> patience(const Plan& plan, const Places& places) const {
    const auto range = plan.share ? share::patience_range(*plan.share) : std::nullopt;
    for (std::size_t i = 0; range && i < values_.size(); ++i) {
      if (places[i] && values_[i].kind == Kind::patience) {
        return range->low + (range->high - range->low) * values_[i].at(*places[i]);
      }
    }
    return problem_.fleet.tasks().patience;
  }

  const Problem& problem_;
  const Workload& workload_;
  const Device& device_;
  const Comparison& comparison_;
  const std::vector<Drawn>& values_;
};

/// Those that do not cost the same as the first wherever anything was put: what is no other choice has no lead. costs:
/// by place, by result.
std::vector<std::size_t> rivals_of(const std::vector<std::vector<Millis>>& costs) {
  std::vector<std::size_t> rivals;
  for (std::size_t i = 1; i < costs.front().size(); ++i) {
    const bool differs = std::any_of(costs.begin(), costs.end(), [&](const std::vector<Millis>& at) {
      return clearly_less(at[i], at.front()) || clearly_less(at.front(), at[i]);
    });
    if (differs) {
      rivals.push_back(i);
    }
  }
  return rivals;
}

/// What the cheapest rival costs more than the first; nothing where there is none.
std::optional<Millis> lead_of(const std::vector<Millis>& costs, const std::vector<std::size_t>& rivals) {
  std::optional<Millis> least;
  for (const std::size_t rival : rivals) {
    least = std::min(least.value_or(costs[rival]), costs[rival]);
  }
  return least ? std::optional(*least - costs.front()) : std::nullopt;
}

void count_firsts(const std::vector<std::vector<Millis>>& draws, const Comparison& comparison, Uncertainty& found) {
  std::map<std::size_t, std::size_t> others;  // by position
  std::vector<double> own;
  own.reserve(draws.size());
  for (const std::vector<Millis>& costs : draws) {
    const auto least = std::min_element(costs.begin(), costs.end());
    own.push_back(costs.front().count());
    if (clearly_less(*least, costs.front())) {
      ++others[static_cast<std::size_t>(least - costs.begin())];
    } else {
      ++found.first_stays;
    }
  }
  for (const auto& [position, count] : others) {
    found.others.push_back({.policy = comparison.results[position].policy, .draws = count});
  }
  std::stable_sort(found.others.begin(), found.others.end(),
                   [](const auto& one, const auto& other) { return one.draws > other.draws; });
  constexpr double kPart = 0.05;
  found.cost = {.low = Millis{stats::quantile(own, kPart)}, .high = Millis{stats::quantile(own, 1 - kPart)}};
}

}  // namespace

Uncertainty uncertainty(const Problem& problem, const Workload& workload, const Device& device,
                        const Comparison& comparison, const DrawSettings& settings,
                        const std::function<void(const std::string&)>& progress) {
  const DrawnValues drawn(problem, workload, device, comparison);
  const std::vector<Drawn>& values = drawn.all;
  std::vector<Places> all{Places(values.size())};  // as assumed; each value at both ends; the draws
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const double end : {0.0, 1.0}) {
      all.emplace_back(values.size())[i] = end;
    }
  }
  for (std::size_t draw = 0; draw < settings.draws; ++draw) {
    Places& places = all.emplace_back();
    places.reserve(values.size());
    for (const Drawn& value : values) {
      places.emplace_back(stats::CounterDraws(settings.seed, stats::owner_of(value.path), 0).unit(draw));
    }
  }
  const OverDraws over(problem, workload, device, comparison, values);
  std::vector<std::vector<Millis>> costs(all.size());
  std::mutex telling;
  std::size_t done = 0;
  in_parallel(settings.jobs, all.size(), [&](std::size_t i) {
    costs[i] = over.costs(all[i]);
    const std::scoped_lock lock(telling);
    progress(fmt::format("{}: {} of {} draws of what is assumed", problem.workload, ++done, all.size()));
  });
  const std::vector<std::size_t> rivals = rivals_of(costs);
  Uncertainty found{.draws = settings.draws, .lead = lead_of(costs.front(), rivals)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    found.values.push_back({.path = values[i].path,
                            .low = values[i].low,
                            .high = values[i].high,
                            .as_parts = values[i].kind == Kind::copies || values[i].kind == Kind::cpu,
                            .lead_low = lead_of(costs[1 + 2 * i], rivals).value_or(Millis{0}),
                            .lead_high = lead_of(costs[2 + 2 * i], rivals).value_or(Millis{0})});
  }
  std::stable_sort(found.values.begin(), found.values.end(),
                   [](const auto& one, const auto& other) { return one.swing() > other.swing(); });
  costs.erase(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(1 + 2 * values.size()));
  count_firsts(costs, comparison, found);
  found.not_drawn = drawn.not_drawn;
  return found;
}

}  // namespace warpshop::study
