#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {

/// CTAs by task.
using CtasByTask = std::map<std::uint32_t, Allocation>;

/// Kernels on SMs of which each is split between a few of them, see sms_of_kernels() and resource_partition(). As
/// kernels come and go those that stay keep their SMs where they can.
class SmPartitions {
 public:
  /// Keeps a reference. most: kernels on one SM.
  SmPartitions(const Instance& instance, KernelForm form, std::size_t most)
      : instance_(instance), form_(form), most_(most) {}

  /// Whether these are others than before.
  bool are_there(const std::vector<std::uint32_t>& tasks);
  /// Of those that are there.
  const CtasByTask& ctas() const { return ctas_; }

 private:
  /// By kernel and SM: where each is, and with how many CTAs.
  struct Split {
    std::vector<Allocation> on;  ///< 1
    std::vector<Allocation> ctas;
  };

  /// before: where they are now.
  Split split(const std::vector<SharingKernel>& kernels, const CtasBySm& before) const;

  const Instance& instance_;
  KernelForm form_;
  std::size_t most_;
  std::vector<std::uint32_t> tasks_;
  CtasByTask on_;  ///< 1 where it is
  CtasByTask ctas_;
  evaluate::Answers<Split> answers_;  ///< who was where comes back with every request
  evaluate::WordsKey key_;
};

/// What each of those that are there is to have; of those that wait, who is to have something. changed: since the last
/// decision, so that who has something may have something else.
Decision asked_of(const Observation& seen, const CtasByTask& ctas, bool changed);

}  // namespace warpshop::share
