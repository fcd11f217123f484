#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/sharing_engine.hpp"
#include "sim/evaluate/events/shared/wave_kernel.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// The compute engine that kernels share, for workloads of many tasks: what Shared is, but that the CTAs of a kernel
/// stay in step. A kernel is its full waves, then a last wave of as many CTAs as subtasks are left, as last_round.hpp
/// says, and the rest of its room is free for others. CTAs that it is given later fall in with those that it has, at
/// the phase at which as much is done as before. So the sets of residents come back, where those of Shared, which
/// follows every CTA as it drifts, do not. Times in milliseconds.
class Waves final : public SharingEngine<WaveKernel> {
 public:
  /// Keeps references. records: residencies.
  Waves(const Instance& instance, Submission /*submission*/, Readiness& readiness, const Share& share, bool records)
      : SharingEngine(instance, readiness, share, records) {}

 private:
  // Time.
  void pass_time(double now) override;
  void change(WaveKernel& kernel, double now);
  void change(WaveKernel& kernel, WaveBatch& joining, double now);
  void begin_last_wave(WaveKernel& kernel);
  void let_leave(WaveKernel& kernel, double now);
  void foresee() override;
  void set_speeds(double now) override;

  // CTAs come and go.
  void adapt(WaveKernel& kernel, double now) override;
  void swap(WaveKernel& kernel, double now);
  void shrink(WaveKernel& kernel, double now);
  void take(WaveKernel& kernel, const std::vector<std::uint32_t>& dealt, double now) override;
  void leave(WaveKernel& kernel) override;
  /// Writes down what CTAs have held, and done.
  void close(WaveKernel& kernel, double now);
  void close(const WaveKernel& kernel, const WaveBatch& batch, double now);
  void record_all(const WaveKernel& kernel, std::span<const std::uint32_t> held, std::int64_t ctas, double since,
                  double now, double done);
};

}  // namespace warpshop::evaluate
