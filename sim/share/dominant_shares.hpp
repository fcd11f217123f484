#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/share/quota_ctas.hpp"

namespace warpshop::share {

/// A part of something, compared exactly: counts up to 2^26, of CTAs up to 64.
struct Portion {
  double part = 0;   ///< a whole number
  double whole = 1;  ///< the same, > 0
  double value() const { return part / whole; }
  friend bool operator<(const Portion& a, const Portion& b) { return a.part * b.whole < b.part * a.whole; }
};

/// What so many CTAs take; what two take together; whether that fits where there is no more than `there`.
constexpr SmResources times(const SmResources& cta, std::int64_t ctas) {
  return {.ctas = ctas * cta.ctas,
          .threads = ctas * cta.threads,
          .registers = ctas * cta.registers,
          .shared_memory = {ctas * cta.shared_memory.count}};
}
constexpr SmResources plus(const SmResources& one, const SmResources& other) {
  return {.ctas = one.ctas + other.ctas,
          .threads = one.threads + other.threads,
          .registers = one.registers + other.registers,
          .shared_memory = {one.shared_memory.count + other.shared_memory.count}};
}
constexpr bool within(const SmResources& taken, const SmResources& there) {
  return taken.ctas <= there.ctas && taken.threads <= there.threads && taken.registers <= there.registers &&
         taken.shared_memory.count <= there.shared_memory.count;
}

/// rK of so many CTAs (S1 2), and rSM of what is taken: the largest of the shares of registers, threads, shared memory
/// and CTA slots that they take of so many SMs.
Portion dominant_share(const SmResources& taken, const SmResources& sm, std::int64_t sms = 1);

/// How kernels split one SM (S1 2, smk-p): starting with none, a CTA for the kernel with the least rK, of equal ones
/// the one that holds more, then the first; one of which none fits any more is skipped (ours). By kernel.
std::vector<std::uint32_t> resource_partition(const SmResources& sm, std::span<const SharingKernel> kernels);

/// On which SMs each of several kernels is: at most `most` on one (S1 2, smk-p). The kernel that is on the fewest goes
/// next, where it is not yet, to the SM that has fewest; then who is on more than one SM more than another makes room
/// for it. Of equals the first. before: on which they are now, which stays where it can. By kernel and SM: 1 or 0.
CtasBySm sms_of_kernels(std::size_t most, const CtasBySm& before);

/// Quotas of issue slots (S1 2, smk-p+w): C_k = x_k S_k / T_k over the sum of all. x: part of the issue cycles that a
/// kernel uses alone with T CTAs on an SM; S: those that it has. By kernel; 0 where all are 0.
struct IssueUse {
  double alone = 0;      ///< x
  double ctas = 0;       ///< S
  double most_ctas = 1;  ///< T
};
std::vector<double> cycle_quotas(std::span<const IssueUse> kernels);

}  // namespace warpshop::share
