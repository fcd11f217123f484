#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "sim/model/instance.hpp"
#include "tests/support/slow_gpu.hpp"

namespace warpshop::test {

SlowGpu::SlowGpu(const Instance& instance, const Plan& plan)
    : instance_(instance), plan_(plan), rates_(instance, plan), controller_(plan.share->start(instance, *plan.share)) {
  kernels_.starts.resize(instance.size());
  kernels_.ends.resize(instance.size());
  kernels_.subtasks.assign(instance.size(), std::vector<double>(sms()));
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    grids_.push_back({.on_sms = evaluate::kernel_on_sms(instance, task, plan.share->form)});
    grids_.back().left = grids_.back().on_sms.subtasks;
  }
}

SlowKernels SlowGpu::run() {
  while (std::any_of(grids_.begin(), grids_.end(), [](const SlowGrid& grid) { return !grid.over; })) {
    arrive();
    end_subtasks();
    leave();
    end_kernels();
    do {
      left_at_once_ = false;
      ask_controller();
      leave();
      dispatch();
    } while (left_at_once_ && plan_.share->tells_when_left);
    set_speeds();
    share_last();
    pass_time();
  }
  return kernels_;
}

void SlowGpu::arrive() {
  for (const std::uint32_t task : plan_.order) {
    SlowGrid& grid = grids_[task];
    if (!grid.waits && !grid.runs && !grid.over && is_now(instance_.jobs[task].release.count())) {
      grid.waits = true;
      waiting_.push_back(task);
      issued_.push_back(task);
    }
  }
}

void SlowGpu::end_subtasks() {
  for (SlowCta& cta : ctas_) {
    cta.comes_back = cta.comes_back && cta.moved < 1 - kSlowRounding;
    if (!moves(cta) && cta.part >= 1 - kSlowRounding && !cta.ended && !cta.waits) {
      grids_[cta.task].done += cta.shares ? 0 : 1;
      cta.part = 0;
      cta.ended = cta.leaving;
      cta.waits = !cta.leaving;
    }
  }
  for (std::uint32_t task = 0; task < grids_.size(); ++task) {
    next_subtasks(task);
  }
}

void SlowGpu::resume(std::uint32_t task) {
  SlowGrid& grid = grids_[task];
  for (bool any = grid.shared == 0; any && !grid.saved.empty();) {
    any = false;
    for (std::uint32_t sm = 0; sm < sms() && !grid.saved.empty(); ++sm) {
      const auto next = std::find_if(ctas_.begin(), ctas_.end(),
                                     [&](const SlowCta& cta) { return cta.task == task && cta.sm == sm && cta.waits; });
      if (next != ctas_.end()) {
        any = true;
        next->waits = next->shares = false;
        next->longer = 1;
        grid.go_on(*next);
      }
    }
  }
}

void SlowGpu::next_subtasks(std::uint32_t task) {
  SlowGrid& grid = grids_[task];
  resume(task);
  std::vector<std::uint32_t> asking(sms());
  std::int64_t all = 0;
  bool sharing = false;
  for (SlowCta& cta : ctas_) {
    if (cta.task != task) {
      continue;
    }
    if (cta.waits && !cta.shares && grid.shared > 0) {
      cta.waits = false;
      cta.ended = true;
      cta.leaves = 0;
    }
    sharing = sharing || (cta.shares && !cta.waits && !cta.ended);
    asking[cta.sm] += cta.waits ? 1 : 0;
    all += cta.waits ? 1 : 0;
  }
  if (grid.shared > 0) {
    if (sharing) {
      return;
    }
    (grid.begun < 1 ? grid.left : grid.done) += grid.shared;
    grid.shared = 0;
  } else if (all > grid.left && grid.begun == 0) {
    grid.begun = rates_.begun_together(grid.on_sms, grid.left, asking, all);
    if (grid.begun < 0) {  // more than even rounds lose
      take_next(task, all, std::exchange(grid.begun, 0));
      return;
    }
    if (grid.begun > 0) {
      grid.shared = grid.left;
      grid.left = 0;
      for (SlowCta& cta : ctas_) {
        if (cta.task == task && cta.waits) {
          cta.waits = false;
          cta.last = cta.shares = true;
          cta.part = 1 - grid.begun * static_cast<double>(grid.shared) / static_cast<double>(all);
        }
      }
      return;
    }
  }
  take_next(task, all);
}

