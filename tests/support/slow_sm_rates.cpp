#include "tests/support/slow_sm_rates.hpp"

#include <cmath>
#include <stdexcept>

#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/model/share.hpp"

namespace warpshop::test {

std::size_t SlowSmRates::partition(std::uint32_t sm) const {
  const auto& all = plan_.share->partitions;
  std::size_t found = 0;
  while (found < all.size() && (sm < all[found].first || sm >= all[found].first + all[found].sms)) {
    ++found;
  }
  return found;
}

std::map<std::pair<std::uint32_t, std::uint32_t>, double> SlowSmRates::of_ctas(
    const CtasOnSms& counts, const std::function<const evaluate::KernelOnSms&(std::uint32_t)>& kernel_of) const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> speeds;
  const auto& partitions = plan_.share->partitions;
  for (std::size_t part = 0; part <= partitions.size(); ++part) {
    std::vector<evaluate::SmGroup> groups;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> whose;
    for (const auto& [sm, tasks] : counts) {
      if (partition(sm) != part) {
        continue;
      }
      evaluate::SmGroup group{.sms = 1, .residents = {}};
      for (const auto& [task, count] : tasks) {
        const evaluate::KernelOnSms& kernel = kernel_of(task);
        if (kernel.law) {
          group.residents.push_back({*kernel.law, static_cast<double>(count), task});
          whose.emplace_back(sm, task);
        } else if (tasks.size() > 1 || count > 1) {
          throw std::logic_error("somebody shares an SM with a kernel that shares with nobody");
        } else {
          speeds[{sm, task}] = 1 / kernel.alone.count();
        }
      }
      if (!group.residents.empty()) {
        groups.push_back(group);
      }
    }
    if (groups.empty()) {
      continue;
    }
    const auto rates =
        evaluate::group_rates(*instance_.co_run, groups, part < partitions.size() ? partitions[part].bandwidth : 1);
    for (std::size_t i = 0; i < whose.size(); ++i) {
      const auto [sm, task] = whose[i];
      speeds[whose[i]] = rates[i].value / counts.at(sm).at(task) / kernel_of(task).length;
    }
  }
  return speeds;
}

/// What a kernel does in a millisecond that has so many CTAs, dealt one on each SM in turn, and nobody beside it.
double SlowSmRates::rate(const evaluate::KernelOnSms& kernel, const std::vector<std::uint32_t>& room,
                         std::int64_t ctas) const {
  std::vector<std::uint32_t> held(room.size());
  while (ctas > 0) {
    for (std::size_t sm = 0; sm < room.size(); ++sm) {
      if (ctas > 0 && held[sm] < room[sm]) {
        ++held[sm];
        --ctas;
      }
    }
  }
  std::vector<evaluate::SmGroup> groups;
  double memory = 1;  // that of the first SM
  for (std::uint32_t sm = 0; sm < held.size(); ++sm) {
    if (held[sm] > 0) {
      if (groups.empty()) {
        const std::size_t part = partition(sm);
        memory = part < plan_.share->partitions.size() ? plan_.share->partitions[part].bandwidth : 1;
      }
      groups.push_back({.sms = 1, .residents = {{*kernel.law, static_cast<double>(held[sm])}}});
    }
  }
  double rate = 0;
  for (const auto& each : evaluate::group_rates(*instance_.co_run, groups, memory)) {
    rate += each.value;
  }
  return rate / kernel.length;
}

double SlowSmRates::begun_together(const evaluate::KernelOnSms& kernel, std::int64_t left,
                                   const std::vector<std::uint32_t>& room, std::int64_t all) const {
  constexpr double kRounding = 1e-9;  // of a round
  if (!kernel.law || left == 0 || kernel.subtasks <= all) {
    return 0;
  }
  const std::int64_t rounds = (kernel.subtasks + all - 1) / all;
  std::int64_t subtasks = (rounds - 1) * all + left;
  const auto takes = [&](std::int64_t ctas) { return static_cast<double>(ctas) / rate(kernel, room, ctas); };
  const double in_step = static_cast<double>(rounds - 1) * takes(all) + takes(left);
  const double together = static_cast<double>(subtasks) * takes(all) / static_cast<double>(all);
  double even = 0;
  for (std::int64_t round = rounds; round > 0; --round) {
    const std::int64_t ctas = subtasks / round;
    even += takes(ctas);
    subtasks -= ctas;
  }
  if (even > in_step) {
    return (in_step - even) / takes(left);
  }
  if (in_step - together <= kRounding * takes(all)) {
    return 0;
  }
  const double begun = (in_step - even) / (in_step - together);
  return std::abs(begun) < kRounding ? 0 : begun > 1 - kRounding ? 1 : begun;
}

}  // namespace warpshop::test
