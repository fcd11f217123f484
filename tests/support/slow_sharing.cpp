#include "tests/support/slow_sharing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/model/share.hpp"
#include "tests/support/slow_sm_rates.hpp"

namespace warpshop::test {
namespace {

constexpr double kNotAtAll = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-9;  // of a subtask, or of the time

struct Cta {
  std::uint32_t task = 0;
  std::uint32_t sm = 0;
  double begins = 0;
  double part = 0;  ///< of its subtask that is done
  bool leaving = false;
  double leaves = 0;                          ///< not before
  bool ended = false;                         ///< leaving, and its last subtask is done
  bool out = false;                           ///< swapped
  double longer = 1;                          ///< a subtask takes so much
  bool waits = false;                         ///< its part of the last round is done, others' are not
  bool last = false, shares = false;          ///< has one of the last subtasks; does a part of all of these
  double speed = 0;                           ///< subtasks in a millisecond; or contexts
  bool goes_out = false, comes_back = false;  ///< its context moves
  double moved = 0;                           ///< of that
};

struct Grid {
  evaluate::KernelOnSms on_sms;
  std::int64_t left = 0;  ///< subtasks that no CTA has taken
  std::int64_t done = 0;
  bool waits = false, runs = false, launched = false, over = false;
  double begins = 0;  ///< launched: the first CTA works then
  Allocation asked = {};
  std::int64_t widest = 1;         ///< most CTAs that were there at once
  std::int64_t shared = 0;         ///< the last subtasks, while all CTAs do a part of them
  double begun = 0;                ///< that part
  std::vector<double> saved = {};  ///< parts of subtasks that are done, of CTAs that are in memory

  /// One that was in memory begins with what the average of them has done.
  void go_on(Cta& cta) {
    double all = 0;
    for (const double each : saved) {
      all += each;
    }
    cta.part = all / static_cast<double>(saved.size());
    cta.comes_back = true;
    cta.last = false;
    cta.moved = 0;
    saved.pop_back();
    std::fill(saved.begin(), saved.end(), cta.part);
  }
};

class SlowGpu {
 public:
  SlowGpu(const Instance& instance, const Plan& plan)
      : instance_(instance),
        plan_(plan),
        rates_(instance, plan),
        controller_(plan.share->start(instance, *plan.share)) {
    kernels_.starts.resize(instance.size());
    kernels_.ends.resize(instance.size());
    kernels_.subtasks.assign(instance.size(), std::vector<double>(sms()));
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      grids_.push_back({.on_sms = evaluate::kernel_on_sms(instance, task, plan.share->form)});
      grids_.back().left = grids_.back().on_sms.subtasks;
    }
  }

