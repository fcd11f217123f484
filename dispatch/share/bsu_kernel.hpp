#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dispatch/share/launched_kernel.hpp"
#include "kernels/gpu/bsu_pool.hpp"
#include "kernels/gpu/bsu_set.hpp"

namespace warpshop::dispatch {

/// What CTAs of a kernel's persistent form take of an SM.
struct CtaNeeds {
  SmResources cta;
  std::uint32_t per_sm = 1;  ///< most of them, ≥ 1
};

/// A kernel of persistent CTAs that come and go while it runs (S5 4.3): what it is asked to hold is dealt to BSUs of
/// one CTA on each of neighbouring SMs, of which each is launched, or told to leave, by itself.
class BsuKernel final : public LaunchedKernel {
 public:
  /// next_subtask: of gpu::SubtaskCounters. The pool outlives it.
  BsuKernel(const gpu::Device& device, gpu::BsuPool& pool, std::uint32_t* next_subtask, const KernelLaunch& launch,
            const CtaNeeds& needs, const PlanBegin& begin);

  /// Those launched last leave first.
  void ask(const Allocation& asked) override;
  void occupy(SmRoom& room) const override;
  void deal(SmRoom& room, Allocation& kept) override;
  Left look() override;
  bool works() const override { return !live_.empty(); }
  bool over() const override { return live_.empty() && bsus_.over(); }
  std::uint64_t seen() const override;
  std::optional<Millis> leaving_since() const override;
  share::Running running(std::uint32_t task) const override;
  std::vector<Residency> residencies() const override { return residencies_; }
  Interval interval() const override { return interval_; }

 private:
  struct Live {
    gpu::BsuPool::Bsu* bsu = nullptr;  ///< nullptr: it has left
    SmRange on;
    std::optional<Millis> told;  ///< to leave, by the host's clock
    std::optional<Millis> came;  ///< when CTAs of it were first seen, by the host's clock
  };
  using Counts = std::vector<std::uint32_t>;  ///< CTAs by SM

  Counts counts_of(const Allocation& asked) const;
  /// Subtasks that no CTA has taken, if each that is there has one in hand.
  std::int64_t untaken() const;
  void launch(const SmRange& on);
  void lack_again(const SmRange& on);
  Allocation holds(bool all) const;
  void write_down(const Live& live);

  gpu::Device device_;
  KernelLaunch launch_;
  PlanBegin plan_;
  CtaNeeds needs_;
  std::uint32_t sms_;
  Allocation asked_;
  Counts lacks_;            ///< of what it is asked to hold
  std::vector<Live> live_;  ///< as they were launched
  std::vector<Residency> residencies_;
  Interval interval_{.stage = Stage::kernel, .start = kNone, .end = Millis{0}};
  gpu::BsuSet bsus_;

  static constexpr Millis kNone{1e300};
};

}  // namespace warpshop::dispatch
