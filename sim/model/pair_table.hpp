#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/kernel_model.hpp"

namespace warpshop {

/// Two kernels on every SM of a device, so many CTAs of each. NP, normalised progress: rate / rate alone with all CTAs
/// that fit (S5 2.6).
struct PairConfiguration {
  std::array<std::int64_t, 2> ctas{};
  std::array<double, 2> np{};                          ///< as the law says
  std::optional<std::array<double, 2>> measured = {};  ///< NP, where somebody measured it

  /// System throughput, Σ NP.
  double stp() const { return np[0] + np[1]; }
  double measured_stp() const { return (*measured)[0] + (*measured)[1]; }
  /// Relative, of the law; where it was measured.
  double stp_error() const { return stp() / measured_stp() - 1; }
};

/// What FlexSched's walk finds (S5 4.5.1), the first kernel running alone when the second comes, and each configuration
/// measured without error.
struct WalkResult {
  std::size_t found = 0;            ///< of the pair's configurations
  std::vector<std::size_t> probed;  ///< at least one, in that order
  double cost = 1;                  ///< time to probe / time alone of the subtasks done in it (S5 4.9)
};

/// Two kernels on SMs of their own, so many each.
struct SmSplit {
  std::array<std::int64_t, 2> sms{};
  std::array<double, 2> np{};
  double stp() const { return np[0] + np[1]; }
};

struct KernelPair {
  std::array<std::string, 2> kernels;
  std::vector<PairConfiguration> configurations;  ///< at least one
  std::optional<WalkResult> flexsched = {};       ///< where nothing is held against measurements
  std::optional<SmSplit> best_sms = {};           ///< of the largest STP, likewise

  const PairConfiguration& best() const;   ///< of the largest STP, the first of equal ones
  const PairConfiguration& worst() const;  ///< of the smallest
  /// (STP_max - STP_min) / STP_max: what a wrong choice costs (S5 4.8).
  double slowdown() const { return 1 - worst().stp() / best().stp(); }
};

/// How far the law is from what was measured, over all configurations that were.
struct LawError {
  std::size_t configurations = 0;
  double median_stp = 0, worst_stp = 0, mean_stp = 0;  ///< of |stp_error()|
  double mean_np = 0;                                  ///< of |law - measured|
};

/// Pairs of kernels of a device, in every way to share its SMs inside each of them.
struct PairTable {
  std::string device;
  std::vector<KernelPair> pairs;
  std::optional<LawError> error = {};  ///< where configurations were measured
  std::string file = {};               ///< with the measurements, as the user named it
  Basis basis = {};
  std::string version = {};  ///< of warpshop
};

/// A kernel alone, or two on every SM, as somebody measured them: a line of a file.
struct MeasuredRates {
  std::string kernel;
  std::int64_t ctas = 1;
  double rate = 1;                        ///< > 0; in any unit, the same in the whole file
  std::optional<std::string> other = {};  ///< nothing: alone
  std::int64_t other_ctas = 0;
  double other_rate = 0;
  std::uint32_t line = 0;
};

}  // namespace warpshop
