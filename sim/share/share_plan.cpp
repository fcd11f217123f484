#include "sim/share/share_plan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "sim/evaluate/evaluate.hpp"
#include "sim/model/error.hpp"
#include "sim/share/mechanisms.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::share {
namespace {

/// How CTAs leave, where the policy has the option: see kPreemption.
void choose_preemption(Share& share, const Instance& instance) {
  const auto& options = share.settings.options();
  const bool chosen = std::any_of(options.begin(), options.end(), [&](const PolicyOption& option) {
    return option.name == kPreemption && share.settings.is_set(kPreemption);
  });
  constexpr std::array kLeaving{Leaving::drain, Leaving::save, Leaving::flush};
  const Leaving leaving =
      chosen ? kLeaving.at(static_cast<std::size_t>(share.settings.number(kPreemption))) : Leaving::drain;
  if (leaving == Leaving::drain) {
    return;
  }
  if (leaving == Leaving::save && !(instance.co_run && instance.co_run->context)) {
    throw InputError("policy '" + share.policy + share.settings.text() + "' saves contexts of CTAs, " +
                     (instance.chip->memory_bandwidth
                          ? "of which no kernel says what they take, expected ctas and threads of one"
                          : "over a memory whose bandwidth the profile does not say, expected memory: {bandwidth: …}"));
  }
  static_cast<Mechanism&>(share) = preempting(share, leaving);
}

/// Tasks of a plan whose timeline is kept: those of larger ones are made again when they are wanted.
constexpr std::size_t kMostKept = 2048;

}  // namespace

Share share_of(std::string_view policy, const Instance& instance, const PlanOptions& options) {
  const Policy& row = *find_in(policies(), policy);
  Share share(row.name, *row.sharing, options.settings.empty() ? row.settings() : options.settings);
  share.settings.check(row.name, instance);
  choose_preemption(share, instance);
  if (share.slice_launch > Millis{0}) {
    share.slice_launch = std::max(share.slice_launch, instance.chip->launch_latency);
  }
  share.pairing = options.pairing;
  share.pairing.seed = options.seed;
  share.start = row.sharing->start;
  return share;
}

Planned share_plan(const Instance& instance, const PlanOptions& options, Share share) {
  Planned planned;
  planned.plan.order = input_order(instance.size());
  planned.plan.submission = Submission::streams;
  planned.plan.share = std::move(share);
  if (instance.size() > kMostKept) {
    planned.predicted = evaluate::cost(instance, planned.plan, options.objective);
    return planned;
  }
  planned.timeline = std::make_shared<const Timeline>(evaluate::timeline(instance, planned.plan));
  planned.predicted = evaluate::cost(instance, *planned.timeline, options.objective);
  return planned;
}

void keep_better(Planned& best, Planned planned) {
  if (!best.plan.share || clearly_less(planned.predicted, best.predicted)) {
    best = std::move(planned);
  }
}

}  // namespace warpshop::share
