#include "sim/share/share_plan.hpp"

#include <numeric>
#include <utility>

#include "sim/evaluate/evaluate.hpp"

namespace warpshop::share {
namespace {

/// Tasks of a plan whose timeline is kept: those of larger ones are made again when they are wanted.
constexpr std::size_t kMostKept = 2048;

}  // namespace

Planned share_plan(const Instance& instance, const PlanOptions& options, Share share) {
  Planned planned;
  planned.plan.order.resize(instance.size());
  std::iota(planned.plan.order.begin(), planned.plan.order.end(), 0U);
  planned.plan.submission = Submission::streams;
  share.pairing = options.pairing;
  share.pairing.seed = options.seed;
  planned.plan.share = std::move(share);
  if (instance.size() > kMostKept) {
    planned.predicted = evaluate::cost(instance, planned.plan, options.objective);
    return planned;
  }
  planned.timeline = std::make_shared<const Timeline>(evaluate::timeline(instance, planned.plan));
  planned.predicted = evaluate::cost(instance, *planned.timeline, options.objective);
  return planned;
}

Planned best_of(const Instance& instance, const PlanOptions& options, const Share& share,
                const std::vector<std::vector<double>>& splits) {
  Planned best;
  for (const std::vector<double>& split : splits) {
    Share next = share;
    next.split = split;
    Planned planned = share_plan(instance, options, std::move(next));
    if (!best.plan.share || clearly_less(planned.predicted, best.predicted)) {
      best = std::move(planned);
    }
  }
  return best;
}

}  // namespace warpshop::share
