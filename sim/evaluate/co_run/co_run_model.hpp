#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/evaluate/co_run/fit.hpp"
#include "sim/model/co_run.hpp"
#include "sim/model/device.hpp"

namespace warpshop::evaluate {

/// So many CTAs of a kernel on each SM of a group.
struct KernelCtas {
  std::size_t kernel = 0;  ///< of CoRunModel::kernels()
  double ctas = 0;         ///< ≥ 0
  std::size_t launch = 0;  ///< of it: those of one task are the same
  bool still = false;      ///< holds its room and does nothing: see share::Allowance
};

/// SMs that hold the same; without those that nobody has.
struct SmGroup {
  std::int64_t sms = 1;
  std::vector<KernelCtas> residents;
};

/// How fast the kernels of a profile are, alone and together. Alone they follow their measured curves: the law
/// (co_run_rates()) times what it misses these by, linearly between their points. Together the same factors stay, as if
/// the kernel's demands were so much less: no load exceeds its capacity. Two kernels that were measured together have
/// parameters of their own beside each other, see fit_pairs(), and where they were measured their measured rates: what
/// that misses is a factor as well, which goes to 1 towards where one of them has all of an SM. Values: built once for
/// a device, 10 ms a kernel or so.
class CoRunModel {
 public:
  /// The kernels that have a curve. The profile has `sm`.
  explicit CoRunModel(const Device& device);

  const std::vector<FittedKernel>& kernels() const { return fitted_; }
  /// Position in kernels(); nothing: no such kernel, or one without a curve.
  std::optional<std::size_t> find(std::string_view name) const;

  /// Subtasks that end in a millisecond on all SMs of the group, by group and resident in their order. The groups have
  /// no more SMs together than the device.
  std::vector<SubtasksPerMilli> rates(std::span<const SmGroup> groups) const;
  /// Of one kernel that has so many SMs to itself.
  SubtasksPerMilli alone(std::size_t kernel, double ctas, std::int64_t sms) const;

  const CoRunProfile& profile() const { return profile_; }

 private:
  void correct_last_pair(const Device& device);

  std::vector<FittedKernel> fitted_;
  CoRunProfile profile_;
};

/// What CoRunModel::rates() says. memory: the part of the device's bandwidth that the groups have among them, 0 … 1.
/// even_rates: keeps what is found of kernels by themselves, for other groups of the same profile. waiting, where it is
/// asked for: CTAs that wait for issue slots on all SMs of the group, by group and resident.
///
/// Those that stand still demand nothing; what kernels are beside each other, and which points of their curves hold,
/// follows from all that is held.
std::vector<SubtasksPerMilli> group_rates(const CoRunProfile& profile, std::span<const SmGroup> groups,
                                          double memory = 1, Answers<double>* even_rates = nullptr,
                                          std::vector<double>* waiting = nullptr);

/// Of each SM, or of an SM's part of the device's DRAM.
using ResourceTimes = std::array<Millis, kSharedResources>;

/// What a subtask of each resident takes of the resources, by group and resident in their order: rate · demand, added
/// up over all and divided by the device's SMs, is the load of the resource.
std::vector<ResourceTimes> group_demands(const CoRunProfile& profile, std::span<const SmGroup> groups);

}  // namespace warpshop::evaluate
