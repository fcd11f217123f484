#include "sim/evaluate/hardware_queues.hpp"

#include "sim/evaluate/events/issue.hpp"

namespace warpshop::evaluate {
namespace {

using Tasks = std::vector<std::uint32_t>;

/// By task.
std::vector<std::size_t> streams_of(const Instance& instance, std::span<const std::uint32_t> issued) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();  // not in the order, or not yet
  std::vector<std::size_t> stream_of(instance.size(), kNone);
  if (instance.precedence.empty()) {
    for (std::size_t stream = 0; stream < issued.size(); ++stream) {
      stream_of[issued[stream]] = stream;
    }
    return stream_of;
  }
  std::vector<Tasks> before(instance.size());
  for (const Precedence& pair : instance.precedence) {
    before[pair.after].push_back(pair.before);
  }
  Tasks last;  // of each stream
  for (const std::uint32_t task : issued) {
    const auto followed = std::find_if(before[task].begin(), before[task].end(), [&](std::uint32_t each) {
      return stream_of[each] != kNone && last[stream_of[each]] == each;
    });
    if (followed == before[task].end()) {
      stream_of[task] = last.size();
      last.push_back(task);
    } else {
      stream_of[task] = stream_of[*followed];
      last[stream_of[task]] = task;
    }
  }
  return stream_of;
}

}  // namespace

HardwareQueues::HardwareQueues(const Instance& instance, std::span<const std::uint32_t> order, std::size_t queues,
                               bool one_kernel_at_a_time)
    : queues_(queues), queue_of_(instance.size(), kNoQueue), turn_(instance.size()), ready_(instance.size()) {
  Tasks issued = issued_slots(instance, order);
  for (std::uint32_t& each : issued) {
    each = order[each];
  }
  const std::vector<std::size_t> stream_of = streams_of(instance, issued);
  for (const std::uint32_t task : issued) {
    const Job& job = instance.jobs[task];
    const bool queued = one_kernel_at_a_time ? job.occupies(Stage::kernel) : job.has[index(Stage::kernel)];
    if (queued && job.kernel > Millis{0}) {
      queue_of_[task] = static_cast<std::uint32_t>(stream_of[task] % queues);
    }
  }
}

}  // namespace warpshop::evaluate
