#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/model/co_run.hpp"
#include "sim/model/device.hpp"

namespace warpshop::evaluate {

/// A kernel on all SMs, or a part of them, perhaps beside another; with its rate on each SM.
struct Observation {
  std::vector<std::size_t> kernels;  ///< one, or two
  std::vector<double> ctas;          ///< on each SM
  std::vector<double> rates;         ///< subtasks per millisecond and SM
  double part = 1;                   ///< of the device's SMs
};

/// ln(law / measured) of each rate that was observed. kernels: by position, what the law is to say of them.
std::vector<double> misfits(const std::vector<Observation>& observations, std::span<const CoRunKernel> kernels);

/// The most CTAs of a kernel that an SM holds, as far as the profile says: `per_sm`, else the end of its curve.
double most_ctas(const KernelModel& model);

/// The kernels of a profile that have a curve, and all that was measured of them.
class MeasuredKernels {
 public:
  /// The profile has `sm`.
  explicit MeasuredKernels(const Device& device);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::size_t>& probes() const { return probes_; }
  bool is_probe(std::size_t kernel) const;
  /// What limits the kernel alone, by its category.
  SharedResource limit(std::size_t kernel) const { return limits_[kernel]; }
  const std::vector<SharedResource>& limits() const { return limits_; }
  /// Two at a time.
  const std::vector<Observation>& pairs() const { return pairs_; }

  /// Of the kernels alone, and beside each other and `others`.
  std::vector<Observation> of(std::span<const std::size_t> kernels, std::span<const std::size_t> others) const;
  /// Of the kernel alone.
  const std::vector<Observation>& alone(std::size_t kernel) const { return alone_[kernel]; }

 private:
  std::size_t position(const std::string& name) const;
  void add_curves(const KernelModel& model);

  double sms_;
  std::vector<std::string> names_;
  std::vector<SharedResource> limits_;  ///< by category
  std::vector<std::vector<Observation>> alone_;
  std::vector<Observation> pairs_;
  std::vector<std::size_t> probes_;
};

}  // namespace warpshop::evaluate
