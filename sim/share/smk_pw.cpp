#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/dominant_shares.hpp"
#include "sim/share/sm_partitions.hpp"

namespace warpshop::share {
namespace {

class CycleQuotas {
 public:
  CycleQuotas(const Instance& instance, const Share& share)
      : instance_(instance),
        form_(share.form),
        rates_(instance),
        partitions_(instance, share.form, static_cast<std::size_t>(share.settings.number("kernels"))),
        epoch_(epoch_of(instance, share.settings)) {}

  Decision decide(const Observation& seen) {
    const std::vector<std::uint32_t> tasks = tasks_there(seen);
    const bool changed = tasks != tasks_;
    tasks_ = tasks;
    const auto& ctas = partitions_.ctas(tasks);
    Decision decision = asked_of(seen, ctas);
    bool any_waits = false;
    for (std::uint32_t sm = 0; sm < sms_of(instance_); ++sm) {
      std::vector<std::uint32_t> there;
      std::vector<IssueUse> use;
      for (const std::uint32_t task : tasks) {
        if (ctas.at(task)[sm] > 0 && issue(task).demand > 0) {
          const Issue& its = issue(task);
          there.push_back(task);
          use.push_back({.alone = its.alone, .ctas = static_cast<double>(ctas.at(task)[sm]), .most_ctas = its.ctas});
        }
      }
      const auto [waits, out] = standing(seen, there, sm);
      const bool begins = std::any_of(there.begin(), there.end(), [&](std::uint32_t task) {
        return std::find(seen.ready.begin(), seen.ready.end(), task) != seen.ready.end();
      });
      if (!changed && !begins && !out) {
        any_waits |= waits;
        continue;
      }
      const std::vector<double> quotas = cycle_quotas(use);
      for (std::size_t i = 0; i < there.size(); ++i) {
        const double subtasks = there.size() > 1 ? quotas[i] * epoch_ / issue(there[i]).demand : kUnlimited;
        decision.allowances.emplace_back(there[i], Allowance{.first = sm, .sms = 1, .subtasks = subtasks});
      }
    }
    lift_where_they_left(seen, ctas, decision);
    if (any_waits) {
      decision.wake_at = seen.now + Millis{epoch_};  // whom it waits for may have left in the meantime
    }
    return decision;
  }

 private:
  /// What a kernel with all its CTAs uses of the issue slots of an SM, alone.
  struct Issue {
    double alone = 0;   ///< part of the cycles
    double demand = 0;  ///< ms of a subtask
    double ctas = 1;    ///< on an SM
  };

  const Issue& issue(std::uint32_t task) {
    const auto [found, is_new] = issue_.try_emplace(task);
    if (is_new) {
      const evaluate::KernelOnSms kernel = evaluate::kernel_on_sms(instance_, task, form_);
      std::vector<evaluate::WorkingCtas> all{
          {.kernel = &kernel, .launch = 0, .on = {.first = 0, .sms = sms_of(instance_), .ctas = kernel.per_sm}}};
      rates_.set_with_loads(all);
      const double busy = all.front().busy[index(SharedResource::issue)];
      found->second = {.alone = busy / sms_of(instance_),
                       .demand = busy / all.front().rate,
                       .ctas = static_cast<double>(kernel.per_sm)};
    }
    return found->second;
  }

  struct Standing {
    bool waits = false;  ///< somebody has used its quota up
    bool out = false;    ///< all have who are there
  };
  static Standing standing(const Observation& seen, const std::vector<std::uint32_t>& there, std::uint32_t sm) {
    Standing standing;
    bool any = false;
    bool all = true;
    for (const Running& kernel : seen.running) {
      if (std::find(there.begin(), there.end(), kernel.task) == there.end() || ctas_on(kernel.held, sm) == 0) {
        continue;
      }
      const bool is_out = std::any_of(kernel.left.begin(), kernel.left.end(), [sm](const Allowance& left) {
        return left.first <= sm && sm < left.first + left.sms && left.subtasks <= 0;
      });
      any = true;
      all &= is_out;
      standing.waits |= is_out;
    }
    standing.out = any && all;
    return standing;
  }
  /// CTAs that are to leave an SM go on to the end of their subtasks.
  void lift_where_they_left(const Observation& seen, const std::map<std::uint32_t, std::vector<std::uint32_t>>& ctas,
                            Decision& decision) const {
    for (const Running& kernel : seen.running) {
      for (const Allowance& left : kernel.left) {
        for (std::uint32_t sm = left.first; sm < left.first + left.sms; ++sm) {
          if (ctas.at(kernel.task)[sm] == 0) {
            decision.allowances.emplace_back(kernel.task, Allowance{.first = sm, .sms = 1});
          }
        }
      }
    }
  }

  const Instance& instance_;
  KernelForm form_;
  evaluate::KernelRates rates_;
  SmPartitions partitions_;
  double epoch_;
  std::vector<std::uint32_t> tasks_;
  std::map<std::uint32_t, Issue> issue_;  ///< by task
};

}  // namespace

/// As smk-p, and kernels on an SM issue in a fixed ratio: so many issue slots an epoch are dealt by cycle_quotas(), and
/// dealt again once all are used up, so that the faster kernel waits (S1 2). What kernels use alone is what the co-run
/// law says (ours: the source has an SM for each that measures it).
Controller smk_pw(const Instance& instance, const Share& share) {
  const auto state = std::make_shared<CycleQuotas>(instance, share);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
