#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/model/whole_gpu.hpp"

namespace warpshop::share {

/// What a CTA of the task's kernel takes; nothing: the kernel shares with nobody, as it says only how long it takes, or
/// the profile does not say how it shares.
std::optional<CtaResources> shape(const Instance& instance, std::uint32_t task);

/// What the persistent form of a kernel that has a shape does alone, in subtasks a millisecond.
double progress_alone(const Instance& instance, std::uint32_t task);

/// How long a subtask of it takes then; a CTA leaves when it has done one.
Millis subtask_time(const Instance& instance, std::uint32_t task);

/// Two kernels on the same GPU: what each holds.
struct PairSplit {
  Allocation first;
  Allocation second;
  friend bool operator==(const PairSplit&, const PairSplit&) = default;
};

/// smt: the first kernel's SMs, then the second's, each full. sms: of the first, 1 … SMs - 1.
PairSplit split_sms(const Instance& instance, std::uint32_t sms);
/// smk: so many CTAs of each on every SM.
PairSplit split_ctas(const Instance& instance, std::uint32_t first, std::uint32_t second);

/// Every way of splitting SMs (smt), or of splitting each SM (smk: the co-execution space, S5 4.1), in order of what
/// the first kernel gets. Empty: they do not share.
std::vector<PairSplit> sm_splits(const Instance& instance, std::uint32_t first, std::uint32_t second);
std::vector<PairSplit> cta_splits(const Instance& instance, std::uint32_t first, std::uint32_t second);
using PairSplits = std::vector<PairSplit> (*)(const Instance& instance, std::uint32_t first, std::uint32_t second);

/// The most SMs that the first of two kernels can have; the most CTAs that an SM holds of any of the kernels.
std::int64_t most_sms_of_one(const Instance& instance);
std::int64_t most_ctas_on_an_sm(const Instance& instance);

/// Splits whose throughput is at least this part of the largest are as good.
inline constexpr double kAsGood = 0.99;

/// Of the splits whose sum of both normalised progresses (STP, S5 2.6) is as good as the largest by the co-run law, the
/// one whose smaller progress is largest; of equal ones that of the more even progresses, then the first. The
/// instance is prepared, splits is not empty, no task's kernel is alone.
PairSplit best_split(const Instance& instance, std::uint32_t first, std::uint32_t second,
                     std::span<const PairSplit> splits, const Mechanism& mechanism = {}, double as_good = kAsGood);

}  // namespace warpshop::share
