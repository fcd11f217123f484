#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/model/co_run.hpp"
#include "sim/model/device.hpp"

namespace warpshop::evaluate {

/// Fits the co-run law to what a profile measured: the probes together, to their solo curves and to what they do beside
/// each other; then every other kernel that has a curve, to that and to what it does beside the probes. Least squares
/// of ln(law / measured) over 3 %, with priors: Z nine tenths of the shortest time of a subtask; of the resource that
/// limits the kernel 0.95 of the time at full rate (within a factor of e^0.5), of the others 0.2 (issue), 0.3 (DRAM)
/// and 0.3 (L1, through which all goes that goes to DRAM; 0.05 if only its curve is known) of it (e^1), weights 1
/// (e^0.7). Which resource limits it is taken from the category, of a kernel measured beside the probes from what fits
/// best. What a kernel says itself that it uses stands as it is, relative to the full rate: Z and the other demands are
/// fitted once more beside it, the weights stay those that the category gave. Of DRAM it is relative to 95 % of the
/// peak, which is about what DRAM reaches: a kernel that does nothing but read gets 3.11 of 3.35 TB/s of an H100
/// (results/clients/hardware). By name. The profile has `sm`.
std::vector<FittedKernel> fit_co_run(const Device& device);

/// How well the parameters are known, by the curvature of what fit_co_run() minimises where it ended: of the probes
/// together, of every other kernel together with them; given what limits it. Rates are off by what the law misses them
/// by, if that is more than 3 %. fitted: what it gave.
std::vector<LawUncertainty> law_uncertainty(const Device& device, std::span<const FittedKernel> fitted);

/// What two kernels are beside each other that were measured beside each other, neither of them a probe: fitted again,
/// to that as well.
struct FittedPair {
  std::array<std::size_t, 2> kernels{};  ///< positions in what fit_co_run() gave
  std::array<CoRunKernel, 2> laws;
};

/// Every pair of which the profile has such a point. fitted: of fit_co_run().
std::vector<FittedPair> fit_pairs(const Device& device, std::span<const FittedKernel> fitted);

/// A kernel on all SMs, or a part of them, perhaps beside another; with its rate on each SM.
struct ObservedRates {
  std::vector<std::size_t> kernels;  ///< one, or two
  std::vector<double> ctas;          ///< on each SM
  std::vector<double> rates;         ///< subtasks per millisecond and SM
  double part = 1;                   ///< of the device's SMs
};

/// ln(law / measured) of each rate that was observed. kernels: by position, what the law is to say of them.
std::vector<double> misfits(const std::vector<ObservedRates>& observations, std::span<const CoRunKernel> kernels);

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
  /// What it says of its use of the GPU.
  const KernelUse& use(std::size_t kernel) const { return uses_[kernel]; }
  /// Two at a time.
  const std::vector<ObservedRates>& pairs() const { return pairs_; }

  /// Of the kernels alone, and beside each other and `others`.
  std::vector<ObservedRates> of(std::span<const std::size_t> kernels, std::span<const std::size_t> others) const;
  /// Of the kernel alone.
  const std::vector<ObservedRates>& alone(std::size_t kernel) const { return alone_[kernel]; }

 private:
  std::size_t position(const std::string& name) const;
  void add_curves(const KernelModel& model);

  double sms_;
  std::vector<std::string> names_;
  std::vector<SharedResource> limits_;  ///< by category
  std::vector<KernelUse> uses_;
  std::vector<std::vector<ObservedRates>> alone_;
  std::vector<ObservedRates> pairs_;
  std::vector<std::size_t> probes_;
};

}  // namespace warpshop::evaluate
