#include "sim/share/spart_qos.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/goal_parts.hpp"
#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {
namespace {

/// An allowance tells how much has been done; where so much of it is used up it is given again.
constexpr double kUncounted = 1e9;

/// SMs by which a linear model says that a goal is kept; a kernel that did nothing is to have one more.
std::uint32_t sms_by_model(const SpartKernel& kernel) {
  constexpr double kRounded = 1e-9;
  const double needed = kernel.speed > 0 ? kernel.sms * kernel.goal / kernel.speed : kernel.sms + 1.0;
  constexpr double kMost = 1e6;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(needed - kRounded), 1.0, kMost));
}

class SpartQos {
 public:
  SpartQos(const Instance& instance, const Share& share)
      : instance_(instance),
        owners_(kernel_owners(instance)),
        sms_(sms_of(instance)),
        window_(simulated_epoch_of(instance, share, "window")),
        step_(static_cast<std::uint32_t>(share.settings.number("step"))),
        memory_(share.settings.number("memory")) {}

  Decision decide(const Observation& seen) {
    for (const Running& kernel : seen.ended) {
      account(kernel);
      left_.erase(kernel.task);
    }
    for (const Running& kernel : seen.running) {
      account(kernel);
    }
    find_present(seen);
    const bool over = ends_ <= seen.now || tied(ends_, seen.now);
    if (over && present_.size() > 1) {
      climb(seen.now);
    }
    Decision decision;
    give(seen, decision);
    // Where nobody has a goal, no SM ever moves.
    const auto has_goal = [](const SpartKernel& kernel) { return kernel.goal > 0; };
    if (present_.size() > 1 && std::any_of(kernels_.begin(), kernels_.end(), has_goal)) {
      decision.wake_at = ends_;
    }
    return decision;
  }

 private:
  /// What a client has done in this window, and how fast it has been in those before, of its speed alone.
  struct Progress {
    double done = 0;
    std::optional<double> speed = {};
  };

  double alone(std::uint32_t task) const {
    const NamedKernel& kernel = instance_.kernels[instance_.work[task].kernel];
    const Millis plain = instance_.jobs[task].kernel - kernel.model.invocation.value_or(Millis{0});
    return static_cast<double>(instance_.work[task].subtasks) / plain.count();
  }
  void account(const Running& kernel) {
    double left = 0;  // on all SMs
    for (const Allowance& each : kernel.left) {
      left += each.sms * each.subtasks;
    }
    double& before = left_.try_emplace(kernel.task, left).first->second;
    progress_[owners_.of_task[kernel.task]].done += (before - left) / alone(kernel.task);
    before = left;
  }

  /// Whoever comes or goes: all have equal shares again.
  void find_present(const Observation& seen) {
    std::vector<std::uint32_t> present;
    for (const std::uint32_t task : tasks_there(seen)) {
      const std::uint32_t owner = owners_.of_task[task];
      if (std::find(present.begin(), present.end(), owner) == present.end() && present.size() < sms_) {
        present.push_back(owner);
      }
    }
    std::sort(present.begin(), present.end());
    if (present == present_) {
      return;
    }
    present_ = std::move(present);
    kernels_.clear();
    progress_.clear();
    const auto all = static_cast<std::uint32_t>(present_.size());
    for (std::uint32_t i = 0; i < all; ++i) {
      kernels_.push_back(
          {.sms = (i + 1) * sms_ / all - i * sms_ / all, .goal = owners_.goals[present_[i]].value_or(0)});
    }
    ends_ = seen.now + Millis{window_};
  }

  void climb(Millis now) {
    for (std::size_t i = 0; i < present_.size(); ++i) {
      Progress& its = progress_[present_[i]];
      const double measured = its.done / window_;
      its.speed = its.speed ? memory_ * *its.speed + (1 - memory_) * measured : measured;
      its.done = 0;
      kernels_[i].speed = *its.speed;
    }
    const std::vector<std::uint32_t> next = next_sms(kernels_, step_);
    for (std::size_t i = 0; i < next.size(); ++i) {
      kernels_[i].sms = next[i];
    }
    ends_ = now + Millis{window_};
  }

  void give(const Observation& seen, Decision& decision) {
    for (const Running& kernel : seen.running) {
      const auto used_up = [](const Allowance& left) { return left.subtasks <= 0; };
      if (std::any_of(kernel.left.begin(), kernel.left.end(), used_up)) {
        decision.allowances.emplace_back(kernel.task, Allowance{.first = 0, .sms = sms_, .subtasks = kUncounted});
        left_[kernel.task] = kUncounted * sms_;
      }
    }
    for (const std::uint32_t task : tasks_there(seen)) {
      std::uint32_t first = 0;
      for (std::size_t i = 0; i < present_.size(); ++i) {
        if (present_[i] == owners_.of_task[task]) {
          decision.allocations.emplace_back(task, all_on(first, kernels_[i].sms));
          if (std::find(seen.ready.begin(), seen.ready.end(), task) != seen.ready.end()) {
            decision.allowances.emplace_back(task, Allowance{.first = 0, .sms = sms_, .subtasks = kUncounted});
            left_[task] = kUncounted * sms_;
          }
        }
        first += kernels_[i].sms;
      }
    }
  }

  const Instance& instance_;
  KernelOwners owners_;
  std::uint32_t sms_;
  double window_;
  std::uint32_t step_;
  double memory_;
  Millis ends_ = kNoWake;                       ///< this window
  std::map<std::uint32_t, double> left_;        ///< by task: subtasks on all SMs
  std::map<std::uint32_t, Progress> progress_;  ///< by owner
  std::vector<std::uint32_t> present_;          ///< owners
  std::vector<SpartKernel> kernels_;            ///< of these
};

}  // namespace

std::vector<std::uint32_t> next_sms(std::span<const SpartKernel> kernels, std::uint32_t step) {
  std::vector<std::uint32_t> sms;
  for (const SpartKernel& kernel : kernels) {
    sms.push_back(kernel.sms);
  }
  const auto giver = [&](std::size_t taker) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const bool spares = kernels[i].goal == 0 || sms[i] > sms_by_model(kernels[i]);
      const bool first = !found || (kernels[i].goal == 0 && kernels[*found].goal > 0) ||
                         ((kernels[i].goal == 0) == (kernels[*found].goal == 0) && sms[i] > sms[*found]);
      if (i != taker && sms[i] > 1 && spares && first) {
        found = i;
      }
    }
    return found;
  };
  const auto rest = [&] {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (kernels[i].goal == 0 && (!found || sms[i] < sms[*found])) {
        found = i;
      }
    }
    return found;
  };
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    for (std::uint32_t moved = 0; kernels[i].goal > 0 && moved < step; ++moved) {
      const std::uint32_t needed = sms_by_model(kernels[i]);
      if (const auto from = giver(i); sms[i] < needed && from) {
        --sms[*from];
        ++sms[i];
      } else if (const auto to = rest(); sms[i] > needed && to) {
        --sms[i];
        ++sms[*to];
      }
    }
  }
  return sms;
}

/// Every client on SMs of its own, in whole numbers, which move to those that miss their goals: once a window has been
/// looked at, see next_sms(). A client alone has all.
Controller spart_qos(const Instance& instance, const Share& share) {
  const auto state = std::make_shared<SpartQos>(instance, share);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
