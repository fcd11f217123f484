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
class Waves {
 public:
  /// Keeps references.
  Waves(const Instance& instance, Submission submission, Readiness& readiness, const Share& share, bool records);

  // What Engines asks of a compute engine, see Shared.
  void arrive(const Readiness::Arrival& arrival, bool lasts);
  void issue(std::uint32_t slot) { issued_.push_back(readiness_.task(slot)); }
  bool lasts(std::uint32_t slot) const { return readiness_.job(slot).kernel > Millis{0}; }
  void end(std::uint32_t slot);
  std::size_t partitions() const { return share_.partitions_of_copies(); }
  std::size_t partition(std::uint32_t task) const { return share_.home_of(task); }
  bool has_one_copy_engine(std::size_t partition) const { return share_.has_one_copy_engine(partition); }
  template <class Observer, class Passed>
  bool pass(Observer& observer, const Passed& passed) {
    bool any = false;
    while (!instant_.empty()) {
      const std::uint32_t slot = instant_.back();
      instant_.pop_back();
      observer.pass(Stage::kernel, slot);
      passed(slot);
      any = true;
    }
    return any;
  }
  template <class Observer>
  void begin(double now, Observer& observer) {
    decide(now);
    for (const std::uint32_t slot : begun_) {
      observer.start(Stage::kernel, slot);
    }
    begun_.clear();
  }
  double next_event() const { return next_; }
  std::uint64_t version() const { return version_; }
  bool advance(double now);
  std::optional<std::uint32_t> ending(double now) const;
  bool set_beside(const BesideCopies& beside, double now);
  bool memory_bound_works() const;
  std::vector<Residency> take_residencies() { return std::move(residencies_); }

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

  const Instance& instance_;
  Readiness& readiness_;
  const Share& share_;
  bool records_;
  share::Controller controller_;
  std::vector<std::uint32_t> slot_of_;  ///< by task
  std::vector<Turn> turn_of_;           ///< by slot
  SmRoom room_;
  WaveRates rates_;
  BesideCopies beside_;
  std::vector<Waiting> waiting_;  ///< given nothing; the longest ready first
  std::vector<Queue> queues_;
  std::map<Turn, WaveKernel> launched_;
  std::vector<std::uint32_t> instant_;  ///< arrived, take no time
  std::vector<std::uint32_t> begun_;    ///< not told yet
  std::vector<std::uint32_t> issued_;   ///< tasks that the controller has not been told
  std::vector<Residency> residencies_;
  Turn turns_ = 0;
  std::uint64_t version_ = 0;
  double wake_at_ = kNever;
  double then_ = 0;       ///< launched kernels are as they were at that time
  double next_ = kNever;  ///< event
  bool changed_ = false;  ///< since the controller was asked
  bool deals_ = false;    ///< there may be room for somebody
  bool stale_ = false;    ///< speeds are not those of what is on the SMs
};

}  // namespace warpshop::evaluate
