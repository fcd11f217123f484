#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/alike_sms.hpp"
#include "sim/model/sm_room.hpp"
#include "sim/model/sm_runs.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/clients_there.hpp"
#include "sim/share/dominant_shares.hpp"
#include "sim/share/sharing_kernels.hpp"
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
        partitions_(sm_partitions(instance, share)),
        epoch_(epoch_of(instance, share.settings)),
        together_(sms_, 1) {}

  Decision decide(const Observation& seen) {
    const bool changed = partitions_.are_there(seen);
    Decision decision = asked_of(seen, partitions_.to_have(), changed);
    find_kernels(seen);
    for (std::size_t span = 0; span < spans_.size(); ++span) {
      find_those_on(span);
      Standing standing = standing_on(span);
      if (changed || standing.begins || standing.out) {
        standing.waits = deal(span, decision);
      }
      if (standing.waits) {  // whom it waits for may have left in the meantime
        decision.wake_at = std::min(decision.wake_at, seen.now + Millis{epoch_ * together_.of_run(span)});
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
  /// By task, of those that are there.
  struct KnownKernel {
    Issue issue;
    SmRuns<double> dealt;  ///< subtasks, last; 0: none, or it was alone
    bool is_there = true;
  };
  struct PresentKernel {
    std::uint32_t task = 0;
    KnownKernel* known = nullptr;
    const Running* running = nullptr;  ///< nothing: it begins, and has been given nothing so far
    const Allocation* is_to_have = nullptr;
    double rest = 0;       ///< subtasks for each of its CTAs
    CtasBySpan ctas = {};  ///< that it is to have
    CtasBySpan held = {};
    std::vector<double> left;  ///< by span: allowances
    bool begins() const { return running == nullptr; }
  };
  struct Standing {
    bool begins = false;  ///< somebody does who is to be there
    bool waits = false;   ///< somebody has used its quota up
    bool out = false;     ///< all have who are there
  };

  Issue issue_of(std::uint32_t task) {
    const evaluate::KernelOnSms kernel = evaluate::kernel_on_sms(instance_, task, form_);
    const std::size_t kind = rates_.kind(kernel);
    const auto [found, is_new] = issue_.try_emplace(kind);
    if (is_new) {
      std::vector<evaluate::WorkingCtas> all{
          {.kernel = &kernel, .launch = 0, .on = {.first = 0, .sms = sms_, .ctas = kernel.per_sm}}};
      rates_.set_with_loads(all);
      const double busy = all.front().busy[index(SharedResource::issue)];
      found->second = {
          .alone = busy / sms_, .demand = busy / all.front().rate, .ctas = static_cast<double>(kernel.per_sm)};
    }
    return found->second;
  }

  /// Who is there, and what it is to have, has and may do on neighbouring SMs on which all of that is the same.
  void find_kernels(const Observation& seen) {
    for (auto& [task, known] : known_) {
      known.is_there = false;
    }
    count_ = 0;
    const auto add = [&](std::uint32_t task, const Running* running, double subtasks) {
      if (count_ == kernels_.size()) {
        kernels_.emplace_back();
      }
      PresentKernel& kernel = kernels_[count_];
      kernel.task = task;
      kernel.running = running;
      kernel.is_to_have = &partitions_.to_have()[count_];
      auto known = known_.find(task);
      if (known == known_.end()) {
        known = known_.emplace(task, KnownKernel{.issue = issue_of(task), .dealt = SmRuns<double>(sms_, 0)}).first;
      }
      kernel.known = &known->second;
      kernel.known->is_there = true;
      const std::int64_t ctas = ctas_of(*kernel.is_to_have);
      kernel.rest = ctas > 0 ? subtasks / static_cast<double>(ctas) : 0;
      ++count_;
    };
    for (const Running& kernel : seen.running) {
      add(kernel.task, &kernel, static_cast<double>(kernel.subtasks - kernel.done));
    }
    for (const std::uint32_t task : seen.ready) {
      add(task, nullptr, static_cast<double>(instance_.work[task].subtasks));
    }
    std::erase_if(known_, [](const auto& each) { return !each.second.is_there; });
    find_spans();
    for (PresentKernel& kernel : there()) {
      kernel.ctas.assign(spans_.size(), 0);
      kernel.held.assign(spans_.size(), 0);
      kernel.left.assign(spans_.size(), kUnlimited);
      for_each_span(*kernel.is_to_have, spans_,
                    [&](const SmRange& range, std::size_t span) { kernel.ctas[span] = range.ctas; });
      if (kernel.running != nullptr) {
        for_each_span(kernel.running->held, spans_,
                      [&](const SmRange& range, std::size_t span) { kernel.held[span] = range.ctas; });
        for_each_span(kernel.running->left, spans_,
                      [&](const Allowance& left, std::size_t span) { kernel.left[span] = left.subtasks; });
      }
    }
  }
  void find_spans() {
    alike_.add(together_);
    for (const PresentKernel& kernel : there()) {
      alike_.add(kernel.known->dealt);
      alike_.add(*kernel.is_to_have);
      if (kernel.running != nullptr) {
        alike_.add(kernel.running->held);
        for (const Allowance& left : kernel.running->left) {
          alike_.add({.first = left.first, .sms = left.sms});
        }
      }
    }
    alike_.take(spans_);
    together_.cut_into(spans_);
    for (const PresentKernel& kernel : there()) {
      kernel.known->dealt.cut_into(spans_);
    }
  }
  std::span<PresentKernel> there() { return std::span(kernels_).first(count_); }

  /// Those that are to be there, and issue anything.
  void find_those_on(std::size_t span) {
    on_span_.clear();
    for (PresentKernel& kernel : there()) {
      if (kernel.ctas[span] > 0 && kernel.known->issue.demand > 0) {
        on_span_.push_back(&kernel);
      }
    }
  }
  Standing standing_on(std::size_t span) const {
    Standing standing;
    bool any = false;
    bool all = true;
    for (const PresentKernel* kernel : on_span_) {
      standing.begins |= kernel->begins();
      if (kernel->held[span] > 0) {
        const bool is_out = kernel->left[span] <= 0;
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
  bool deal(std::size_t span, Decision& decision) {
    use_.clear();
    for (const PresentKernel* kernel : on_span_) {
      use_.push_back({.alone = kernel->known->issue.alone,
                      .ctas = static_cast<double>(kernel->ctas[span]),
                      .most_ctas = kernel->known->issue.ctas});
    }
    std::vector<double> quotas = cycle_quotas(use_);
    double epochs = kUnlimited;
    double most_left = -kUnlimited;  // of its quota, of any
    for (std::size_t i = 0; i < on_span_.size(); ++i) {
      const PresentKernel& kernel = *on_span_[i];
      quotas[i] *= epoch_ / kernel.known->issue.demand;
      if (kernel.begins() || kernel.held[span] > 0) {  // one that waits for room uses nothing up
        epochs = std::min(epochs, std::floor(kPartOfTheRest * kernel.rest * use_[i].ctas / quotas[i]));
      }
      most_left = std::max(most_left, left_of_quota(kernel, span).value_or(most_left));
    }
    const double together = std::max(1.0, epochs);
    together_.of_run(span) = together;
    bool waits = false;
    const bool alone = on_span_.size() == 1;
    for (std::size_t i = 0; i < on_span_.size(); ++i) {
      const PresentKernel& kernel = *on_span_[i];
      double& dealt = kernel.known->dealt.of_run(span);
      double subtasks = kUnlimited;
      if (!alone) {
        const std::optional<double> left = left_of_quota(kernel, span);
        subtasks = together * quotas[i] - (left ? (most_left - *left) * dealt : 0);
      }
      dealt = alone ? 0 : together * quotas[i];
      waits |= subtasks <= 0;
      limit(kernel.task, spans_[span], subtasks, decision);
    }
    for (const PresentKernel& kernel : there()) {  // CTAs that are to leave go on to the end of their subtasks
      if (kernel.ctas[span] == 0 && kernel.left[span] < kUnlimited) {
        limit(kernel.task, spans_[span], kUnlimited, decision);
      }
    }
    return waits;
  }
  /// Nothing: it has none there, or no CTAs that could use it up.
  static std::optional<double> left_of_quota(const PresentKernel& kernel, std::size_t span) {
    const double dealt = kernel.known->dealt.of_run(span);
    if (kernel.held[span] == 0 || !(dealt > 0) || !(kernel.left[span] < kUnlimited)) {
      return std::nullopt;
    }
    return kernel.left[span] / dealt;
  }
  static void limit(std::uint32_t task, const SmSpan& span, double subtasks, Decision& decision) {
    decision.allowances.emplace_back(task, Allowance{.first = span.first, .sms = span.sms, .subtasks = subtasks});
  }

  const Instance& instance_;
  KernelForm form_;
  std::uint32_t sms_;
  evaluate::KernelRates rates_;
  SmDivision partitions_;
  double epoch_;
  std::map<std::size_t, Issue> issue_;          ///< by kind of kernel
  std::map<std::uint32_t, KnownKernel> known_;  ///< by task
  SmRuns<double> together_;                     ///< epochs
  std::vector<PresentKernel> kernels_;          ///< while it decides, and some more
  std::size_t count_ = 0;                       ///< of these, those that are there
  AlikeSms alike_;
  std::vector<SmSpan> spans_;            ///< while it decides
  std::vector<PresentKernel*> on_span_;  ///< of those that are there
  std::vector<IssueUse> use_;            ///< of these
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
