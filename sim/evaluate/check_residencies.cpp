#include "sim/evaluate/check_residencies.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/occupancy.hpp"

namespace warpshop::evaluate {
namespace {

/// Of a kernel's subtasks.
constexpr double kWorkTolerance = 1e-6;

[[noreturn]] void impossible(const Residency& held, const std::string& what) {
  throw ImpossibleTimeline("task " + std::to_string(held.task) + ", on SMs " + std::to_string(held.first_sm) + " to " +
                           std::to_string(held.first_sm + held.sms - 1) + " from " +
                           std::to_string(held.start.count()) + " to " + std::to_string(held.end.count()) + " ms, " +
                           what);
}

void check_work(const Instance& instance, const Plan& plan, const Timeline& timeline, Millis tolerance) {
  std::vector<const Interval*> kernels(instance.size());
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == Stage::kernel) {
      kernels[interval.task] = &interval;
    }
  }
  std::vector<double> done(instance.size());
  for (const Residency& held : timeline.residencies) {
    if (held.task >= instance.size() || kernels[held.task] == nullptr) {
      impossible(held, "which has no kernel");
    }
    const Interval& kernel = *kernels[held.task];
    if (!(held.start <= held.end && held.start >= kernel.start - tolerance && held.end <= kernel.end + tolerance)) {
      impossible(held, "holds them while its kernel does not run");
    }
    done[held.task] += held.subtasks - held.lost;
  }
  for (const std::uint32_t task : plan.order) {
    if (kernels[task] == nullptr || !(instance.jobs[task].kernel > Millis{0})) {
      continue;
    }
    const auto subtasks = static_cast<double>(kernel_on_sms(instance, task, plan.share->form).subtasks);
    if (std::abs(done[task] - subtasks) > kWorkTolerance * subtasks) {
      throw ImpossibleTimeline("the kernel of task " + std::to_string(task) + " did " + std::to_string(done[task]) +
                               " of its " + std::to_string(subtasks) + " subtasks");
    }
  }
}

/// What of an SM is taken.
struct Taken {
  double ctas = 0, threads = 0, registers = 0, shared_memory = 0;
};

void check_room(const Instance& instance, const Plan& plan, const Timeline& timeline, Millis tolerance) {
  const SmModel& sm = instance.chip->sm;
  const SmResources has = resources_of(sm);
  struct Change {
    Millis time{0};
    bool begins = false;
    const Residency* held = nullptr;
  };
  std::vector<Change> changes;
  for (const Residency& held : timeline.residencies) {
    if (held.end - held.start > 2 * tolerance) {
      changes.push_back({held.start + tolerance, true, &held});
      changes.push_back({held.end - tolerance, false, &held});
    }
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.time != b.time ? a.time < b.time : a.begins < b.begins; });
  std::vector<Taken> taken(static_cast<std::size_t>(sm.count));
  std::map<std::uint32_t, int> resident;  // how many of a task's, by task
  for (const auto& [time, begins, held] : changes) {
    if (held->first_sm + held->sms > taken.size()) {
      impossible(*held, "which the device does not have");
    }
    if (resident[held->task] += begins ? 1 : -1; resident[held->task] == 0) {
      resident.erase(held->task);
    }
    if (static_cast<std::int64_t>(resident.size()) > instance.chip->grids) {
      impossible(*held, "is one grid more than the device holds");
    }
    const SmResources cta = kernel_on_sms(instance, held->task, plan.share->form).cta;
    const double ctas = begins ? held->ctas_per_sm : -static_cast<double>(held->ctas_per_sm);
    for (std::uint32_t each = held->first_sm; each < held->first_sm + held->sms; ++each) {
      Taken& now = taken[each];
      now.ctas += ctas * static_cast<double>(cta.ctas);
      now.threads += ctas * static_cast<double>(cta.threads);
      now.registers += ctas * static_cast<double>(cta.registers);
      now.shared_memory += ctas * static_cast<double>(cta.shared_memory.count);
      if (now.ctas > static_cast<double>(has.ctas) || now.threads > static_cast<double>(has.threads) ||
          now.registers > static_cast<double>(has.registers) ||
          now.shared_memory > static_cast<double>(has.shared_memory.count)) {
        impossible(*held, "takes more of an SM than there is");
      }
    }
  }
}

}  // namespace

void check_residencies(const Instance& instance, const Plan& plan, const Timeline& timeline, Millis tolerance) {
  check_work(instance, plan, timeline, tolerance);
  check_room(instance, plan, timeline, tolerance);
}

}  // namespace warpshop::evaluate
