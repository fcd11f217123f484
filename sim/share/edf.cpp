#include <optional>
#include <variant>

#include "sim/share/one_at_a_time.hpp"

namespace warpshop::share {
namespace {

/// Of a task without clients its due date; of a client with a goal of a latency that much after its kernel became
/// ready.
double deadline(const WaitingKernel& kernel, Millis /*now*/, const Instance& instance) {
  if (const Client* client = instance.clients.of(kernel.task); client != nullptr && client->goal) {
    const auto* goal = std::get_if<LatencyGoal>(&*client->goal);
    return goal == nullptr ? kNoDueDate.count() : (kernel.ready + goal->latency).count();
  }
  return instance.due_date(kernel.task).count();
}

}  // namespace

/// Earliest deadline first, chosen anew whenever a kernel becomes ready; those without a deadline when nobody else is
/// there.
Controller edf(const Instance& instance, const Share& share) {
  static constexpr OneAtATimeRule kRule{.key = deadline, .at_arrivals = true};
  return one_at_a_time(instance, share, kRule);
}

}  // namespace warpshop::share
