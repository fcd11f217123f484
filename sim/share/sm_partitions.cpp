#include "sim/share/sm_partitions.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/sm_room.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/dominant_shares.hpp"

namespace warpshop::share {

SmPartitions::Split SmPartitions::split(const std::vector<SharingKernel>& kernels, const CtasBySm& before) const {
  CtasBySm on = sms_of_kernels(most_, before);
  bring_alike_together(before, on);
  AlikeSms alike;
  for (const std::vector<std::uint32_t>& its : on) {
    alike.add(its);
  }
  Split split{.on = all_in_ranges(on), .ctas = std::vector<Allocation>(kernels.size())};
  for (const SmSpan& span : alike.spans()) {
    std::vector<std::size_t> there;
    std::vector<SharingKernel> own;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (on[i][span.first] > 0) {
        there.push_back(i);
        own.push_back(kernels[i]);
      }
    }
    const std::vector<std::uint32_t> ctas = resource_partition(resources_of(instance_.chip->sm), own);
    for (std::size_t i = 0; i < there.size(); ++i) {
      append(split.ctas[there[i]], {.first = span.first, .sms = span.sms, .ctas = ctas[i]});
    }
  }
  return split;
}

bool SmPartitions::are_there(const std::vector<std::uint32_t>& tasks) {
  if (tasks == tasks_) {
    return false;
  }
  tasks_ = tasks;
  key_.clear();
  std::vector<Allocation> on;
  std::vector<SharingKernel> kernels;
  for (const std::uint32_t task : tasks) {
    const auto had = on_.find(task);
    on.push_back(had == on_.end() ? Allocation() : std::move(had->second));
    kernels.push_back(sharing_kernel(instance_, task, form_));
    add_to(key_, kernels.back());
  }
  const SmsInOrder sms(on, sms_of(instance_));
  sms.add_to(key_);
  const Split& found = answers_.get(key_, [&] { return split(kernels, sms.ordered()); });
  on_.clear();
  ctas_.clear();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    on_[tasks[i]] = sms.by_number(found.on[i]);
    ctas_[tasks[i]] = sms.by_number(found.ctas[i]);
  }
  return true;
}

Decision asked_of(const Observation& seen, const CtasByTask& ctas, bool changed) {
  Decision decision;
  if (changed) {
    for (const Running& kernel : seen.running) {
      decision.allocations.emplace_back(kernel.task, ctas.at(kernel.task));
    }
  }
  for (const std::uint32_t task : seen.ready) {
    if (const Allocation& asked = ctas.at(task); !asked.empty()) {
      decision.allocations.emplace_back(task, asked);
    }
  }
  return decision;
}

}  // namespace warpshop::share
