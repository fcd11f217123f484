#include "sim/share/share_plan.hpp"

#include <numeric>
#include <utility>

#include "sim/evaluate/evaluate.hpp"

namespace warpshop::share {

Planned share_plan(const Instance& instance, const PlanOptions& options, Share share) {
  Planned planned;
  planned.plan.order.resize(instance.size());
  std::iota(planned.plan.order.begin(), planned.plan.order.end(), 0U);
  planned.plan.submission = Submission::streams;
  share.pairing = options.pairing;
  share.pairing.seed = options.seed;
  planned.plan.share = std::move(share);
  planned.predicted = evaluate::cost(instance, planned.plan, options.objective);
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
