#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/policy_settings.hpp"
#include "sim/model/share.hpp"
#include "sim/model/sm_room.hpp"
#include "sim/share/quota_ctas.hpp"

namespace warpshop::share {

/// Kernels that are there: those that have been given something in their order, then those that could start.
inline std::vector<std::uint32_t> tasks_there(const Observation& seen) {
  std::vector<std::uint32_t> tasks;
  for (const Running& kernel : seen.running) {
    tasks.push_back(kernel.task);
  }
  for (const std::uint32_t task : seen.ready) {
    if (std::find(tasks.begin(), tasks.end(), task) == tasks.end()) {
      tasks.push_back(task);
    }
  }
  return tasks;
}

inline SharingKernel sharing_kernel(const Instance& instance, std::uint32_t task, KernelForm form) {
  const evaluate::KernelOnSms kernel = evaluate::kernel_on_sms(instance, task, form);
  return {.cta = kernel.cta, .per_sm = kernel.per_sm, .has_goal = false};
}

/// CTAs by SM as ranges, of every kernel.
inline std::vector<Allocation> all_in_ranges(const CtasBySm& ctas) {
  std::vector<Allocation> all;
  all.reserve(ctas.size());
  std::transform(ctas.begin(), ctas.end(), std::back_inserter(all), [](const auto& its) { return in_ranges(its); });
  return all;
}

// How kernels split SMs depends on these alone.
inline void add_to(evaluate::WordsKey& key, const SharingKernel& kernel) {
  key.add(kernel.cta.ctas).add(kernel.cta.threads).add(kernel.cta.registers).add(kernel.cta.shared_memory.count);
  key.add(kernel.per_sm).add(kernel.has_goal);
}
/// CTAs of an allocation on an SM.
inline std::uint32_t ctas_on(const Allocation& allocation, std::uint32_t sm) {
  const auto there = std::find_if(allocation.begin(), allocation.end(), [sm](const SmRange& range) {
    return range.first <= sm && sm < range.first + range.sms;
  });
  return there == allocation.end() ? 0 : there->ctas;
}

/// The option `epoch`, or one of another name, in milliseconds. Unless it is set, there are no more than so many until
/// the clients' horizon, or while what they have in hand then is done, as their number is what a run costs; of many
/// clients on many SMs fewer, as each costs as much as there are of both.
double epoch_of(const Instance& instance, const Settings& settings, std::string_view option = "epoch");
/// The same, where every epoch is simulated. Throws InputError: it is set to less than a 20th of what it would be.
double simulated_epoch_of(const Instance& instance, const Share& share, std::string_view option = "epoch");

}  // namespace warpshop::share
