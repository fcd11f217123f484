#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/share/quota_ctas.hpp"

namespace warpshop::share {

/// CTAs by kernel and SM, from those that each has so far. most: CTAs that each has work for.
using DivideSms = std::function<CtasBySm(std::span<const SharingKernel> kernels, std::span<const std::int64_t> most,
                                         const CtasBySm& before)>;

/// How kernels share SMs, divided anew whenever one comes or goes.
class SmDivision {
 public:
  /// Keeps a reference to the instance. kernels: as many share SMs at most, those behind have nothing. divide: depends
  /// on what it is given alone.
  SmDivision(const Instance& instance, KernelForm form, std::size_t kernels, DivideSms divide)
      : instance_(instance), form_(form), kernels_(kernels), divide_(std::move(divide)) {}

  /// Whether others are there than when it was asked last. A task whose next kernel comes as one ends has been there.
  bool are_there(const Observation& seen);
  /// What each of tasks_there() is to have.
  const std::vector<Allocation>& to_have() const { return to_have_; }

 private:
  const Instance& instance_;
  KernelForm form_;
  std::size_t kernels_;
  DivideSms divide_;
  std::vector<std::uint32_t> tasks_;
  std::vector<Allocation> to_have_;     ///< of these
  std::vector<SharingKernel> sharing_;  ///< while it divides
  std::vector<std::int64_t> most_;      ///< the same
  std::vector<Allocation> has_;         ///< the same
  // Who is there with what comes back with every request of a client.
  evaluate::Answers<std::vector<Allocation>> answers_;  ///< for SMs in order
  evaluate::WordsKey key_;
};

/// What is said to those that are there: of those that wait, to who is to have something; to the others where it has
/// changed.
Decision asked_of(const Observation& seen, const std::vector<Allocation>& to_have, bool changed);

}  // namespace warpshop::share
