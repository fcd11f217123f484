#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// What limits a kernel that has the GPU to itself (S5 table 4.2).
enum class Category : std::uint8_t { memory_bound, compute_bound };

constexpr std::string_view name(Category category) {
  return category == Category::memory_bound ? "memory_bound" : "compute_bound";
}

/// The part of what the GPU has of something that is in use: 0 … 1.
struct Utilization {
  double part = 0;
  friend auto operator<=>(const Utilization&, const Utilization&) = default;
};

/// What a kernel that has the GPU to itself, and fills it, uses of it, as Nsight Compute prints it (*GPU Speed Of Light
/// Throughput*). Nothing: not known, see kUseElsewhere.
struct KernelUse {
  std::optional<Utilization> compute = std::nullopt;  ///< of the issue slots: Compute (SM) Throughput
  std::optional<Utilization> memory = std::nullopt;   ///< of the bandwidth of the device's memory: DRAM Throughput
  friend auto operator<=>(const KernelUse&, const KernelUse&) = default;
};

/// What limits a kernel that says what it uses: what it uses more of. Of DRAM alone: that, from half of it on.
constexpr Category category_by(const KernelUse& use) {
  constexpr Utilization kHalf{0.5};
  const bool moves = use.memory && (use.compute ? *use.memory > *use.compute : *use.memory >= kHalf);
  return moves ? Category::memory_bound : Category::compute_bound;
}

/// What is taken of a kernel of which the category alone is known: of what limits it it uses this much, within a factor
/// of e^0.5.
inline constexpr Utilization kUseAtLimit{0.95};
/// The same of the other, within a factor of e.
inline constexpr KernelUse kUseElsewhere{.compute = Utilization{0.2}, .memory = Utilization{0.3}};
/// The ends of that factor, to whole per cent, as they are printed: who writes one of them gets what is said of it.
inline constexpr KernelUse kLeastUseElsewhere{.compute = Utilization{0.07}, .memory = Utilization{0.11}};
inline constexpr KernelUse kMostUseElsewhere{.compute = Utilization{0.54}, .memory = Utilization{0.82}};

/// The most of anything that is counted in a profile, or of what a CTA takes.
inline constexpr std::int64_t kLargestCount = 1'000'000'000;

/// What one CTA of a kernel takes, and how many of them one SM holds at once.
struct CtaResources {
  std::int64_t threads = 1;    ///< ≥ 1
  std::int64_t registers = 0;  ///< of 32 bits, per thread; ≥ 0
  Bytes shared_memory;
  std::int64_t per_sm = 1;  ///< ≥ 1
  friend bool operator==(const CtaResources&, const CtaResources&) = default;
};

/// Subtasks (CTAs of the plain form of a kernel) that end in a millisecond; positive in every valid device.
struct SubtasksPerMilli {
  double value = 0;
  friend auto operator<=>(const SubtasksPerMilli&, const SubtasksPerMilli&) = default;
};

/// A measured point of a scaling curve.
struct ScalingPoint {
  std::int64_t count = 1;  ///< CTAs per SM, or SMs; ≥ 1
  SubtasksPerMilli rate;
  friend bool operator==(const ScalingPoint&, const ScalingPoint&) = default;
};

/// S5 eq. 3.2: T = η m + γ for m elements; and how the kernel behaves on a part of the GPU.
struct KernelModel {
  std::optional<Millis> per_element = std::nullopt;  ///< η ≥ 0; nothing, here and below: not measured
  std::optional<Millis> invocation = std::nullopt;   ///< γ ≥ 0
  std::optional<Category> category = std::nullopt;
  std::optional<CtaResources> cta = std::nullopt;
  std::vector<ScalingPoint> by_ctas = {};         ///< CTAs per SM on all SMs → rate; increasing counts
  std::vector<ScalingPoint> by_sms = {};          ///< SMs at full CTAs → rate; increasing counts
  std::optional<Millis> eviction = std::nullopt;  ///< from the order to evict to the end of the kernel; ≥ 0
  std::optional<double> transformation =
      std::nullopt;                           ///< time of the persistent form / of the plain one; 0 < x ≤ 1000
  std::optional<Watts> power = std::nullopt;  ///< of the whole board while the kernel has the GPU to itself
  KernelUse use = {};                         ///< of a kernel that a task describes; profiles have none
  /// Both η and γ are there.
  bool timed() const { return per_element && invocation; }
  /// T for that many elements; timed().
  Millis time(std::int64_t elements) const { return static_cast<double>(elements) * *per_element + *invocation; }
  /// CTAs of the plain form of a call of that many elements: what the persistent form, at full CTAs on all SMs, does in
  /// transformation · η m; at least 1 of any element. 0: not known, for want of η or of a measured rate.
  std::int64_t subtasks(std::int64_t elements) const;
  friend bool operator==(const KernelModel&, const KernelModel&) = default;
};

}  // namespace warpshop
