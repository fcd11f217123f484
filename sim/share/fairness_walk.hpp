#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace warpshop::share {

/// The search for the split at which a memory-bound and a compute-bound kernel make equal progress (S5 chapter 5). Of n
/// units (CTAs per SM, or SMs) the compute-bound kernel gets u, the memory-bound one the rest.
///
/// HSM takes the compute-bound kernel's normalised progress for its share of the units, u / n, and starts at half and
/// half. HPSM starts at u = n - 1, takes what is measured there for (n - 1) / n of its rate alone, and its progress for
/// linear between the probes so far (0 at no units). Ours: so is the memory-bound kernel's, 1 where it has all units
/// and 0 where it has none. The next probe is where the two lines meet, rounded up, down where that has been probed. It
/// ends at a fairness of `enough`, or where there is nothing new to probe.
class FairnessWalk {
 public:
  enum class Model { hsm, hpsm };

  /// units ≥ 2.
  FairnessWalk(Model model, std::size_t units, double enough = 0.9);

  /// Units of the compute-bound kernel: what to probe, or to stay at.
  std::size_t position() const { return position_; }
  bool done() const { return done_; }
  /// At position(): the rate of the compute-bound kernel in any unit, and the memory-bound kernel's normalised
  /// progress.
  void measured(double compute_rate, double memory_progress);
  /// What was probed, in that order, with the progress of both as the model sees it.
  struct Probe {
    std::size_t units = 0;
    double compute = 0;
    double memory = 0;
    double fairness() const;
  };
  const std::vector<Probe>& probes() const { return probes_; }

 private:
  double equal_point() const;

  Model model_;
  std::size_t units_;
  double enough_;
  std::size_t position_;
  bool done_ = false;
  double alone_ = 0;  ///< rate of the compute-bound kernel with all units, as HPSM has it
  std::vector<Probe> probes_;
  std::map<std::size_t, std::pair<double, double>> lines_;  ///< by units: progress of both
};

}  // namespace warpshop::share
