#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/dominant_shares.hpp"
#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {
namespace {

class SmkOnDemand {
 public:
  SmkOnDemand(const Instance& instance, KernelForm form) : instance_(instance), form_(form) {}

  Decision decide(const Observation& seen) {
    const std::vector<std::uint32_t> tasks = tasks_there(seen);
    if (tasks != tasks_) {
      tasks_ = tasks;
      find();
    }
    Decision decision;
    for (const std::uint32_t task : tasks_) {
      const Allocation asked = ranges_of(ctas_.at(task));
      const bool runs = std::find(seen.ready.begin(), seen.ready.end(), task) == seen.ready.end();
      if (runs || !asked.empty()) {
        decision.allocations.emplace_back(task, asked);
      }
    }
    return decision;
  }

 private:
  void find() {
    std::vector<SharingKernel> kernels;
    std::vector<std::int64_t> most;
    CtasBySm ctas;
    for (const std::uint32_t task : tasks_) {
      kernels.push_back(sharing_kernel(instance_, task, form_));
      most.push_back(instance_.work[task].subtasks);
      const auto had = ctas_.find(task);
      ctas.push_back(had == ctas_.end() ? std::vector<std::uint32_t>(sms_of(instance_)) : had->second);
    }
    ctas = ctas_on_demand(resources_of(instance_.chip->sm), kernels, most, std::move(ctas));
    ctas_.clear();
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      ctas_[tasks_[i]] = std::move(ctas[i]);
    }
  }

  const Instance& instance_;
  KernelForm form_;
  std::vector<std::uint32_t> tasks_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> ctas_;  ///< by task and SM
};

}  // namespace

/// Any number of kernels on every SM, as each asks for room: the one with the least dominant share of the GPU goes
/// next, and takes room of the one with the most (S1 2). CTAs leave at the end of their subtasks.
Controller smk_od(const Instance& instance, const Share& share) {
  const auto state = std::make_shared<SmkOnDemand>(instance, share.form);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
