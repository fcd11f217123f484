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

/// How fast kernels are that work on the SMs of a GPU at once: the one place where residents become rates. SMs that
/// hold the same, wherever they are, have issue slots and L1 in common; those of a memory partition its DRAM; kernels
/// share each by the co-run law (co_run/co_run_model.hpp), and copies that move payload slow memory-bound ones down.
///
/// Who runs beside whom comes back with every request of a client, and to solve the law takes a thousand times longer
/// than to look its answer up: answers are kept by the set of residents. Launches are told apart, whichever they are.
class KernelRates {
 public:
  /// The instance has a chip. share: whose partitions the memory has. Keeps a reference to the instance.
  explicit KernelRates(const Instance& instance, const Share& share = {});

  /// Sets the rates of all that works. faster: see beside_copies(). Throws std::logic_error: two kernels share an SM of
  /// which one shares with nobody.
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
  /// What a launch has on each SM.
  struct HeldCtas {
    std::size_t launch = 0;
    bool still = false;
    std::uint32_t ctas = 0;
    friend auto operator<=>(const HeldCtas&, const HeldCtas&) = default;
  };
  using Held = std::vector<HeldCtas>;  ///< by launch
  /// What the law says of groups, by group and resident: subtasks a millisecond, CTAs that wait for issue slots.
  struct GroupRates {
    std::vector<SubtasksPerMilli> rates;
    std::vector<double> waiting;
  };
  /// SMs that hold the same of one partition, wherever they are.
  struct AlikeSms {
    std::size_t partition = 0;
    std::int64_t sms = 0;
    Held held = {};
    std::vector<const KernelOnSms*> kernels = {};                   ///< as `held`
    std::vector<std::pair<std::size_t, std::int64_t>> ranges = {};  ///< by position, and how many of the SMs each has

    /// Nothing, of a partition.
    void begin(std::size_t its_partition);
    /// A range is on them.
    void add(const HeldCtas& its, const KernelOnSms& kernel);
  };

  /// Sections: neighbouring SMs of one partition, on all of which the same ranges are.
  void find_sections(std::span<const WorkingCtas> ctas);
  /// By partition and what they hold, until the next call.
  std::span<const AlikeSms> alike_sms(std::span<const WorkingCtas> ctas);
  void set(std::span<WorkingCtas> ctas, double faster, bool with_loads);
  /// group_rates(), until the next call.
  const GroupRates& rates_of(std::span<const SmGroup> groups, double memory);
  /// What tells the law of a kernel from others'. Copies of a kernel have the same.
  void add_law(WordsKey& key, std::size_t law) const;

  const CoRunProfile* profile_;                       ///< nothing: no kernel has a law
  std::vector<double> memory_;                        ///< part of the bandwidth, by partition; 1 of SMs in none
  std::vector<std::size_t> partition_of_;             ///< by SM
  std::vector<std::uint32_t> ends_of_partitions_;     ///< SMs behind each but the last
  std::vector<std::uint32_t> ends_;                   ///< SMs behind each section
  std::vector<std::vector<std::size_t>> on_section_;  ///< by section, and more: positions of ranges
  std::vector<AlikeSms> alike_;                       ///< of alike_sms(), and more
  std::vector<SmGroup> groups_;                       ///< while rates are set, and more
  Answers<GroupRates> answers_;                       ///< of rates_of()
  Answers<double> even_rates_;                        ///< see group_rates()
  Answers<std::size_t> kinds_;
  std::size_t next_kind_ = 0;
  WordsKey set_;
  std::vector<std::size_t> launches_;  ///< of the set, as they come
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