void SlowGpu::take_next(std::uint32_t task, std::int64_t all, double behind) {
  SlowGrid& grid = grids_[task];
  const bool last = all >= grid.left;
  for (bool any = true; any;) {
    any = false;
    for (std::uint32_t sm = 0; sm < sms(); ++sm) {
      const auto next = std::find_if(ctas_.begin(), ctas_.end(),
                                     [&](const SlowCta& cta) { return cta.task == task && cta.sm == sm && cta.waits; });
      if (next == ctas_.end()) {
        continue;
      }
      any = true;
      next->waits = next->shares = false;
      next->last = last;
      next->part = grid.begun;
      next->ended = grid.left == 0;
      next->longer = 1 - behind;
      next->leaves = 0;
      grid.left -= next->ended ? 0 : 1;
    }
  }
}

void SlowGpu::leave() {
  for (SlowCta& cta : ctas_) {
    if (cta.goes_out && cta.moved >= 1 - kSlowRounding) {
      grids_[cta.task].saved.push_back(cta.part);
      cta.goes_out = false;
      cta.ended = true;
      cta.leaves = 0;
    }
  }
  std::erase_if(ctas_, [&](const SlowCta& cta) { return cta.ended && is_now(cta.leaves); });
}

void SlowGpu::end_kernels() {
  for (std::uint32_t task = 0; task < grids_.size(); ++task) {
    SlowGrid& grid = grids_[task];
    if (grid.runs && grid.done == grid.on_sms.subtasks) {
      grid.runs = false;
      grid.over = true;
      kernels_.ends[task] = now_;
      std::erase(running_, task);
      std::erase_if(ctas_, [&](const SlowCta& cta) { return cta.task == task; });
    }
  }
}

double SlowGpu::in_hand(std::uint32_t task) const {
  double parts = grids_[task].begun * static_cast<double>(grids_[task].left + grids_[task].shared);
  for (const double each : grids_[task].saved) {
    parts += each;
  }
  for (const SlowCta& cta : ctas_) {
    // One that has done its part of the last round counts for nothing of its own until the others have.
    parts += cta.task == task && !cta.ended && !cta.waits ? cta.part - (cta.shares ? 1 : 0) : 0;
  }
  return parts;
}

const std::vector<KernelPhase>* SlowGpu::phases(std::uint32_t task) const {
  const std::uint32_t pace = instance_.work[task].pace;
  return pace == KernelWork::kNone || instance_.paces[pace].phases.empty() ? nullptr : &instance_.paces[pace].phases;
}

std::pair<double, double> SlowGpu::phase(std::uint32_t task) const {
  if (phases(task) == nullptr) {
    return {1, kNotAtAll};
  }
  const double done = static_cast<double>(grids_[task].done) + in_hand(task);
  double end = 0;
  for (const KernelPhase& each : *phases(task)) {
    end += each.part * static_cast<double>(grids_[task].on_sms.subtasks);
    if (done < end - 1e-7) {
      return {each.speed, end - done};
    }
  }
  return {phases(task)->back().speed, kNotAtAll};
}

std::vector<std::uint32_t> SlowGpu::held_by(std::uint32_t task, bool also_idle) const {
  std::vector<std::uint32_t> held(sms());
  for (const SlowCta& cta : ctas_) {
    held[cta.sm] += cta.task == task && !cta.out && (also_idle || !cta.ended) ? 1 : 0;
  }
  return held;
}

double SlowGpu::slowness(std::uint32_t task, double longer) const {
  const double speed = phase(task).first;
  const SlowGrid& grid = grids_[task];
  if (speed == 1 || grid.left + saved(grid) + grid.shared > 0) {
    return 1 / speed;
  }
  const double could = rates_.alone(grid.on_sms, grid.most_held) * longer;
  const double useful = std::min(1.0, rates_.alone(grid.on_sms, held_by(task, false)) / could);
  return useful / speed + (1 - useful);
}

std::uint32_t SlowGpu::as_kernel(const SlowCta& cta) const {
  return moves(cta) ? cta.task + static_cast<std::uint32_t>(grids_.size()) : cta.task;
}

