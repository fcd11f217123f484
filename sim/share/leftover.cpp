#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/evaluate/hardware_queues.hpp"
#include "sim/model/plan.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

/// Kernels that go are dealt CTAs as they come to the fronts of their queues; of several at once as they were issued.
class Queued {
 public:
  Queued(const Instance& instance, std::size_t queues)
      : instance_(instance), queues_(instance, input_order(instance.size()), queues, false) {}

  Decision decide(const Observation& seen) {
    Decision decision;
    for (const std::uint32_t task : seen.issued) {
      queues_.issue(task);
    }
    for (const std::uint32_t task : seen.ready) {
      queues_.arrive(task);
    }
    queues_.go_on([&](std::uint32_t task) { decision.allocations.emplace_back(task, everything(instance_)); });
    return decision;
  }

 private:
  const Instance& instance_;
  evaluate::HardwareQueues queues_;
};

}  // namespace

/// What the hardware does with a stream a task (Hyper-Q, MPS without limits): CTAs of the next kernel are looked at
/// once the one before has none left to dispatch, and take what is free; as many hardware queues as CUDA gives a
/// process by default, or as are given: 1 is a GPU before Hyper-Q (S5 2.2.1).
Controller leftover(const Instance& instance, const Share& share) {
  const std::size_t of_the_gpu = instance.issue.copies_in_turn ? 1 : evaluate::kHardwareQueues;  // one before Hyper-Q
  const std::size_t queues =
      share.settings.is_set("queues") ? static_cast<std::size_t>(share.settings.number("queues")) : of_the_gpu;
  const auto state = std::make_shared<Queued>(instance, queues);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
