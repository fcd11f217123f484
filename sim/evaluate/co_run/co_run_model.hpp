#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/evaluate/co_run/fit.hpp"
#include "sim/evaluate/co_run/group_rates.hpp"
#include "sim/model/co_run.hpp"
#include "sim/model/device.hpp"

namespace warpshop::evaluate {

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

}  // namespace warpshop::evaluate