const evaluate::KernelOnSms& SlowGpu::kernel(std::uint32_t number) {
  if (number < grids_.size()) {
    return grids_[number].on_sms;
  }
  const auto& of = grids_[number - grids_.size()].on_sms;
  evaluate::KernelOnSms moving;
  moving.law = instance_.co_run->context;
  moving.length = 4.0 * static_cast<double>(of.cta.registers) + static_cast<double>(of.cta.shared_memory.count);
  return moving_.insert_or_assign(number, moving).first->second;
}

void SlowGpu::set_speeds() {
  CtasOnSms counts;
  for (const SlowCta& cta : ctas_) {
    if (is_there(cta)) {
      ++counts[cta.sm][as_kernel(cta)];
    }
  }
  const auto speeds = rates_.of_ctas(
      counts, [&](std::uint32_t number) -> const auto& { return kernel(number); });
  for (std::uint32_t task = 0; task < grids_.size(); ++task) {
    const auto count = [](const std::vector<std::uint32_t>& ctas) {
      return std::accumulate(ctas.begin(), ctas.end(), std::int64_t{0});
    };
    const std::int64_t all = count(held_by(task, true));
    if (count(held_by(task, false)) > count(grids_[task].most_held)) {
      grids_[task].most_held = held_by(task, false);
    }
    grids_[task].widest = std::max(grids_[task].widest, all);
  }
  for (SlowCta& cta : ctas_) {
    if (is_there(cta) && moves(cta)) {
      cta.speed = speeds.at({cta.sm, as_kernel(cta)});
      continue;
    }
    cta.speed = works(cta) ? speeds.at({cta.sm, cta.task}) / slowness(cta.task, cta.longer) / cta.longer : 0;
    if (cta.speed > 0 && plan_.share->slice_launch > Millis{0}) {
      // Rounds of CTAs, one after another; as many of them make a slice as fit, and each slice is launched.
      const SlowGrid& grid = grids_[cta.task];
      const double rounds = std::ceil(static_cast<double>(grid.on_sms.subtasks) / static_cast<double>(grid.widest));
      const double alone = rounds / cta.speed;
      const double slice = std::max(1 / cta.speed, plan_.share->slice.count());
      const double slices = std::ceil(alone / slice * (1 - 1e-9));
      cta.speed *= alone / (alone + slices * plan_.share->slice_launch.count());
    }
    cta.speed *= speed_;
  }
}

void SlowGpu::share_last() {
  for (std::uint32_t task = 0; task < grids_.size(); ++task) {
    double work = 0;
    double speed = 0;
    for (const SlowCta& cta : ctas_) {
      const bool shares = cta.task == task && helps(cta);
      work += shares ? 1 - cta.part : 0;
      speed += shares ? cta.speed : 0;
    }
    for (SlowCta& cta : ctas_) {
      if (cta.task == task && helps(cta)) {
        cta.part = 1 - cta.speed * work / speed;
      }
    }
  }
}

void SlowGpu::pass_time() {
  double next = wake_;
  const auto consider = [&](double time) { next = is_now(time) ? next : std::min(next, time); };
  for (std::uint32_t task = 0; task < grids_.size(); ++task) {
    consider(instance_.jobs[task].release.count());
    double speed = 0;
    for (const SlowCta& cta : ctas_) {
      speed += cta.task == task && !moves(cta) ? cta.speed : 0;
    }
    next = speed > 0 ? std::min(next, now_ + phase(task).second / speed) : next;
  }
  for (const SlowCta& cta : ctas_) {
    consider(cta.out ? kNotAtAll : cta.begins);
    consider(cta.ended ? cta.leaves : kNotAtAll);
    if (cta.speed > 0) {
      next = std::min(next, now_ + (1 - (moves(cta) ? cta.moved : cta.part)) / cta.speed);
    }
  }
  if (next == kNotAtAll && std::any_of(grids_.begin(), grids_.end(), [](const SlowGrid& grid) { return !grid.over; })) {
    throw std::logic_error("kernels wait for ever");
  }
  for (SlowCta& cta : ctas_) {
    if (moves(cta)) {
      cta.moved += cta.speed * (next - now_);
      continue;
    }
    cta.part += cta.speed * (next - now_);
    kernels_.subtasks[cta.task][cta.sm] += cta.speed * (next - now_);
  }
  now_ = next == kNotAtAll ? now_ : next;
}

SlowKernels slow_kernels(const Instance& instance, const Plan& plan) {
  return SlowGpu(instance, plan).run();
}

}  // namespace warpshop::test
