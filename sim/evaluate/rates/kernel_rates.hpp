#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/evaluate/rates/working_sms.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// As many CTAs of a kernel on each of neighbouring SMs, which have subtasks in hand.
struct WorkingCtas {
  const KernelOnSms* kernel = nullptr;
  std::size_t launch = 0;                       ///< those of one task are the same
  SmRange on = {};                              ///< ctas > 0
  double rate = 0;                              ///< subtasks that all of them end in a millisecond: what is asked for
  std::array<double, kSharedResources> busy{};  ///< SMs that they keep so busy, of their parts of the DRAM: see loads()
  bool still = false;  ///< they hold their room and do nothing, as all of the same launch on the same SM
  double waiting = 0;  ///< of all of them, those that wait for issue slots: what is asked for
};

/// What kernels do on each SM of a kind, by place: see WorkingSms::Kind.
struct RatesByKind {
  std::vector<SubtasksPerMilli> rates;  ///< of subtasks of KernelOnSms::length 1, without copies beside them
  std::vector<double> waiting;          ///< CTAs that wait for issue slots
};

/// How fast kernels are that work on the SMs of a GPU at once: the one place where residents become rates. SMs that
/// hold the same, wherever they are, have issue slots and L1 in common; those of a memory partition its DRAM; kernels
/// share each by the co-run law (co_run/co_run_model.hpp), and copies that move payload slow memory-bound ones down.
///
/// Who runs beside whom comes back with every request of a client, and to solve the law takes a hundred times longer
/// than to look its answer up: answers are kept by what works on how many SMs.
class KernelRates {
 public:
  /// The instance has a chip. share: whose partitions the memory has. Keeps a reference to the instance.
  explicit KernelRates(const Instance& instance, const Share& share = {});

  /// A kernel that works, whose number in WorkingSms is its place among them.
  struct Kernel {
    const KernelOnSms* on_sms = nullptr;
    std::size_t kind = 0;  ///< what kind() says
  };
  /// Of all that works, until the next call; finds its kinds. Throws std::logic_error: two kernels share an SM of which
  /// one shares with nobody.
  const RatesByKind& by_kind(WorkingSms& sms, std::span<const Kernel> kernels);
  /// Subtasks of its own that a kernel does where those of RatesByKind are `rate`. faster: see beside_copies().
  static double own_rate(const KernelOnSms& kernel, SubtasksPerMilli rate, double faster) {
    return rate.value / kernel.length * (kernel.law ? kernel.speed * (kernel.memory_bound ? faster : 1) : 1);
  }

  /// Sets the rates of all that works.
  void set(std::span<WorkingCtas> ctas, double faster = 1);
  /// The same, and what each range keeps busy: Σ rate · demand. Every kernel has a law.
  void set_with_loads(std::span<WorkingCtas> ctas);

  /// Subtasks that a kernel with a law ends in a millisecond that has these CTAs, and nobody beside it; its SMs share
  /// the partition of the first.
  double alone(const KernelOnSms& kernel, const Allocation& held);

  /// The number of a kernel's kind: those of one have the same law, length and time, and are as fast as each other
  /// wherever they are.
  std::size_t kind(const KernelOnSms& kernel);
  /// Bandwidth that an SM's partition has, as part of the device's.
  double memory_of(std::uint32_t sm) const { return memory_[partition_of_[sm]]; }

 private:
  void set(std::span<WorkingCtas> ctas, double faster, bool with_loads);
  /// kernels_, numbers_, by_launch_.
  void number_launches(std::span<const WorkingCtas> ctas);
  static std::vector<SmGroup> groups_of(std::span<const WorkingSms::Kind> kinds, std::span<const Kernel> kernels);
  RatesByKind find(const WorkingSms& sms, std::span<const Kernel> kernels);
  /// visit(kinds) of each partition.
  template <class Visit>
  static void for_each_partition(const WorkingSms& sms, const Visit& visit);
  /// What tells the law of a kernel from others'. Copies of a kernel have the same.
  void add_law(WordsKey& key, std::size_t law) const;

  const CoRunProfile* profile_;                    ///< nothing: no kernel has a law
  std::vector<double> memory_;                     ///< part of the bandwidth, by partition; 1 of SMs in none
  std::vector<std::size_t> partition_of_;          ///< by SM
  std::vector<std::uint32_t> ends_of_partitions_;  ///< SMs behind each but the last
  Answers<RatesByKind> answers_;                   ///< of by_kind()
  Answers<double> alone_;                          ///< of alone()
  Answers<double> even_rates_;                     ///< see group_rates()
  Answers<std::size_t> kinds_;
  std::size_t next_kind_ = 0;
  WordsKey key_;
  WorkingSms sms_;                      ///< while ranges are set
  std::vector<Kernel> kernels_;         ///< the same
  std::vector<std::uint32_t> numbers_;  ///< the same: of kernels, by range
  std::vector<std::size_t> by_launch_;  ///< the same: ranges in the order of these numbers
};

/// Speed of memory-bound kernels beside copies / alone; moves[Direction]: whether any moves payload.
inline double beside_copies(const Interference& interference, const std::array<bool, 2>& moves) {
  return (moves[0] ? interference.kernel_beside_h2d : 1) * (moves[1] ? interference.kernel_beside_d2h : 1);
}
/// The most that is of any copies; ≥ 1.
inline double fastest_beside_copies(const Interference& interference) {
  return std::max({1.0, interference.kernel_beside_h2d, interference.kernel_beside_d2h,
                   interference.kernel_beside_h2d * interference.kernel_beside_d2h});
}

}  // namespace warpshop::evaluate
