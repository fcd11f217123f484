#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/evaluate/co_run/rates_by_set.hpp"
#include "sim/evaluate/events/shared/cohort_speeds.hpp"
#include "sim/evaluate/events/shared/wave_kernel.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// How fast kernels of Waves are, by the co-run law: answers come back with the sets of residents, and are kept.
class WaveRates {
 public:
  /// Keeps references.
  WaveRates(const Instance& instance, const Share& share);

  /// Sets the speeds of all that works at `now`. Throws std::logic_error: see set_speeds() of cohorts.
  void set_speeds(std::vector<WaveKernel*>& kernels, const BesideCopies& beside, double now);
  /// φ of the last wave of a kernel, of so many subtasks, see last_round.hpp.
  double last_part(const WaveKernel& kernel, std::int64_t last);

 private:
  static constexpr std::size_t kMostParts = 10'000;

  /// CTAs that work on an SM, by kernel.
  using OnSm = std::vector<std::pair<std::size_t, std::uint32_t>>;
  /// How many SMs hold the same, wherever they are in a partition.
  std::map<std::pair<std::size_t, OnSm>, std::int64_t> alike_sms(std::span<WaveKernel* const> kernels);
  double memory_of(std::size_t partition) const {
    return partition < share_.partitions.size() ? share_.partitions[partition].bandwidth : 1;
  }

  const Share& share_;
  std::vector<std::size_t> partition_of_;   ///< by SM
  std::vector<OnSm> on_sm_;                 ///< the same
  std::optional<RatesBySet> rates_by_set_;  ///< where kernels have laws
  std::unordered_map<std::string, double> last_parts_;
};

}  // namespace warpshop::evaluate
