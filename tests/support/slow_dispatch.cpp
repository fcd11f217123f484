// How the CTAs of SlowGpu come and go.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "sim/model/occupancy.hpp"
#include "tests/support/slow_gpu.hpp"

namespace warpshop::test {

void SlowGpu::ask_controller() {
  share::Observation seen{.now = Millis{now_}, .ready = waiting_, .running = {}};
  for (const std::uint32_t task : running_) {
    std::vector<std::uint32_t> held(sms());
    for (const SlowCta& cta : ctas_) {
      held[cta.sm] += cta.task == task && !cta.out ? 1 : 0;
    }
    Allocation held_ranges;
    for (std::uint32_t sm = 0; sm < held.size(); ++sm) {
      if (held[sm] > 0) {
        held_ranges.push_back({.first = sm, .sms = 1, .ctas = held[sm]});
      }
    }
    const SlowGrid& grid = grids_[task];
    seen.running.push_back({.task = task,
                            .subtasks = grid.on_sms.subtasks,
                            .done = grid.done + static_cast<std::int64_t>(in_hand(task)),
                            .asked = grid.asked,
                            .held = held_ranges});
  }
  seen.issued = std::exchange(issued_, {});
  wake_ = kNotAtAll;
  const share::Decision decision = controller_(seen);
  wake_ = decision.wake_at.count();
  speed_ = decision.speed;
  for (const auto& [task, asked] : decision.allocations) {
    SlowGrid& grid = grids_[task];
    if (grid.waits && asked.empty()) {
      continue;
    }
    if (grid.waits) {
      std::erase(waiting_, task);
      running_.push_back(task);
      grid.waits = false;
      grid.runs = true;
    }
    grid.asked = asked;
    leaving_ = decision.leaving.value_or(plan_.share->leaving);
    leaving_ == Leaving::swap ? swap(task) : tell_to_leave(task);
  }
}

std::vector<std::uint32_t> SlowGpu::asked_by_sm(const SlowGrid& grid) const {
  std::vector<std::uint32_t> asked(sms());
  for (const SmRange& range : grid.asked) {
    std::fill_n(asked.begin() + range.first, range.sms, range.ctas);
  }
  return asked;
}

void SlowGpu::swap(std::uint32_t task) {
  for (SlowCta& cta : ctas_) {
    if (cta.task == task) {
      cta.begins = cta.out ? std::max(cta.begins, now_) : cta.begins;
      cta.out = grids_[task].asked.empty();
    }
  }
}

void SlowGpu::tell_to_leave(std::uint32_t task) {
  std::vector<std::uint32_t> stay = asked_by_sm(grids_[task]);
  std::vector<std::uint32_t> there(sms());
  bool any_leaves = false;
  double parts = 0;
  double helpers = 0;
  for (const SlowCta& cta : ctas_) {
    there[cta.sm] += cta.task == task && !cta.leaving ? 1 : 0;
    any_leaves = any_leaves || there[cta.sm] > stay[cta.sm];
    parts += cta.task == task && helps(cta) ? cta.part : 0;
    helpers += cta.task == task && helps(cta) ? 1 : 0;
  }
  for (SlowCta& cta : ctas_) {  // what they have done for each other is nobody's own
    cta.part = any_leaves && leaving_ != Leaving::drain && cta.task == task && helps(cta) ? parts / helpers : cta.part;
  }
  for (SlowCta& cta : ctas_) {
    if (cta.task != task || cta.leaving) {
      continue;
    }
    if (stay[cta.sm] > 0) {
      --stay[cta.sm];
      continue;
    }
    cta.leaving = true;
    cta.leaves = now_ + grids_[task].on_sms.eviction.count();
    if (cta.comes_back && (cta.begins > now_ || leaving_ != Leaving::drain)) {  // what it has done is in memory still
      grids_[task].saved.push_back(cta.part);
      cta.ended = true;
      cta.leaves = now_;
    } else if (!cta.comes_back && cta.begins > now_ && cta.part == grids_[task].begun) {  // it has not begun a subtask
      ++grids_[task].left;
      cta.ended = true;
      cta.leaves = now_;
    } else if (leaving_ == Leaving::flush && grids_[task].begun == 0) {
      ++grids_[task].left;
      kernels_.subtasks[task][cta.sm] -= cta.part;
      cta.ended = true;
      cta.leaves = now_;
    } else if (leaving_ == Leaving::save && !cta.shares) {
      cta.goes_out = true;
      cta.moved = 0;
    }
  }
  left_at_once_ = left_at_once_ || std::any_of(ctas_.begin(), ctas_.end(), [&](const SlowCta& cta) {
                    return cta.task == task && cta.ended && cta.leaves == now_;
                  });
  for (SlowCta& cta : ctas_) {
    cta.last = cta.last && (cta.task != task || grids_[task].left == 0);
  }
}

bool SlowGpu::fits(std::uint32_t task, std::uint32_t sm) const {
  SmResources free = resources_of(instance_.chip->sm);
  const auto take = [&](const SmResources& cta) {
    free.ctas -= cta.ctas;
    free.threads -= cta.threads;
    free.registers -= cta.registers;
    free.shared_memory.count -= cta.shared_memory.count;
  };
  for (const SlowCta& cta : ctas_) {
    if (cta.sm == sm && !cta.out) {
      take(grids_[cta.task].on_sms.cta);
    }
  }
  take(grids_[task].on_sms.cta);
  return free.ctas >= 0 && free.threads >= 0 && free.registers >= 0 && free.shared_memory.count >= 0;
}

void SlowGpu::dispatch() {
  std::vector<bool> closed(sms());
  for (const std::uint32_t task : running_) {
    SlowGrid& grid = grids_[task];
    std::set<std::uint32_t> resident;
    for (const SlowCta& cta : ctas_) {
      if (!cta.out) {
        resident.insert(cta.task);
      }
    }
    const bool full = resident.count(task) == 0 && resident.size() >= static_cast<std::size_t>(instance_.chip->grids);
    if (grid.asked.empty() ||
        std::any_of(ctas_.begin(), ctas_.end(), [&](const SlowCta& cta) { return cta.task == task && cta.out; })) {
      continue;
    }
    const std::vector<std::uint32_t> asked = asked_by_sm(grid);
    std::vector<std::uint32_t> has(sms());
    for (const SlowCta& cta : ctas_) {
      has[cta.sm] += cta.task == task && !cta.leaving ? 1 : 0;
    }
    if (!grid.launched) {
      grid.begins = now_ + grid.on_sms.launch.count();
    }
    const bool launches = plan_.share->form == KernelForm::persistent;  // plain CTAs that wait are launched already
    const double joins = now_ + (launches ? instance_.chip->launch_latency.count() : 0);
    const double begins = grid.launched ? std::max(grid.begins, joins) : grid.begins;
    std::size_t launched = 0;
    for (bool any = true; any;) {
      any = false;
      for (std::uint32_t sm = 0; sm < sms(); ++sm) {
        if (!full && grid.left + saved(grid) > 0 && !closed[sm] && has[sm] < std::min(asked[sm], grid.on_sms.per_sm) &&
            fits(task, sm)) {
          ctas_.push_back({.task = task, .sm = sm, .begins = begins, .part = grid.begun});
          ++launched;
          ++has[sm];
          if (saved(grid) > 0) {
            grid.go_on(ctas_.back());
          } else {
            --grid.left;
          }
          any = true;
          if (!grid.launched) {
            kernels_.starts[task] = now_;
            grid.launched = true;
          }
        }
      }
    }
    for (auto cta = ctas_.end() - static_cast<std::ptrdiff_t>(launched); cta != ctas_.end(); ++cta) {
      cta->last = grid.left == 0 && !cta->comes_back;
    }
    for (std::uint32_t sm = 0; sm < sms(); ++sm) {
      closed[sm] = closed[sm] || (grid.left + saved(grid) > 0 && has[sm] < asked[sm]);
    }
  }
}

}  // namespace warpshop::test
