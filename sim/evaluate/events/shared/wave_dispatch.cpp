// Who is given CTAs in waves, and who gives them back; waves.cpp says how time passes.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "sim/evaluate/events/shared/waves.hpp"

namespace warpshop::evaluate {

void Waves::decide(double now) {
  if (!changed_ && !deals_ && !stale_) {
    return;
  }
  pass_time(now);
  if (!ending(now)) {  // which Engines is to know of before
    if (changed_) {
      ask_controller(now);
    }
    if (std::exchange(deals_, false)) {
      deal(now);
    }
    if (std::exchange(stale_, false)) {
      std::vector<WaveKernel*> kernels;
      for (auto& [turn, kernel] : launched_) {
        kernels.push_back(&kernel);
      }
      rates_.set_speeds(kernels, beside_, now);
    }
  }
  foresee();
}

void Waves::ask_controller(double now) {
  std::vector<std::uint32_t> ready;
  ready.reserve(waiting_.size());
  for (const Waiting& kernel : waiting_) {
    ready.push_back(readiness_.task(kernel.slot));
  }
  SharingEngine::ask_controller(
      now, ready, [this] { return running(); },
      [&](std::uint32_t slot, const Allocation& asked) { answer(slot, asked, now); });
  std::erase_if(waiting_, [&](const Waiting& kernel) { return turn_of_[kernel.slot] != kNoTurn; });
}

void Waves::answer(std::uint32_t slot, const Allocation& asked, double now) {
  Turn& turn = turn_of_[slot];
  if (turn == kNoTurn) {
    if (!asked.empty()) {
      turn = turns_++;
      queue(turn, slot, asked);
    }
    return;
  }
  if (const auto launched = launched_.find(turn); launched != launched_.end()) {
    ask(launched->second, asked, now);
    return;
  }
  for (Queue& other : queues_) {
    if (other.asked != asked && other.slots.erase(turn) > 0) {
      queue(turn, slot, asked);
      break;
    }
  }
}

void Waves::queue(Turn turn, std::uint32_t slot, const Allocation& asked) {
  std::erase_if(queues_, [](const Queue& each) { return each.slots.empty(); });
  auto place = std::find_if(queues_.begin(), queues_.end(), [&](const Queue& each) { return each.asked == asked; });
  if (place == queues_.end()) {
    place = queues_.insert(place, {.asked = asked, .slots = {}});
  }
  place->slots.emplace(turn, slot);
  deals_ = true;
}

std::vector<share::Running> Waves::running() const {
  std::map<Turn, share::Running> by_turn;
  for (const Queue& queue : queues_) {
    for (const auto& [turn, slot] : queue.slots) {
      const std::uint32_t task = readiness_.task(slot);
      by_turn[turn] = {.task = task,
                       .subtasks = kernel_on_sms(instance_, task, share_.form).subtasks,
                       .done = 0,
                       .asked = queue.asked,
                       .held = {}};
    }
  }
  for (const auto& [turn, kernel] : launched_) {
    std::vector<std::uint32_t> held = kernel.swapped ? std::vector<std::uint32_t>(kernel.held.size()) : kernel.held;
    for (const auto* batches : {&kernel.joining, &kernel.leaving}) {
      for (const WaveBatch& batch : *batches) {
        std::transform(held.begin(), held.end(), batch.held.begin(), held.begin(), std::plus<>());
      }
    }
    const auto left = static_cast<std::int64_t>(std::ceil(kernel.left()));
    by_turn[turn] = {.task = readiness_.task(kernel.slot),
                     .subtasks = kernel.on_sms.subtasks,
                     .done = kernel.on_sms.subtasks - left,
                     .asked = kernel.asked,
                     .held = in_ranges(held)};
  }
  std::vector<share::Running> kernels;
  kernels.reserve(by_turn.size());
  for (auto& [turn, kernel] : by_turn) {
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

void Waves::ask(WaveKernel& kernel, const Allocation& asked, double now) {
  if (kernel.asked == asked || kernel.state == WaveKernel::State::over) {
    return;
  }
  kernel.asked = asked;
  deals_ = true;
  if (share_.leaving == Leaving::drain) {
    shrink(kernel, now);
  } else if (asked.empty() != kernel.swapped) {
    swap(kernel, now);
  }
}

// All of it goes out, or goes on where it was.
void Waves::swap(WaveKernel& kernel, double now) {
  close(kernel, now);
  stale_ = true;
  kernel.swapped = !kernel.swapped;
  const auto move = [&](std::span<const std::uint32_t> held) {
    for (const SmRange& range : in_ranges(held)) {
      kernel.swapped ? room_.give_back(range, kernel.on_sms.cta) : room_.take(range, kernel.on_sms.cta);
    }
  };
  move(kernel.held);
  for (WaveBatch& batch : kernel.joining) {
    move(batch.held);
    batch.event = kNever;
  }
  kernel.speed = 0;
  kernel.event = kNever;
  kernel.begins = std::max(kernel.begins, now);
}

// What it has beyond what it asks for begins to leave.
void Waves::shrink(WaveKernel& kernel, double now) {
  if (kernel.state == WaveKernel::State::spreading) {  // all take their parts of what is left, to its end
    kernel.phase -= kernel.last_part * static_cast<double>(kernel.last) / static_cast<double>(kernel.ctas);
    kernel.state = WaveKernel::State::last_wave;
  }
  for (const WaveBatch& batch : std::exchange(kernel.joining, {})) {  // has no subtask in hand, and may be dealt again
    close(kernel, batch, now);
    give_back(batch.held, kernel.on_sms.cta);
    kernel.untaken += batch.ctas;
  }
  const std::vector<std::uint32_t> asked = by_sm(kernel.asked, room_.sms());
  WaveBatch over{.held = std::vector<std::uint32_t>(room_.sms())};
  for (std::size_t sm = 0; sm < over.held.size(); ++sm) {
    over.held[sm] = kernel.held[sm] - std::min(kernel.held[sm], asked[sm]);
    over.ctas += over.held[sm];
  }
  if (over.ctas > 0) {
    close(kernel, now);
    stale_ = true;
    std::transform(kernel.held.begin(), kernel.held.end(), over.held.begin(), kernel.held.begin(), std::minus<>());
    kernel.ctas -= over.ctas;
    if (kernel.begins > now) {
      give_back(over.held, kernel.on_sms.cta);
      kernel.untaken += over.ctas;
    } else {
      over.until = now + kernel.on_sms.eviction.count();
      over.phase = kernel.phase;
      over.since = now;
      kernel.leaving.push_back(std::move(over));
    }
  }
  kernel.state = kernel.untaken > 0 ? WaveKernel::State::waves : WaveKernel::State::last_wave;
}

void Waves::deal(double now) {
  std::vector<bool> kept(room_.sms());  // for kernels ahead, which have subtasks left for more CTAs
  auto resident = std::count_if(launched_.begin(), launched_.end(), [](const auto& each) {
    const WaveKernel& kernel = each.second;
    return !kernel.swapped && (kernel.ctas > 0 || !kernel.joining.empty() || !kernel.leaving.empty());
  });
  std::vector<Queue*> open;
  for (Queue& each : queues_) {
    if (!each.asked.empty() && !each.slots.empty()) {
      open.push_back(&each);
    }
  }
  const auto first = [](const Queue* queue) { return queue->slots.begin()->first; };
  auto next = launched_.begin();
  while (!std::all_of(kept.begin(), kept.end(), [](bool each) { return each; })) {
    const auto queue =
        std::min_element(open.begin(), open.end(), [&](const Queue* a, const Queue* b) { return first(a) < first(b); });
    if (next != launched_.end() && (queue == open.end() || next->first < first(*queue))) {
      WaveKernel& kernel = next++->second;
      const bool is_resident = kernel.ctas > 0 || !kernel.joining.empty() || !kernel.leaving.empty();
      if (kernel.untaken > 0 && !kernel.asked.empty() && !kernel.swapped &&
          (is_resident || resident < instance_.chip->grids)) {
        resident += deal_to(kernel, kept, now) && !is_resident ? 1 : 0;
      }
      continue;
    }
    if (queue == open.end()) {
      return;
    }
    if (resident >= instance_.chip->grids || !launch(**queue, kept, now)) {
      open.erase(queue);
      continue;
    }
    ++resident;
    if ((*queue)->slots.empty()) {
      open.erase(queue);
    }
  }
}

// The head of the queue, if there is room for any of its CTAs.
bool Waves::launch(Queue& queue, std::vector<bool>& kept, double now) {
  const auto [turn, slot] = *queue.slots.begin();
  WaveKernel kernel{.slot = slot,
                    .on_sms = kernel_on_sms(instance_, readiness_.task(slot), share_.form),
                    .asked = queue.asked,
                    .held = std::vector<std::uint32_t>(room_.sms()),
                    .since = now};
  kernel.untaken = kernel.on_sms.subtasks;
  kernel.begins = now + kernel.on_sms.launch.count();
  if (!deal_to(kernel, kept, now)) {
    return false;
  }
  launched_.emplace(turn, std::move(kernel));
  queue.slots.erase(queue.slots.begin());
  begun_.push_back(slot);
  return true;
}

bool Waves::deal_to(WaveKernel& kernel, std::vector<bool>& kept, double now) {
  const std::vector<std::uint32_t> asked = by_sm(kernel.asked, room_.sms());
  std::vector<std::uint32_t> has = kernel.held;
  for (const WaveBatch& batch : kernel.joining) {
    std::transform(has.begin(), has.end(), batch.held.begin(), has.begin(), std::plus<>());
  }
  std::vector<std::uint32_t> wanted(room_.sms());
  for (std::size_t sm = 0; sm < wanted.size(); ++sm) {
    wanted[sm] = kept[sm] ? 0 : std::min(asked[sm], kernel.on_sms.per_sm);
    wanted[sm] -= std::min(wanted[sm], has[sm]);
  }
  const std::vector<std::uint32_t> dealt = room_.deal(kernel.untaken, kernel.on_sms.cta, wanted);
  const std::int64_t ctas = std::accumulate(dealt.begin(), dealt.end(), std::int64_t{0});
  if (ctas > 0) {
    take(kernel, dealt, ctas, now);
  }
  for (std::size_t sm = 0; sm < kept.size(); ++sm) {
    kept[sm] = kept[sm] || (kernel.untaken > 0 && asked[sm] > has[sm] + dealt[sm]);
  }
  return ctas > 0;
}

void Waves::take(WaveKernel& kernel, const std::vector<std::uint32_t>& dealt, std::int64_t ctas, double now) {
  for (const SmRange& range : in_ranges(dealt)) {
    room_.take(range, kernel.on_sms.cta);
  }
  stale_ = true;
  kernel.untaken -= ctas;
  const bool is_first = kernel.on_sms.subtasks == kernel.untaken + ctas && kernel.joining.empty() && kernel.ctas == 0 &&
                        kernel.leaving.empty();
  const double works = is_first ? kernel.begins : std::max(kernel.begins, now + instance_.chip->launch_latency.count());
  kernel.joining.push_back({.held = dealt, .ctas = ctas, .until = works, .since = now});
  std::int64_t holds = kernel.ctas;
  for (const auto* batches : {&kernel.joining, &kernel.leaving}) {
    for (const WaveBatch& each : *batches) {
      holds += each.ctas;
    }
  }
  kernel.on_sms.widest = std::max(kernel.on_sms.widest, holds);
  if (works <= std::max(kernel.begins, now)) {
    change(kernel, kernel.joining.back(), now);
    kernel.joining.pop_back();
  }
  if (kernel.untaken == 0) {
    kernel.state = WaveKernel::State::last_wave;
  }
}

void Waves::give_back(std::span<const std::uint32_t> held, const SmResources& cta) {
  for (const SmRange& range : in_ranges(held)) {
    room_.give_back(range, cta);
  }
}

}  // namespace warpshop::evaluate
