#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::share {
namespace {

/// Kernels two at a time in the order in which they become ready: with an order of copies, that is the pairing. Of
/// leftover with a hardware queue a task: in a queue that several share, a kernel could wait for one whose copy comes
/// later in the order.
std::vector<Share> ways(const Instance& instance, const PlanOptions& options) {
  const bool only_given = options.pairing.partner == Partner::given;
  std::vector<Share> all{share_of("smk", instance, options), share_of("smt", instance, options)};
  if (!only_given) {
    all.push_back(share_of("leftover", instance, options));
    all.back().settings.set("queues", {static_cast<double>(instance.size())});
  }
  for (Share& share : all) {
    share.pairing.partner = only_given ? Partner::given : Partner::order;
  }
  return all;
}

class JointSearch {
 public:
  JointSearch(const Instance& instance, const PlanOptions& options)
      : instance_(instance), options_(options), left_(options.budget.evaluations.value_or(kEvaluations)) {}

  void offer(const Plan& plan) {
    --left_;
    const Millis cost = evaluate::cost(instance_, plan, options_.objective);
    if (best_.plan.order.empty() || clearly_less(cost, best_.predicted)) {
      best_.plan = plan;
      best_.predicted = cost;
    }
  }

  /// Tasks of the best plan are moved, one at a time, as long as that makes it better.
  void improve() {
    for (bool better = best_.plan.share.has_value(); better && left_ > 0;) {
      better = false;
      for (std::size_t from = 0; from < instance_.size() && left_ > 0; ++from) {
        for (std::size_t to = 0; to < instance_.size() && left_ > 0; ++to) {
          Plan moved = best_.plan;
          moved.submission = Submission::ordered;
          move_task(moved.order, from, to);
          if (from == to || !keeps_precedence(instance_, moved.order)) {
            continue;
          }
          const Millis before = best_.predicted;
          offer(moved);
          better |= best_.predicted < before;
        }
      }
    }
  }

  /// Of kernels that share: whose plan it is, and which way of sharing was best.
  Planned best(const std::string& policy) const {
    Planned planned = best_;
    if (planned.plan.share) {
      planned.plan.share->way = std::exchange(planned.plan.share->policy, policy);
    }
    return planned;
  }

 private:
  static constexpr std::int64_t kEvaluations = 400;

  const Instance& instance_;
  const PlanOptions& options_;
  std::int64_t left_;
  Planned best_;
};

}  // namespace

/// Order, pairs and configurations together, ours: starts from the plan with exclusive kernels that it is given, from
/// flexsched, leftover, smk and smt in the order of the workload, and from that plan's order with kernels that share
/// (without leftover where pairs are given); then moves tasks, one at a time, as long as the plan gets better or its
/// budget of evaluations lasts. So it is never worse than any of these.
Planned joint(const Instance& instance, const PlanOptions& options, Share share) {
  JointSearch search(instance, options);
  for (const Plan& start : options.starts) {
    search.offer(start);
    for (const Share& way : ways(instance, options)) {
      Plan shared = start;
      shared.gates.clear();
      shared.share = way;
      search.offer(shared);
    }
  }
  std::vector<std::string_view> others{"flexsched", "leftover", "smk", "smt"};
  if (options.pairing.partner == Partner::given) {
    std::erase(others, "leftover");
  }
  for (const std::string_view other : others) {
    search.offer(find_in(policies(), other)->plan(instance, options).plan);
  }
  search.improve();
  return search.best(share.policy);
}

}  // namespace warpshop::share
