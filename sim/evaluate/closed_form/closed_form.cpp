#include "sim/evaluate/closed_form/closed_form.hpp"

#include <algorithm>
#include <cassert>

#include "sim/evaluate/closed_form/copy_engines.hpp"
#include "sim/evaluate/closed_form/partial_schedule.hpp"
#include "sim/evaluate/rounds.hpp"

namespace warpshop::evaluate {
namespace {

/// The closed form where stages are missing. Kernels and D2Hs are handled as soon as their ready times are known, not
/// with their task: past a task that only copies in, a later one may go on beside its H2D. So too where gates hold D2Hs
/// back: a D2H is known once its gate has opened.
template <bool Latencies>
class SparsePass {
 public:
  SparsePass(const Instance& instance, const Traits& traits, std::span<const std::uint32_t> order, SlotGates gates,
             ScheduledD2h<Latencies>* d2hs)
      : jobs_(instance.jobs.data()), order_(order), gates_(gates), d2hs_(d2hs), rates_(traits.rates) {}

  double makespan() {
    for (; h2d_ < order_.size(); ++h2d_) {
      if (!job(h2d_).has[0]) {
        continue;
      }
      advance_kernels();
      wake_d2h();
      const Copy& copy = job(h2d_).copies[0];
      engines_.move_h2d(copy.latency.count(), copy.payload.count(), rates_, [this] { next_d2h(); });
      d2hs_[h2d_].ready = h2d_end_ = engines_.time();
    }
    advance_kernels();
    wake_d2h();
    double end = std::max(engines_.time(), kernel_end_);
    while (engines_.has_d2h()) {
      const double d2h_end = engines_.end_d2h_alone();
      end = std::max(end, d2h_end);
      engines_.end_d2h_at(d2h_end);
      next_d2h();
    }
    return end;
  }

 private:
  const Job& job(std::size_t slot) const { return jobs_[order_[slot]]; }
  bool copied_in(std::size_t slot) const { return slot < h2d_ || !job(slot).has[0]; }

  /// Ends every kernel whose H2D has ended; `ready` goes from the end of the H2D to the end of the kernel.
  void advance_kernels() {
    for (; kernel_ < order_.size(); ++kernel_) {
      const Job& next = job(kernel_);
      if (!next.has[1]) {
        continue;
      }
      if (!copied_in(kernel_)) {
        return;
      }
      const double ready = next.has[0] ? d2hs_[kernel_].ready : 0;
      kernel_end_ = std::max(kernel_end_, ready) + next.kernel.count();
      d2hs_[kernel_].ready = kernel_end_;
    }
  }

  /// A D2H at the head that was unknown so far may be known now.
  void wake_d2h() {
    if (!engines_.has_d2h()) {
      begin_head();
    }
  }
  void next_d2h() {
    ++head_;
    begin_head();
  }
  void begin_head() {
    while (head_ < order_.size() && !job(head_).has[2]) {
      ++head_;
    }
    engines_.no_d2h();
    if (head_ == order_.size()) {
      return;
    }
    const Job& next = job(head_);
    if ((next.has[1] ? head_ < kernel_ : copied_in(head_)) && gate_is_open()) {
      const double ready = next.has[1] || next.has[0] ? d2hs_[head_].ready : 0;
      const Copy& copy = next.copies[1];
      engines_.begin_d2h(copy.latency.count(), copy.payload.count(), gated() ? std::max(ready, h2d_end_) : ready);
    }
  }

  /// Of the D2H at the head. A gate opens when the H2D that moved last ends, or did before the D2H ahead ended.
  bool gated() const { return !gates_.empty() && gates_[head_] > head_; }
  bool gate_is_open() const { return !gated() || copied_in(gates_[head_]); }

  const Job* jobs_;
  std::span<const std::uint32_t> order_;
  SlotGates gates_;
  ScheduledD2h<Latencies>* d2hs_;  ///< by slot; `ready` alone is used: end of its H2D, then of its kernel
  DuplexRates rates_;
  CopyEngines<Latencies> engines_;
  double h2d_end_ = 0;
  double kernel_end_ = 0;
  std::size_t h2d_ = 0;     ///< the H2D that moves; those of earlier slots have ended
  std::size_t kernel_ = 0;  ///< the first slot whose kernel has not been handled
  std::size_t head_ = 0;    ///< the D2H at the head
};

template <bool Latencies>
double makespan(const Instance& instance, const Traits& traits, std::span<const std::uint32_t> order,
                ClosedFormScratch& scratch, SlotGates gates) {
  auto& d2hs = std::get<std::vector<ScheduledD2h<Latencies>>>(scratch);
  if (d2hs.size() < order.size()) {
    d2hs.resize(order.size());
  }
  if (traits.missing || !gates.empty()) {
    return SparsePass<Latencies>(instance, traits, order, gates, d2hs.data()).makespan();
  }
  const DuplexRates rates = traits.rates;
  PartialSchedule<Latencies> schedule;
  for (const std::uint32_t task : order) {
    schedule.append(Stages(instance.jobs[task]), d2hs.data(), rates);
  }
  return schedule.makespan(d2hs.data(), rates);
}

}  // namespace

Traits traits_of(const Instance& instance) {
  Traits traits;
  traits.rates = {.h2d = instance.rates[0][0][0], .d2h = instance.rates[1][0][0]};
  bool plain = instance.precedence.empty() && instance.gaps.none() && !instance.issue.any() &&
               (instance.families.empty() || instance.family_setup <= Millis{0}) && !needs_rounds(instance);
  bool any_pageable = false;
  for (const Job& job : instance.jobs) {
    plain = plain && !job.exclusive[0] && !job.exclusive[1] && job.release <= Millis{0} && !job.beside;
    traits.latencies = traits.latencies || job.copies[0].latency > Millis{0} || job.copies[1].latency > Millis{0};
    traits.missing = traits.missing || !(job.has[0] && job.has[1] && job.has[2]);
    any_pageable = any_pageable || job.memory[0] == Memory::pageable || job.memory[1] == Memory::pageable;
  }
  const auto same = [](const auto& direction) {
    return direction[0][0] == direction[0][1] && direction[0][0] == direction[1][0] &&
           direction[0][0] == direction[1][1];
  };
  traits.closed_form = plain && (!any_pageable || (same(instance.rates[0]) && same(instance.rates[1])));
  return traits;
}

bool closed_form_applies(const Traits& traits, Objective objective, const Plan& plan) {
  return traits.closed_form && objective == Objective::makespan && plan.submission == Submission::ordered &&
         plan.rounds.empty();
}

Millis closed_form_makespan(const Instance& instance, const Traits& traits, std::span<const std::uint32_t> order,
                            ClosedFormScratch& scratch, SlotGates gates) {
  assert(traits.closed_form);
  return Millis{traits.latencies ? makespan<true>(instance, traits, order, scratch, gates)
                                 : makespan<false>(instance, traits, order, scratch, gates)};
}

}  // namespace warpshop::evaluate
