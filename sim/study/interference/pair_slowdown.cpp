#include "sim/study/interference/pair_slowdown.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "sim/evaluate/co_run/law.hpp"

namespace warpshop::study {
namespace {

constexpr double kLeastDelay = 0.02;  // of a subtask: what waits longer alone than that leaves is thought to have it

/// The two kernels on the SMs that have as many CTAs of each.
struct CommonSms {
  std::array<std::int64_t, 2> ctas{};
  std::int64_t sms = 0;
};

/// there: whether a kernel is; CTAs of one that is not are nowhere.
std::vector<CommonSms> common_sms(const std::array<const PhasedKernel*, 2>& kernels, std::array<bool, 2> there,
                                  const InterferenceGpu& gpu) {
  std::vector<std::int64_t> threads(static_cast<std::size_t>(gpu.sms));
  std::array<std::vector<std::int64_t>, 2> dealt;
  for (const std::size_t side : {0U, 1U}) {
    dealt[side] = there[side] ? dealt_ctas(*kernels[side], threads) : std::vector<std::int64_t>(threads.size());
  }
  std::map<std::array<std::int64_t, 2>, std::int64_t> counts;
  for (std::size_t sm = 0; sm < threads.size(); ++sm) {
    ++counts[{dealt[0][sm], dealt[1][sm]}];
  }
  std::vector<CommonSms> groups;
  for (const auto& [ctas, sms] : counts) {
    if (ctas[0] + ctas[1] > 0) {
      groups.push_back({.ctas = ctas, .sms = sms});
    }
  }
  return groups;
}

/// What a CTA is in a phase, by the law: alone it ends one subtask in a millisecond.
CoRunKernel phase_law(const PhasedKernel& kernel, const UsePhase& phase, const InterferenceGpu& gpu) {
  const auto ctas = static_cast<double>(kernel.ctas);
  const auto sms = static_cast<double>(gpu.sms);
  const double per_sm = ctas / std::min(ctas, sms);
  CoRunKernel law;
  double waits = 0;
  for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
    const double use = phase.use[resource];
    const double demand = resource == index(SharedResource::dram) ? use * sms / ctas : use / per_sm;
    law.demand[resource] = Millis{demand};
    waits += demand * evaluate::kCoRunKnee * use / (1 - use);
  }
  law.delay = Millis{std::max(1 - waits, kLeastDelay)};
  return law;
}

/// Subtasks in a millisecond of both kernels, on all SMs; 0 of one that is not there.
std::array<double, 2> pair_rates(const std::array<CoRunKernel, 2>& laws, const std::vector<CommonSms>& groups,
                                 const InterferenceGpu& gpu) {
  std::vector<evaluate::Resident> residents;
  std::vector<double> parts;
  std::vector<std::size_t> sides;
  for (const CommonSms& group : groups) {
    for (const std::size_t side : {0U, 1U}) {
      if (group.ctas[side] > 0) {
        residents.push_back({&laws[side], static_cast<double>(group.ctas[side]), parts.size()});
        sides.push_back(side);
      }
    }
    parts.push_back(static_cast<double>(group.sms) / static_cast<double>(gpu.sms));
  }
  const std::vector<double> per_sm = evaluate::co_run_rates(residents, parts);
  std::array<double, 2> rates{};
  for (std::size_t i = 0; i < residents.size(); ++i) {
    rates[sides[i]] += per_sm[i] * static_cast<double>(groups[residents[i].group].sms);
  }
  return rates;
}

}  // namespace

std::vector<std::int64_t> dealt_ctas(const PhasedKernel& kernel, std::vector<std::int64_t>& threads) {
  std::vector<std::int64_t> ctas(threads.size());
  for (std::int64_t cta = 0; cta < kernel.ctas; ++cta) {
    const auto emptiest = std::min_element(threads.begin(), threads.end());
    *emptiest += kernel.threads;
    ++ctas[static_cast<std::size_t>(std::distance(threads.begin(), emptiest))];
  }
  return ctas;
}

std::array<double, 2> pair_slowdown(const PhasedKernel& first, const PhasedKernel& second, const InterferenceGpu& gpu) {
  const std::array<const PhasedKernel*, 2> kernels{&first, &second};
  const std::vector<CommonSms> both = common_sms(kernels, {true, true}, gpu);
  const std::array<std::vector<CommonSms>, 2> alone{common_sms(kernels, {true, false}, gpu),
                                                    common_sms(kernels, {false, true}, gpu)};
  std::array<std::size_t, 2> phase{};
  std::array<double, 2> left{first.phases.front().length.count(), second.phases.front().length.count()};
  std::array<double, 2> ended{};
  double now = 0;
  while (phase[0] < first.phases.size() && phase[1] < second.phases.size()) {
    const std::array<CoRunKernel, 2> laws{phase_law(first, first.phases[phase[0]], gpu),
                                          phase_law(second, second.phases[phase[1]], gpu)};
    const std::array<double, 2> together = pair_rates(laws, both, gpu);
    const std::array<double, 2> speeds{together[0] / pair_rates(laws, alone[0], gpu)[0],
                                       together[1] / pair_rates(laws, alone[1], gpu)[1]};
    const std::size_t next = left[0] / speeds[0] <= left[1] / speeds[1] ? 0 : 1;
    const double step = left[next] / speeds[next];
    now += step;
    left[1 - next] = std::max(left[1 - next] - step * speeds[1 - next], 0.0);
    ended[next] = now;
    if (++phase[next] < kernels[next]->phases.size()) {
      left[next] = kernels[next]->phases[phase[next]].length.count();
    }
  }
  for (const std::size_t side : {0U, 1U}) {
    if (phase[side] < kernels[side]->phases.size()) {
      ended[side] = now + left[side];
      for (std::size_t later = phase[side] + 1; later < kernels[side]->phases.size(); ++later) {
        ended[side] += kernels[side]->phases[later].length.count();
      }
    }
  }
  return {ended[0] / first.alone().count(), ended[1] / second.alone().count()};
}

PhasedKernel without_phases(const PhasedKernel& kernel) {
  PhasedKernel even = kernel;
  even.phases = {{.length = kernel.alone()}};
  for (const UsePhase& phase : kernel.phases) {
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      even.phases.front().use[resource] += phase.use[resource] * (phase.length / kernel.alone());
    }
  }
  return even;
}

}  // namespace warpshop::study
