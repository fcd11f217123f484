#include "sim/share/sm_partitions.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/dominant_shares.hpp"

namespace warpshop::share {

SmPartitions::Split SmPartitions::split(const std::vector<SharingKernel>& kernels,
                                        std::vector<std::vector<bool>> before) const {
  const std::uint32_t sms = sms_of(instance_);
  Split split{.on = sms_of_kernels(sms, most_, std::move(before)),
              .ctas = CtasBySm(kernels.size(), std::vector<std::uint32_t>(sms))};
  std::map<std::vector<std::size_t>, std::vector<std::uint32_t>> known;  // by who is there
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    std::vector<std::size_t> there;
    std::vector<SharingKernel> own;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (split.on[i][sm]) {
        there.push_back(i);
        own.push_back(kernels[i]);
      }
    }
    const auto [ctas, is_new] = known.try_emplace(there);
    if (is_new) {
      ctas->second = resource_partition(resources_of(instance_.chip->sm), own);
    }
    for (std::size_t i = 0; i < there.size(); ++i) {
      split.ctas[there[i]][sm] = ctas->second[i];
    }
  }
  return split;
}

const std::map<std::uint32_t, std::vector<std::uint32_t>>& SmPartitions::ctas(const std::vector<std::uint32_t>& tasks) {
  if (tasks == tasks_) {
    return ctas_;
  }
  tasks_ = tasks;
  key_.clear();
  std::vector<std::vector<bool>> on;
  std::vector<SharingKernel> kernels;
  for (const std::uint32_t task : tasks) {
    const auto had = on_.find(task);
    on.push_back(had == on_.end() ? std::vector<bool>(sms_of(instance_)) : had->second);
    kernels.push_back(sharing_kernel(instance_, task, form_));
    add_to(key_, kernels.back());
    add_to(key_, {on.back().begin(), on.back().end()});
  }
  const Split& found = answers_.get(key_, [&] { return split(kernels, std::move(on)); });
  on_.clear();
  ctas_.clear();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    on_[tasks[i]] = found.on[i];
    ctas_[tasks[i]] = found.ctas[i];
  }
  return ctas_;
}

Decision asked_of(const Observation& seen, const std::map<std::uint32_t, std::vector<std::uint32_t>>& ctas) {
  Decision decision;
  for (const Running& kernel : seen.running) {
    decision.allocations.emplace_back(kernel.task, ranges_of(ctas.at(kernel.task)));
  }
  for (const std::uint32_t task : seen.ready) {
    if (Allocation asked = ranges_of(ctas.at(task)); !asked.empty()) {
      decision.allocations.emplace_back(task, std::move(asked));
    }
  }
  return decision;
}

}  // namespace warpshop::share
