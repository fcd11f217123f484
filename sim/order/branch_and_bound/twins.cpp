#include "sim/order/branch_and_bound/twins.hpp"

#include <map>
#include <tuple>

namespace warpshop::order {
namespace {

auto key_of(const Instance& instance, std::uint32_t task) {
  const Job& job = instance.jobs[task];
  const auto& [h2d, d2h] = job.copies;
  return std::tuple(h2d.latency, h2d.payload, job.kernel, d2h.latency, d2h.payload, job.release, job.has, job.memory,
                    job.exclusive, job.beside, job.blocks, job.legacy,
                    instance.host.empty() ? Millis{0} : instance.host[task], instance.program(task),
                    instance.weight(task), instance.due_date(task),
                    instance.families.empty() ? 0 : instance.families[task],
                    instance.footprints.empty() ? 0 : instance.footprints[task].count,
                    instance.footprint_job.empty() ? 0 : instance.footprint_job[task]);
}

}  // namespace

std::vector<std::uint32_t> earlier_twins(const Instance& instance) {
  std::vector<bool> bound(instance.size());
  for (const Precedence& pair : instance.precedence) {
    bound[pair.before] = bound[pair.after] = true;
  }
  std::vector<std::uint32_t> twins(instance.size(), kNoTwin);
  std::map<decltype(key_of(instance, 0)), std::uint32_t> last;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (bound[task]) {
      continue;
    }
    const auto [twin, is_new] = last.try_emplace(key_of(instance, task), task);
    if (!is_new) {
      twins[task] = twin->second;
      twin->second = task;
    }
  }
  return twins;
}

}  // namespace warpshop::order
