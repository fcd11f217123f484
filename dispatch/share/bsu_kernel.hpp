#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dispatch/share/launched_kernel.hpp"
#include "kernels/gpu/bsu_set.hpp"

namespace warpshop::dispatch {

/// A kernel of persistent CTAs that come and go while it runs (S5 4.3): what it is asked to hold is dealt to BSUs of
/// one CTA on each of neighbouring SMs, of which each is launched, or told to leave, by itself.
class BsuKernel final : public LaunchedKernel {
 public:
  BsuKernel(const gpu::Device& device, const KernelLaunch& launch, const PlanBegin& begin);
  BsuKernel(const BsuKernel&) = delete;
  BsuKernel& operator=(const BsuKernel&) = delete;
  /// Those that are there are told to leave, and waited for.
  ~BsuKernel() override;

  /// Those launched last leave first. CTAs beyond what fits beside each other are not asked for.
  void ask(const Allocation& asked) override;
  Left look() override;
  bool works() const override { return !live_.empty(); }
  bool over() const override { return live_.empty() && bsus_.over(); }
  share::Running running(std::uint32_t task) const override;
  std::vector<Residency> residencies() const override { return residencies_; }
  Interval interval() const override { return interval_; }

 private:
  struct Live {
    std::size_t bsu = 0;
    SmRange on;
    std::uint32_t done_before = 0;  ///< by the same BSU, when it was launched
    bool told = false;              ///< to leave
    std::optional<Millis> came;     ///< when CTAs of it were first seen, by the host's clock
  };
  using Counts = std::vector<std::uint32_t>;  ///< CTAs by SM

  Counts counts_of(const Allocation& asked) const;
  void tell_to_leave(Counts& lacks);
  void launch(Counts& lacks);
  Allocation holds(bool all) const;
  void write_down(const Live& live);

  gpu::Device device_;
  KernelLaunch launch_;
  PlanBegin plan_;
  std::uint32_t sms_;
  std::uint32_t per_sm_;
  Allocation asked_;
  std::vector<Live> live_;  ///< as they were launched
  std::vector<Residency> residencies_;
  Interval interval_{.stage = Stage::kernel, .start = kNone, .end = Millis{0}};
  gpu::BsuSet bsus_;

  static constexpr Millis kNone{1e300};
};

}  // namespace warpshop::dispatch
