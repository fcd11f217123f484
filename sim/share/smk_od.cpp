#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/ctas_on_demand.hpp"
#include "sim/share/sm_partitions.hpp"

namespace warpshop::share {
namespace {

/// What kernels have of the SMs as they come and go.
class RoomOnDemand {
 public:
  /// Keeps a reference.
  RoomOnDemand(const Instance& instance, KernelForm form) : instance_(instance), form_(form) {}

  /// Of those that are there. Those behind as many as have CTAs on SMs at once have none.
  const CtasByTask& ctas() const { return ctas_; }
  /// Whether these are others than before.
  bool are_there(const std::vector<std::uint32_t>& tasks) {
    if (tasks == tasks_) {
      return false;
    }
    tasks_ = tasks;
    std::vector<SharingKernel> kernels;
    std::vector<std::int64_t> most;
    std::vector<Allocation> held;
    key_.clear();
    for (std::size_t i = 0; i < std::min(tasks.size(), static_cast<std::size_t>(instance_.chip->grids)); ++i) {
      const auto had = ctas_.find(tasks[i]);
      kernels.push_back(sharing_kernel(instance_, tasks[i], form_));
      most.push_back(instance_.work[tasks[i]].subtasks);
      held.push_back(had == ctas_.end() ? Allocation() : std::move(had->second));
      add_to(key_, kernels.back());
      key_.add(most.back());
    }
    const SmsInOrder sms(held, sms_of(instance_));
    sms.add_to(key_);
    const std::vector<Allocation>& found = answers_.get(key_, [&] {
      const CtasBySm before = sms.ordered();
      CtasBySm after = ctas_on_demand(resources_of(instance_.chip->sm), kernels, most, before);
      bring_alike_together(before, after);
      return all_in_ranges(after);
    });
    ctas_.clear();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      ctas_[tasks[i]] = i < found.size() ? sms.by_number(found[i]) : Allocation();
    }
    return true;
  }

 private:
  const Instance& instance_;
  KernelForm form_;
  std::vector<std::uint32_t> tasks_;
  CtasByTask ctas_;
  // Who is there with what comes back with every request of a client.
  evaluate::Answers<std::vector<Allocation>> answers_;  ///< for SMs in order
  evaluate::WordsKey key_;
};

}  // namespace

/// Kernels share all SMs: whenever one comes or goes, the one with the least dominant share of the GPU takes room, that
/// of the one with the most where it has to (S1 2). CTAs leave at the end of their subtasks.
Controller smk_od(const Instance& instance, const Share& share) {
  const auto room = std::make_shared<RoomOnDemand>(instance, share.form);
  return [room](const Observation& seen) {
    const bool changed = room->are_there(tasks_there(seen));
    return asked_of(seen, room->ctas(), changed);
  };
}

}  // namespace warpshop::share
