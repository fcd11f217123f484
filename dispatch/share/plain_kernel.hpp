#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dispatch/share/launched_kernel.hpp"
#include "kernels/gpu/bsu_pool.hpp"

namespace warpshop::dispatch {

/// A kernel of the plain form in a stream of its own: the hardware gives its CTAs what is free, and nobody can tell how
/// far it is, or take it back.
class PlainKernel final : public LaunchedKernel {
 public:
  /// Takes a stream of the pool, which outlives it, of that priority.
  PlainKernel(gpu::BsuPool& pool, const KernelLaunch& launch, const PlanBegin& begin, int priority)
      : launch_(launch), plan_(begin), pool_(pool), stream_(pool.take(priority)) {}
  PlainKernel(const PlainKernel&) = delete;
  PlainKernel& operator=(const PlainKernel&) = delete;
  ~PlainKernel() override;

  /// Launches it, once. Throws std::logic_error: it is asked to leave.
  void ask(const Allocation& asked) override;
  /// The hardware deals.
  void occupy(SmRoom& /*room*/) const override {}
  void deal(SmRoom& /*room*/, Allocation& /*kept*/) override {}
  Left look() override;
  bool works() const override { return launched_ && !over_; }
  bool over() const override { return over_; }
  std::uint64_t seen() const override { return over_ ? 1 : 0; }
  std::optional<Millis> leaving_since() const override { return std::nullopt; }
  /// It may hold what it was asked to, as far as anybody knows.
  share::Running running(std::uint32_t task) const override;
  std::vector<Residency> residencies() const override { return {}; }
  Interval interval() const override;

 private:
  KernelLaunch launch_;
  PlanBegin plan_;
  gpu::BsuPool& pool_;
  gpu::BsuPool::Bsu& stream_;
  Allocation asked_;
  bool launched_ = false;
  bool over_ = false;
};

}  // namespace warpshop::dispatch
