#include "sim/evaluate/events/shared/sharing_engine.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/evaluate/events/shared/staggered.hpp"
#include "sim/evaluate/events/shared/waves.hpp"

namespace warpshop::evaluate {
namespace {

/// The SMs of which either has any, as SharingEngine::deal_to() keeps them.
Allocation either(const Allocation& one, const Allocation& other) {
  return combined([](std::uint32_t has, std::uint32_t more) { return has > 0 || more > 0 ? 1U : 0U; }, one, other);
}

}  // namespace

template <class Kernel>
SharingEngine<Kernel>::SharingEngine(const Instance& instance, Submission /*submission*/, Readiness& readiness,
                                     const Share& share, bool records)
    : instance_(instance),
      readiness_(readiness),
      share_(share),
      room_(instance.chip->sm),
      rates_(instance, share),
      last_rounds_(rates_),
      leaving_(share.leaving),
      controller_(share.start(instance, share)),
      recorder_(records),
      slot_of_(slots_of(instance, readiness.order())),
      turn_of_(readiness.slots(), kNoTurn) {}

template <class Kernel>
void SharingEngine<Kernel>::arrive(const Readiness::Arrival& arrival, bool lasts) {
  readiness_.serve(arrival.slot);
  if (!lasts) {
    instant_.push_back(arrival.slot);
    return;
  }
  auto place = waiting_.end();
  while (place != waiting_.begin() && arrival.slot < std::prev(place)->slot &&
         (std::prev(place)->ready >= arrival.ready || tied(std::prev(place)->ready, arrival.ready))) {
    --place;
  }
  waiting_.insert(place, {.ready = arrival.ready, .slot = arrival.slot});
  changed_ = true;
}

template <class Kernel>
void SharingEngine<Kernel>::end(std::uint32_t slot) {
  const auto found = launched_.find(turn_of_[slot]);
  if (const auto limited = allowances_.find(slot); limited != allowances_.end()) {
    const Kernel& kernel = found->second;
    ended_.push_back({.task = readiness_.task(slot),
                      .subtasks = kernel.on_sms.subtasks,
                      .done = kernel.on_sms.subtasks,
                      .asked = kernel.asked,
                      .held = {},
                      .left = limited->second.left(),
                      .waited = limited->second.waited()});
    allowances_.erase(limited);
  }
  leave(found->second);
  launched_.erase(found);
  turn_of_[slot] = kNoTurn;
  changed_ = deals_ = stale_ = true;
  look_ahead();
}

template <class Kernel>
std::optional<std::uint32_t> SharingEngine<Kernel>::ending(double /*now*/) const {
  const auto over =
      std::find_if(launched_.begin(), launched_.end(), [](const auto& each) { return each.second.over(); });
  return over == launched_.end() ? std::nullopt : std::optional(over->second.slot);
}

template <class Kernel>
void SharingEngine<Kernel>::go_on(double now) {
  for (auto& [slot, allowances] : allowances_) {
    if (allowances.pass(then_, now)) {
      changed_ = stale_ = true;
    }
  }
  const bool passes = now > then_;
  pass_time(now);
  if (!instance_.paces.empty()) {
    bool at_once = false;  // what comes may be any number of times slower, and an instant has a length
    for (auto& [turn, kernel] : launched_) {
      const bool phase_over = kernel.pacing.end_phase(kernel.on_sms, now);
      stale_ |= phase_over;
      at_once |= phase_over || (KernelPacing::has_phases(kernel.on_sms) && kernel.wanted() == 0);
      draw_jitter(kernel, now);
    }
    if (passes && stale_ && at_once) {
      set_speeds(now);
    }
  }
}

template <class Kernel>
void SharingEngine<Kernel>::draw_jitter(Kernel& kernel, double now) {
  if (kernel.pacing.wants_draw(kernel.on_sms, now)) {
    Allowances& on_sms = allowances_.try_emplace(kernel.slot, room_.sms()).first->second;
    kernel.pacing.draw(kernel.on_sms, instance_.jitter_seed, room_.sms(), now, on_sms);
    stale_ = true;
  }
}

template <class Kernel>
void SharingEngine<Kernel>::look_ahead() {
  foresee();
  if (stale_ && next_ > then_ && tied(then_, next_)) {  // an instant may be longer than what comes, and that slower
    set_speeds(then_);
    foresee();
  }
  for (auto& [slot, allowances] : allowances_) {
    next_ = std::min(next_, allowances.next(then_));
  }
  for (auto& [turn, kernel] : launched_) {
    if (kernel.on_sms.pace != nullptr && !kernel.over()) {
      next_ = std::min(next_, kernel.pacing.next(kernel.on_sms, kernel.left(), kernel.rate(then_), then_));
    }
  }
}

template <class Kernel>
bool SharingEngine<Kernel>::advance(double now) {
  if (now < next_) {
    return false;
  }
  go_on(now);
  if (wake_at_ <= now) {
    wake_at_ = kNever;
    changed_ = true;
  }
  look_ahead();
  return changed_ || deals_ || stale_;
}

template <class Kernel>
bool SharingEngine<Kernel>::set_beside(double copies, double now) {
  if (copies == beside_) {
    return false;
  }
  beside_ = copies;
  stale_ = true;
  go_on(now);
  look_ahead();
  return true;
}

template <class Kernel>
bool SharingEngine<Kernel>::memory_bound_works() const {
  return std::any_of(launched_.begin(), launched_.end(), [&](const auto& each) {
    const auto limited = allowances_.find(each.second.slot);
    return each.second.on_sms.memory_bound && each.second.works(then_) &&
           (limited == allowances_.end() || limited->second.works());
  });
}

// What the controller decides.

template <class Kernel>
void SharingEngine<Kernel>::decide(double now) {
  if (!changed_ && !deals_ && !stale_) {
    return;
  }
  go_on(now);
  if (!ending(now)) {  // which Engines is to know of before
    do {
      if (changed_) {
        ask_controller(now);
      }
      if (std::exchange(deals_, false)) {
        deal(now);
      }
    } while (changed_ && (share_.tells_when_dealt || share_.tells_when_left));
    if (std::exchange(stale_, false)) {
      set_speeds(now);
      let_help(now);
    }
  }
  look_ahead();
}

template <class Kernel>
void SharingEngine<Kernel>::ask_controller(double now) {
  changed_ = false;
  ready_.clear();
  for (const Waiting& kernel : waiting_) {
    ready_.push_back(readiness_.task(kernel.slot));
  }
  const share::Decision decision = controller_({.now = Millis{now},
                                                .ready = ready_,
                                                .running = share::RunningKernels([this] { return running(); }),
                                                .issued = std::exchange(issued_, {}),
                                                .ended = std::exchange(ended_, {})});
  if (!(decision.wake_at.count() > now)) {
    throw std::logic_error("the controller of policy " + share_.policy + " asks to be woken at once");
  }
  wake_at_ = decision.wake_at.count();
  leaving_ = decision.leaving.value_or(share_.leaving);
  if (!(decision.speed > 0 && decision.speed <= 1)) {
    throw std::logic_error("the controller of policy " + share_.policy + " sets a speed that cannot be");
  }
  stale_ |= decision.speed != std::exchange(speed_, decision.speed);
  for (const bool gives : {false, true}) {  // those that give all back first
    for (const auto& [task, asked] : decision.allocations) {
      if (asked.empty() == !gives) {
        answer(slot_of_.at(task), asked, now);
      }
    }
  }
  for (const auto& [task, allowance] : decision.allowances) {
    const std::uint32_t slot = slot_of_.at(task);
    if (turn_of_[slot] == kNoTurn) {
      throw std::logic_error("the controller of policy " + share_.policy + " limits a kernel that it gives nothing");
    }
    allowances_.try_emplace(slot, room_.sms()).first->second.set(allowance);
    stale_ = true;
  }
  for (const std::uint32_t task : decision.kept_waiting) {
    ++kept_waiting_[task];
  }
  std::erase_if(waiting_, [&](const Waiting& kernel) { return turn_of_[kernel.slot] != kNoTurn; });
}

template <class Kernel>
void SharingEngine<Kernel>::answer(std::uint32_t slot, const Allocation& asked, double now) {
  Turn& turn = turn_of_[slot];
  if (turn == kNoTurn) {
    if (!asked.empty()) {
      turn = turns_++;
      queues_.add(turn, slot, asked);
      deals_ = true;
    }
    return;
  }
  if (const auto launched = launched_.find(turn); launched != launched_.end()) {
    Kernel& kernel = launched->second;
    if (kernel.asked != asked && !kernel.over()) {
      kernel.asked = asked;
      deals_ = true;
      adapt(kernel, now);
      if (leaving_ == Leaving::flush) {
        kernel.pacing.go_back(kernel.on_sms, kernel.left());
      }
      if (leaving_ == Leaving::save || leaving_ == Leaving::flush) {
        kernel.turns.check(kernel.left(), leaving_);
      }
    }
    return;
  }
  deals_ |= queues_.move(turn, slot, asked);
}

template <class Kernel>
std::vector<share::Running> SharingEngine<Kernel>::running() const {
  std::vector<share::Running> kernels;
  kernels.reserve(launched_.size());
  for (const auto& [turn, kernel] : launched_) {
    kernels.push_back({.task = readiness_.task(kernel.slot),
                       .subtasks = kernel.on_sms.subtasks,
                       .done = kernel.done_so_far(),
                       .asked = kernel.asked,
                       .held = kernel.holding(room_.sms(), true)});
    if (share_.tells_when_left) {
      kernels.back().stays = kernel.holding(room_.sms(), false);
    }
    if (const auto limited = allowances_.find(kernel.slot); limited != allowances_.end()) {
      kernels.back().left = limited->second.left();
      kernels.back().waited = limited->second.waited();
    }
  }
  for (const KernelQueue& queue : queues_.all()) {
    for (const auto& [turn, slot] : queue.slots) {
      const std::uint32_t task = readiness_.task(slot);
      kernels.push_back({.task = task,
                         .subtasks = kernel_on_sms(instance_, task, share_.form).subtasks,
                         .done = 0,
                         .asked = queue.asked,
                         .held = {}});
    }
  }
  const auto turn = [this](const share::Running& kernel) { return turn_of_[slot_of_[kernel.task]]; };
  std::sort(kernels.begin(), kernels.end(), [&](const auto& a, const auto& b) { return turn(a) < turn(b); });
  return kernels;
}

// Who is dealt CTAs.

template <class Kernel>
void SharingEngine<Kernel>::deal(double now) {
  Allocation kept;
  auto resident =
      std::count_if(launched_.begin(), launched_.end(), [](const auto& each) { return each.second.is_resident(); });
  std::vector<KernelQueue*> open = queues_.open();
  auto next = launched_.begin();
  while (kept.empty() || kept.front().sms < room_.sms()) {
    const auto queue = std::min_element(open.begin(), open.end(),
                                        [](const auto* a, const auto* b) { return a->first() < b->first(); });
    if (next != launched_.end() && (queue == open.end() || next->first < (*queue)->first())) {
      Kernel& kernel = next++->second;
      const bool is_resident = kernel.is_resident();
      if (kernel.wanted() == 0 || kernel.asked.empty() || kernel.is_out()) {
        continue;
      }
      if (is_resident || resident < instance_.chip->grids) {
        resident += deal_to(kernel, kept, now) && !is_resident ? 1 : 0;
      } else {
        kept = either(kept, kernel.asked);
      }
      continue;
    }
    if (queue == open.end()) {
      return;
    }
    if (resident >= instance_.chip->grids) {
      kept = either(kept, (*queue)->asked);
      open.erase(queue);
      continue;
    }
    if (!launch(**queue, kept, now)) {
      open.erase(queue);
      continue;
    }
    ++resident;
    if ((*queue)->slots.empty()) {
      open.erase(queue);
    }
  }
}

template <class Kernel>
bool SharingEngine<Kernel>::launch(KernelQueue& queue, Allocation& kept, double now) {
  const auto [turn, slot] = *queue.slots.begin();
  Kernel kernel;
  kernel.slot = slot;
  kernel.on_sms = kernel_on_sms(instance_, readiness_.task(slot), share_.form);
  kernel.kind = rates_.kind(kernel.on_sms);
  kernel.asked = queue.asked;
  kernel.untaken = kernel.on_sms.subtasks;
  kernel.begins = now + kernel.on_sms.launch.count();
  kernel.pacing.begin(kernel.on_sms);
  if (!deal_to(kernel, kept, now)) {
    return false;
  }
  draw_jitter(kernel, now);
  launched_.emplace(turn, std::move(kernel));
  queue.slots.erase(queue.slots.begin());
  begun_.push_back(slot);
  return true;
}

template <class Kernel>
bool SharingEngine<Kernel>::deal_to(Kernel& kernel, Allocation& kept, double now) {
  const Allocation has = kernel.holding(room_.sms(), false);
  if (has == kernel.asked) {
    return false;
  }
  const auto wants = [&](std::uint32_t is_kept, std::uint32_t asked, std::uint32_t held) {
    return is_kept > 0 ? 0 : std::max(std::min(asked, kernel.on_sms.per_sm), held) - held;
  };
  const Allocation wanted = combined(wants, kept, kernel.asked, has);
  const Allocation dealt = room_.deal(kernel.wanted(), kernel.on_sms.cta, wanted);
  if (!dealt.empty()) {
    room_.take(dealt, kernel.on_sms.cta);
    stale_ = true;
    kernel.deal(ctas_of(dealt));
    changed_ |= kernel.untaken == 0 && share_.tells_when_dealt;
    take(kernel, dealt, now);
    kernel.on_sms.widest = std::max(kernel.on_sms.widest, kernel.holds());
    if (KernelPacing::has_phases(kernel.on_sms)) {
      Allocation in_hand = kernel.in_hand(room_.sms());
      kernel.most_held = ctas_of(in_hand) > ctas_of(kernel.most_held) ? std::move(in_hand) : kernel.most_held;
    }
  }
  if (kernel.wanted() > 0) {
    const auto lacks = [](std::uint32_t is_kept, std::uint32_t asked, std::uint32_t held, std::uint32_t more) {
      return is_kept > 0 || asked > held + more ? 1U : 0U;
    };
    kept = combined(lacks, kept, kernel.asked, has, dealt);
  }
  return !dealt.empty();
}

template class SharingEngine<StaggeredKernel>;
template class SharingEngine<WaveKernel>;

}  // namespace warpshop::evaluate
