#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/sm_room.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/dominant_shares.hpp"
#include "sim/share/sm_partitions.hpp"

namespace warpshop::share {
namespace {

/// So much of what a kernel has left on an SM is dealt to it at once, at most.
constexpr double kPartOfTheRest = 1.0 / 16;

class CycleQuotas {
 public:
  CycleQuotas(const Instance& instance, const Share& share)
      : instance_(instance),
        form_(share.form),
        sms_(sms_of(instance)),
        rates_(instance),
        partitions_(instance, share.form, static_cast<std::size_t>(share.settings.number("kernels"))),
        epoch_(epoch_of(instance, share.settings)),
        together_(sms_, 1) {}

  Decision decide(const Observation& seen) {
    const bool changed = partitions_.are_there(tasks_there(seen));
    Decision decision = asked_of(seen, partitions_.ctas(), changed);
    find_kernels(seen, partitions_.ctas());
    for (const SmSpan& span : alike_sms(seen)) {
      const std::vector<PresentKernel*>& there = kernels_on(span.first);
      Standing standing = standing_on(there, span.first);
      if (changed || standing.begins || standing.out) {
        standing.waits = deal(there, span, decision);
      }
      if (standing.waits) {  // whom it waits for may have left in the meantime
        decision.wake_at = std::min(decision.wake_at, seen.now + Millis{epoch_ * together_[span.first]});
      }
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
  struct PresentKernel {
    std::uint32_t task = 0;
    Issue issue = {};
    bool begins = false;                   ///< has been given nothing so far
    double rest = 0;                       ///< subtasks for each of its CTAs
    std::vector<std::uint32_t> ctas = {};  ///< by SM, that it is to have
    std::vector<std::uint32_t> held = {};  ///< by SM
    std::vector<double> left = {};         ///< by SM: allowances
  };
  struct Standing {
    bool begins = false;  ///< somebody does who is to be there
    bool waits = false;   ///< somebody has used its quota up
    bool out = false;     ///< all have who are there
  };

  const Issue& issue(std::uint32_t task) {
    const auto [found, is_new] = issue_.try_emplace(task);
    if (is_new) {
      const evaluate::KernelOnSms kernel = evaluate::kernel_on_sms(instance_, task, form_);
      std::vector<evaluate::WorkingCtas> all{
          {.kernel = &kernel, .launch = 0, .on = {.first = 0, .sms = sms_, .ctas = kernel.per_sm}}};
      rates_.set_with_loads(all);
      const double busy = all.front().busy[index(SharedResource::issue)];
      found->second = {
          .alone = busy / sms_, .demand = busy / all.front().rate, .ctas = static_cast<double>(kernel.per_sm)};
    }
    return found->second;
  }

  void find_kernels(const Observation& seen, const CtasByTask& ctas) {
    kernels_.clear();
    const auto add = [&](std::uint32_t task, double subtasks) -> PresentKernel& {
      const Allocation& its = ctas.at(task);
      const std::int64_t all = ctas_of(its);
      kernels_.push_back({.task = task,
                          .issue = issue(task),
                          .rest = all > 0 ? subtasks / static_cast<double>(all) : 0,
                          .ctas = by_sm(its, sms_),
                          .held = std::vector<std::uint32_t>(sms_),
                          .left = std::vector<double>(sms_, kUnlimited)});
      return kernels_.back();
    };
    for (const Running& kernel : seen.running) {
      PresentKernel& present = add(kernel.task, static_cast<double>(kernel.subtasks - kernel.done));
      for (const SmRange& range : kernel.held) {
        std::for_each_n(present.held.begin() + range.first, range.sms, [&](auto& each) { each += range.ctas; });
      }
      for (const Allowance& left : kernel.left) {
        std::fill_n(present.left.begin() + left.first, left.sms, left.subtasks);
      }
    }
    for (const std::uint32_t task : seen.ready) {
      add(task, static_cast<double>(instance_.work[task].subtasks)).begins = true;
    }
    for (auto dealt = dealt_.begin(); dealt != dealt_.end();) {
      dealt = ctas.count(dealt->first) > 0 ? std::next(dealt) : dealt_.erase(dealt);
    }
  }
  /// Neighbouring SMs on which kernels have the same, and have been dealt the same.
  std::vector<SmSpan> alike_sms(const Observation& seen) const {
    AlikeSms alike;
    for (const PresentKernel& kernel : kernels_) {
      alike.add(kernel.ctas);
      if (const auto dealt = dealt_.find(kernel.task); dealt != dealt_.end()) {
        alike.add(dealt->second);
      }
    }
    for (const Running& kernel : seen.running) {
      alike.add(kernel.held);
      for (const Allowance& left : kernel.left) {
        alike.add({.first = left.first, .sms = left.sms});
      }
    }
    alike.add(together_);
    return alike.spans();
  }
  /// Those that are to be there, and issue anything.
  const std::vector<PresentKernel*>& kernels_on(std::uint32_t sm) {
    on_sm_.clear();
    for (PresentKernel& kernel : kernels_) {
      if (kernel.ctas[sm] > 0 && kernel.issue.demand > 0) {
        on_sm_.push_back(&kernel);
      }
    }
    return on_sm_;
  }
  static Standing standing_on(const std::vector<PresentKernel*>& there, std::uint32_t sm) {
    Standing standing;
    bool any = false;
    bool all = true;
    for (const PresentKernel* kernel : there) {
      standing.begins |= kernel->begins;
      if (kernel->held[sm] > 0) {
        const bool is_out = kernel->left[sm] <= 0;
        any = true;
        all &= is_out;
        standing.waits |= is_out;
      }
    }
    standing.out = any && all;
    return standing;
  }

  /// Epochs are dealt together while kernels have many of them to go, as each does the same: quotas for as many as are
  /// kPartOfTheRest of what the first of them has left. Who is ahead when somebody comes or goes is dealt less.
  /// Whether anybody stands still all the same.
  bool deal(const std::vector<PresentKernel*>& there, const SmSpan& span, Decision& decision) {
    const std::uint32_t sm = span.first;  // the others are as this one
    std::vector<IssueUse> use;
    use.reserve(there.size());
    for (const PresentKernel* kernel : there) {
      use.push_back({.alone = kernel->issue.alone,
                     .ctas = static_cast<double>(kernel->ctas[sm]),
                     .most_ctas = kernel->issue.ctas});
    }
    std::vector<double> quotas = cycle_quotas(use);
    double epochs = kUnlimited;
    double most_left = -kUnlimited;  // of its quota, of any
    for (std::size_t i = 0; i < there.size(); ++i) {
      quotas[i] *= epoch_ / there[i]->issue.demand;
      if (there[i]->begins || there[i]->held[sm] > 0) {  // one that waits for room uses nothing up
        epochs = std::min(epochs, std::floor(kPartOfTheRest * there[i]->rest * use[i].ctas / quotas[i]));
      }
      most_left = std::max(most_left, left_of_quota(*there[i], sm).value_or(most_left));
    }
    const double together = std::max(1.0, epochs);
    std::fill_n(together_.begin() + sm, span.sms, together);
    bool waits = false;
    for (std::size_t i = 0; i < there.size(); ++i) {
      std::vector<double>& dealt = dealt_[there[i]->task];
      dealt.resize(sms_);
      double subtasks = kUnlimited;
      if (there.size() > 1) {
        const std::optional<double> left = left_of_quota(*there[i], sm);
        subtasks = together * quotas[i] - (left ? (most_left - *left) * dealt[sm] : 0);
      }
      std::fill_n(dealt.begin() + sm, span.sms, there.size() > 1 ? together * quotas[i] : 0);
      waits |= subtasks <= 0;
      limit(there[i]->task, span, subtasks, decision);
    }
    for (const PresentKernel& kernel : kernels_) {  // CTAs that are to leave go on to the end of their subtasks
      if (kernel.ctas[sm] == 0 && kernel.left[sm] < kUnlimited) {
        limit(kernel.task, span, kUnlimited, decision);
      }
    }
    return waits;
  }
  /// Nothing: it has none there, or no CTAs that could use it up.
  std::optional<double> left_of_quota(const PresentKernel& kernel, std::uint32_t sm) const {
    const auto dealt = dealt_.find(kernel.task);
    if (kernel.held[sm] == 0 || dealt == dealt_.end() || !(dealt->second[sm] > 0) || !(kernel.left[sm] < kUnlimited)) {
      return std::nullopt;
    }
    return kernel.left[sm] / dealt->second[sm];
  }
  static void limit(std::uint32_t task, const SmSpan& span, double subtasks, Decision& decision) {
    decision.allowances.emplace_back(task, Allowance{.first = span.first, .sms = span.sms, .subtasks = subtasks});
  }

  const Instance& instance_;
  KernelForm form_;
  std::uint32_t sms_;
  evaluate::KernelRates rates_;
  SmPartitions partitions_;
  double epoch_;
  std::vector<PresentKernel> kernels_;                  ///< while it decides
  std::vector<PresentKernel*> on_sm_;                   ///< of these, those on one SM
  std::map<std::uint32_t, Issue> issue_;                ///< by task
  std::map<std::uint32_t, std::vector<double>> dealt_;  ///< by task and SM: subtasks, last
  std::vector<double> together_;                        ///< by SM: epochs
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
