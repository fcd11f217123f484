#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {

/// Kernels on SMs of which each is split between a few of them, see sms_of_kernels() and resource_partition(). As
/// kernels come and go those that stay keep their SMs where they can.
class SmPartitions {
 public:
  /// Keeps a reference. most: kernels on one SM.
  SmPartitions(const Instance& instance, KernelForm form, std::size_t most)
      : instance_(instance), form_(form), most_(most) {}

  /// By task and SM, of those that are there.
  const std::map<std::uint32_t, std::vector<std::uint32_t>>& ctas(const std::vector<std::uint32_t>& tasks);

 private:
  /// By kernel and SM: where each is, and with how many CTAs.
  struct Split {
    std::vector<std::vector<bool>> on;
    CtasBySm ctas;
  };

  /// before: where they are now.
  Split split(const std::vector<SharingKernel>& kernels, std::vector<std::vector<bool>> before) const;

  const Instance& instance_;
  KernelForm form_;
  std::size_t most_;
  std::vector<std::uint32_t> tasks_;
  std::map<std::uint32_t, std::vector<bool>> on_;             ///< by task and SM
  std::map<std::uint32_t, std::vector<std::uint32_t>> ctas_;  ///< the same
  evaluate::Answers<Split, kSplitsKept> answers_;             ///< who was where comes back with every request
  evaluate::WordsKey key_;
};

/// What each of those that are there is to have; of those that wait, who is to have something.
Decision asked_of(const Observation& seen, const std::map<std::uint32_t, std::vector<std::uint32_t>>& ctas);

}  // namespace warpshop::share
