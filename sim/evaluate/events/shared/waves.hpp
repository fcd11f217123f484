#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/cohort_speeds.hpp"
#include "sim/evaluate/events/shared/sharing_engine.hpp"
#include "sim/evaluate/events/shared/sm_room.hpp"
#include "sim/evaluate/events/shared/wave_kernel.hpp"
#include "sim/evaluate/events/shared/wave_rates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// The compute engine that kernels share, for workloads of many tasks: what Shared is, but that the CTAs of a kernel
/// stay in step. A kernel is its full waves, then a last wave of as many CTAs as subtasks are left, as last_round.hpp
/// says, and the rest of its room is free for others. CTAs that it is given later fall in with those that it has, at
/// the phase at which as much is done as before. So the sets of residents come back, where those of Shared, which
/// follows every CTA as it drifts, do not; and an event costs what is resident and what stands at the heads of queues,
/// however many tasks there are. Times in milliseconds.
class Waves : public SharingEngine {
 public:
  /// Keeps references.
  Waves(const Instance& instance, Submission submission, Readiness& readiness, const Share& share, bool records);

  // What Engines asks of a compute engine, see Shared.
  void arrive(const Readiness::Arrival& arrival, bool lasts);
  void end(std::uint32_t slot);
  template <class Observer>
  void begin(double now, Observer& observer) {
    decide(now);
    tell_begun(observer);
  }
  bool advance(double now);
  std::optional<std::uint32_t> ending(double now) const;
  bool set_beside(const BesideCopies& beside, double now);
  bool memory_bound_works() const;

 private:
  /// Counts kernels as they are first given something.
  using Turn = std::uint64_t;
  static constexpr Turn kNoTurn = std::numeric_limits<Turn>::max();

  /// Kernels that have been given the same and hold nothing: none goes before those ahead of it.
  struct Queue {
    Allocation asked;
    std::map<Turn, std::uint32_t> slots;
  };
  struct Waiting {
    double ready = 0;
    std::uint32_t slot = 0;
  };

  // Time.
  void pass_time(double now);
  void change(WaveKernel& kernel, double now);
  void change(WaveKernel& kernel, WaveBatch& joining, double now);
  void begin_last_wave(WaveKernel& kernel);
  void leave(WaveKernel& kernel, double now);
  void foresee();

  // What the controller decides, and who is dealt CTAs.
  void decide(double now);
  void ask_controller(double now);
  void answer(std::uint32_t slot, const Allocation& asked, double now);
  void queue(Turn turn, std::uint32_t slot, const Allocation& asked);
  void ask(WaveKernel& kernel, const Allocation& asked, double now);
  void swap(WaveKernel& kernel, double now);
  void shrink(WaveKernel& kernel, double now);
  std::vector<share::Running> running() const;
  void deal(double now);
  bool deal_to(WaveKernel& kernel, std::vector<bool>& kept, double now);
  bool launch(Queue& queue, std::vector<bool>& kept, double now);
  void take(WaveKernel& kernel, const std::vector<std::uint32_t>& dealt, std::int64_t ctas, double now);
  void give_back(std::span<const std::uint32_t> held, const SmResources& cta);

  /// Writes down what CTAs have held, and done.
  void close(WaveKernel& kernel, double now);
  void close(const WaveKernel& kernel, const WaveBatch& batch, double now);
  void record(const WaveKernel& kernel, std::span<const std::uint32_t> held, std::int64_t ctas, double since,
              double now, double done);

  bool records_;
  std::vector<Turn> turn_of_;  ///< by slot
  SmRoom room_;
  WaveRates rates_;
  BesideCopies beside_;
  std::vector<Waiting> waiting_;  ///< given nothing; the longest ready first
  std::vector<Queue> queues_;
  std::map<Turn, WaveKernel> launched_;
  Turn turns_ = 0;
  bool deals_ = false;  ///< there may be room for somebody
};

}  // namespace warpshop::evaluate