  SlowKernels run() {
    while (std::any_of(grids_.begin(), grids_.end(), [](const Grid& grid) { return !grid.over; })) {
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

 private:
  std::size_t sms() const { return static_cast<std::size_t>(instance_.chip->sm.count); }
  bool is_now(double time) const { return time <= now_ * (1 + 1e-15); }

  void arrive() {
    for (const std::uint32_t task : plan_.order) {
      Grid& grid = grids_[task];
      if (!grid.waits && !grid.runs && !grid.over && is_now(instance_.jobs[task].release.count())) {
        grid.waits = true;
        waiting_.push_back(task);
        issued_.push_back(task);
      }
    }
  }
  void end_subtasks() {
    for (Cta& cta : ctas_) {
      cta.comes_back = cta.comes_back && cta.moved < 1 - kRounding;
      if (!moves(cta) && cta.part >= 1 - kRounding && !cta.ended && !cta.waits) {
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
  /// In the place of those that wait, one on each SM in turn.
  void resume(std::uint32_t task) {
    Grid& grid = grids_[task];
    for (bool any = grid.shared == 0; any && !grid.saved.empty();) {
      any = false;
      for (std::uint32_t sm = 0; sm < sms() && !grid.saved.empty(); ++sm) {
        const auto next = std::find_if(ctas_.begin(), ctas_.end(),
                                       [&](const Cta& cta) { return cta.task == task && cta.sm == sm && cta.waits; });
        if (next != ctas_.end()) {
          any = true;
          next->waits = next->shares = false;
          next->longer = 1;
          grid.go_on(*next);
        }
      }
    }
  }
  void next_subtasks(std::uint32_t task) {
    Grid& grid = grids_[task];
    resume(task);
    std::vector<std::uint32_t> asking(sms());
    std::int64_t all = 0;
    bool sharing = false;
    for (Cta& cta : ctas_) {
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
        for (Cta& cta : ctas_) {
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
  /// One on each SM in turn.
  void take_next(std::uint32_t task, std::int64_t all, double behind = 0) {
    Grid& grid = grids_[task];
    const bool last = all >= grid.left;
    for (bool any = true; any;) {
      any = false;
      for (std::uint32_t sm = 0; sm < sms(); ++sm) {
        const auto next = std::find_if(ctas_.begin(), ctas_.end(),
                                       [&](const Cta& cta) { return cta.task == task && cta.sm == sm && cta.waits; });
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
  void leave() {
    for (Cta& cta : ctas_) {
      if (cta.goes_out && cta.moved >= 1 - kRounding) {
        grids_[cta.task].saved.push_back(cta.part);
        cta.goes_out = false;
        cta.ended = true;
        cta.leaves = 0;
      }
    }
    std::erase_if(ctas_, [&](const Cta& cta) { return cta.ended && is_now(cta.leaves); });
  }
  static bool helps(const Cta& cta) { return cta.last && cta.speed > 0 && !cta.leaving && !moves(cta); }
  static bool moves(const Cta& cta) { return cta.goes_out || cta.comes_back; }
  void end_kernels() {
    for (std::uint32_t task = 0; task < grids_.size(); ++task) {
      Grid& grid = grids_[task];
      if (grid.runs && grid.done == grid.on_sms.subtasks) {
        grid.runs = false;
        grid.over = true;
        kernels_.ends[task] = now_;
        std::erase(running_, task);
        std::erase_if(ctas_, [&](const Cta& cta) { return cta.task == task; });
      }
    }
  }

  /// What of subtasks is done that have not ended.
  double in_hand(std::uint32_t task) const {
    double parts = grids_[task].begun * static_cast<double>(grids_[task].left + grids_[task].shared);
    for (const double each : grids_[task].saved) {
      parts += each;
    }
    for (const Cta& cta : ctas_) {
      parts += cta.task == task && !cta.ended ? cta.part - (cta.shares ? 1 : 0) : 0;
    }
    return parts;
  }
  const std::vector<KernelPhase>* phases(std::uint32_t task) const {
    const std::uint32_t pace = instance_.work[task].pace;
    return pace == KernelWork::kNone || instance_.paces[pace].phases.empty() ? nullptr : &instance_.paces[pace].phases;
  }
  /// How fast a kernel is for the phase that follows from what is done of it, and how much of that phase is left.
  std::pair<double, double> phase(std::uint32_t task) const {
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

  void ask_controller() {
    share::Observation seen{.now = Millis{now_}, .ready = waiting_, .running = {}};
    for (const std::uint32_t task : running_) {
      std::vector<std::uint32_t> held(sms());
      for (const Cta& cta : ctas_) {
        held[cta.sm] += cta.task == task && !cta.out ? 1 : 0;
      }
      Allocation held_ranges;
      for (std::uint32_t sm = 0; sm < held.size(); ++sm) {
        if (held[sm] > 0) {
          held_ranges.push_back({.first = sm, .sms = 1, .ctas = held[sm]});
        }
      }
      const Grid& grid = grids_[task];
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
      Grid& grid = grids_[task];
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
  std::vector<std::uint32_t> asked_by_sm(const Grid& grid) const {
    std::vector<std::uint32_t> asked(sms());
    for (const SmRange& range : grid.asked) {
      std::fill_n(asked.begin() + range.first, range.sms, range.ctas);
    }
    return asked;
  }
  void swap(std::uint32_t task) {
    for (Cta& cta : ctas_) {
      if (cta.task == task) {
        cta.begins = cta.out ? std::max(cta.begins, now_) : cta.begins;
        cta.out = grids_[task].asked.empty();
      }
    }
  }
  /// On every SM those stay that came first.
  void tell_to_leave(std::uint32_t task) {
    std::vector<std::uint32_t> stay = asked_by_sm(grids_[task]);
    std::vector<std::uint32_t> there(sms());
    bool any_leaves = false;
    double parts = 0;
    double helpers = 0;
    for (const Cta& cta : ctas_) {
      there[cta.sm] += cta.task == task && !cta.leaving ? 1 : 0;
      any_leaves = any_leaves || there[cta.sm] > stay[cta.sm];
      parts += cta.task == task && helps(cta) ? cta.part : 0;
      helpers += cta.task == task && helps(cta) ? 1 : 0;
    }
    for (Cta& cta : ctas_) {  // what they have done for each other is nobody's own
      cta.part =
          any_leaves && leaving_ != Leaving::drain && cta.task == task && helps(cta) ? parts / helpers : cta.part;
    }
    for (Cta& cta : ctas_) {
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
      } else if (!cta.comes_back && cta.begins > now_ &&
                 cta.part == grids_[task].begun) {  // it has not begun a subtask
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
    left_at_once_ = left_at_once_ || std::any_of(ctas_.begin(), ctas_.end(), [&](const Cta& cta) {
                      return cta.task == task && cta.ended && cta.leaves == now_;
                    });
    for (Cta& cta : ctas_) {
      cta.last = cta.last && (cta.task != task || grids_[task].left == 0);
    }
  }

  bool fits(std::uint32_t task, std::uint32_t sm) const {
    SmResources free = resources_of(instance_.chip->sm);
    const auto take = [&](const SmResources& cta) {
      free.ctas -= cta.ctas;
      free.threads -= cta.threads;
      free.registers -= cta.registers;
      free.shared_memory.count -= cta.shared_memory.count;
    };
    for (const Cta& cta : ctas_) {
      if (cta.sm == sm && !cta.out) {
        take(grids_[cta.task].on_sms.cta);
      }
    }
    take(grids_[task].on_sms.cta);
    return free.ctas >= 0 && free.threads >= 0 && free.registers >= 0 && free.shared_memory.count >= 0;
  }
  /// Round-robin over the SMs, kernel after kernel; an SM is closed to those behind one that wants more there.
  void dispatch() {
    std::vector<bool> closed(sms());
    for (const std::uint32_t task : running_) {
      Grid& grid = grids_[task];
      std::set<std::uint32_t> resident;
      for (const Cta& cta : ctas_) {
        if (!cta.out) {
          resident.insert(cta.task);
        }
      }
      const bool full = resident.count(task) == 0 && resident.size() >= static_cast<std::size_t>(instance_.chip->grids);
      if (grid.asked.empty() ||
          std::any_of(ctas_.begin(), ctas_.end(), [&](const Cta& cta) { return cta.task == task && cta.out; })) {
        continue;
      }
      const std::vector<std::uint32_t> asked = asked_by_sm(grid);
      std::vector<std::uint32_t> has(sms());
      for (const Cta& cta : ctas_) {
        has[cta.sm] += cta.task == task && !cta.leaving ? 1 : 0;
      }
      if (!grid.launched) {
        grid.begins = now_ + grid.on_sms.launch.count();
      }
      const double begins =
          grid.launched ? std::max(grid.begins, now_ + instance_.chip->launch_latency.count()) : grid.begins;
      std::size_t launched = 0;
      for (bool any = true; any;) {
        any = false;
        for (std::uint32_t sm = 0; sm < sms(); ++sm) {
          if (!full && grid.left + saved(grid) > 0 && !closed[sm] &&
              has[sm] < std::min(asked[sm], grid.on_sms.per_sm) && fits(task, sm)) {
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

  static std::int64_t saved(const Grid& grid) { return static_cast<std::int64_t>(grid.saved.size()); }
  bool is_there(const Cta& cta) const { return !cta.out && !cta.ended && !cta.waits && is_now(cta.begins); }
  bool works(const Cta& cta) const { return is_there(cta) && !moves(cta); }
  /// Those whose contexts move are a kernel of its own for each task.
  std::uint32_t as_kernel(const Cta& cta) const {
    return moves(cta) ? cta.task + static_cast<std::uint32_t>(grids_.size()) : cta.task;
  }
  const evaluate::KernelOnSms& kernel(std::uint32_t number) {
    if (number < grids_.size()) {
      return grids_[number].on_sms;
    }
    const auto& of = grids_[number - grids_.size()].on_sms;
    evaluate::KernelOnSms moving;
    moving.law = instance_.co_run->context;
    moving.length = 4.0 * static_cast<double>(of.cta.registers) + static_cast<double>(of.cta.shared_memory.count);
    return moving_.insert_or_assign(number, moving).first->second;
  }
  void set_speeds() {
    CtasOnSms counts;
    for (const Cta& cta : ctas_) {
      if (is_there(cta)) {
        ++counts[cta.sm][as_kernel(cta)];
      }
    }
    const auto speeds = rates_.of_ctas(
        counts, [&](std::uint32_t number) -> const auto& { return kernel(number); });
    std::vector<std::int64_t> there(grids_.size());
    for (const Cta& cta : ctas_) {
      grids_[cta.task].widest = std::max(grids_[cta.task].widest, ++there[cta.task]);
    }
    for (Cta& cta : ctas_) {
      if (is_there(cta) && moves(cta)) {
        cta.speed = speeds.at({cta.sm, as_kernel(cta)});
        continue;
      }
      cta.speed = works(cta) ? speeds.at({cta.sm, cta.task}) * phase(cta.task).first : 0;
      if (cta.speed > 0 && plan_.share->slice_launch > Millis{0}) {
        // Rounds of CTAs, one after another; as many of them make a slice as fit, and each slice is launched.
        const Grid& grid = grids_[cta.task];
        const double rounds = std::ceil(static_cast<double>(grid.on_sms.subtasks) / static_cast<double>(grid.widest));
        const double alone = rounds / cta.speed;
        const double slice = std::max(1 / cta.speed, plan_.share->slice.count());
        const double slices = std::ceil(alone / slice * (1 - 1e-9));
        cta.speed *= alone / (alone + slices * plan_.share->slice_launch.count());
      }
      cta.speed *= speed_ / cta.longer;
    }
  }

  /// Those with the last subtasks do these together, so that they end at once.
  void share_last() {
    for (std::uint32_t task = 0; task < grids_.size(); ++task) {
      double work = 0;
      double speed = 0;
      for (const Cta& cta : ctas_) {
        const bool shares = cta.task == task && helps(cta);
        work += shares ? 1 - cta.part : 0;
        speed += shares ? cta.speed : 0;
      }
      for (Cta& cta : ctas_) {
        if (cta.task == task && helps(cta)) {
          cta.part = 1 - cta.speed * work / speed;
        }
      }
    }
  }

  void pass_time() {
    double next = wake_;
    const auto consider = [&](double time) { next = is_now(time) ? next : std::min(next, time); };
    for (std::uint32_t task = 0; task < grids_.size(); ++task) {
      consider(instance_.jobs[task].release.count());
      double speed = 0;
      for (const Cta& cta : ctas_) {
        speed += cta.task == task && !moves(cta) ? cta.speed : 0;
      }
      next = speed > 0 ? std::min(next, now_ + phase(task).second / speed) : next;
    }
    for (const Cta& cta : ctas_) {
      consider(cta.out ? kNotAtAll : cta.begins);
      consider(cta.ended ? cta.leaves : kNotAtAll);
      if (cta.speed > 0) {
        next = std::min(next, now_ + (1 - (moves(cta) ? cta.moved : cta.part)) / cta.speed);
      }
    }
    if (next == kNotAtAll && std::any_of(grids_.begin(), grids_.end(), [](const Grid& grid) { return !grid.over; })) {
      throw std::logic_error("kernels wait for ever");
    }
    for (Cta& cta : ctas_) {
      if (moves(cta)) {
        cta.moved += cta.speed * (next - now_);
        continue;
      }
      cta.part += cta.speed * (next - now_);
      kernels_.subtasks[cta.task][cta.sm] += cta.speed * (next - now_);
    }
    now_ = next == kNotAtAll ? now_ : next;
  }

  const Instance& instance_;
  const Plan& plan_;
  SlowSmRates rates_;
  share::Controller controller_;
  std::vector<Grid> grids_;             ///< by task
  std::vector<std::uint32_t> waiting_;  ///< the longest ready first
  std::vector<std::uint32_t> issued_;   ///< the controller has not been told
  std::vector<std::uint32_t> running_;  ///< the first launched first
  std::vector<Cta> ctas_;               ///< the first dispatched first
  SlowKernels kernels_;
  double now_ = 0;
  double wake_ = kNotAtAll;
  double speed_ = 1;                  // what the controller leaves of all
  bool left_at_once_ = false;         // some did that it told to
  Leaving leaving_ = Leaving::drain;  // as it decided last
  std::map<std::uint32_t, evaluate::KernelOnSms> moving_;
};

}  // namespace

SlowKernels slow_kernels(const Instance& instance, const Plan& plan) {
  return SlowGpu(instance, plan).run();
}

}  // namespace warpshop::test
