#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "sim/evaluate/closed_form/pack.hpp"
#include "sim/evaluate/closed_form/places.hpp"
#include "sim/evaluate/copy_engines.hpp"

// What the closed form keeps of a task, and reads, of several sequences at once: one in each lane.

namespace warpshop::evaluate {

template <std::size_t Width>
struct StagesPack {
  Pack<Width> h2d_latency, h2d_payload;
  Pack<Width> kernel;
  Pack<Width> d2h_latency, d2h_payload;

  /// The same task in all.
  explicit StagesPack(const Stages& task)
      : h2d_latency(task.h2d_latency),
        h2d_payload(task.h2d_payload),
        kernel(task.kernel),
        d2h_latency(task.d2h_latency),
        d2h_payload(task.d2h_payload) {}
  explicit StagesPack(const std::array<const Stages*, Width>& tasks)
      : h2d_latency(pack(tasks, &Stages::h2d_latency)),
        h2d_payload(pack(tasks, &Stages::h2d_payload)),
        kernel(pack(tasks, &Stages::kernel)),
        d2h_latency(pack(tasks, &Stages::d2h_latency)),
        d2h_payload(pack(tasks, &Stages::d2h_payload)) {}

 private:
  static Pack<Width> pack(const std::array<const Stages*, Width>& tasks, double Stages::*stage) {
    return Pack<Width>::each([&](std::size_t lane) { return tasks[lane]->*stage; });
  }
};

/// Of DuplexRates what the closed form computes with.
template <std::size_t Width>
struct RatesPack {
  typename Pack<Width>::Uniform delay, slowness, work_per_d2h, d2h_per_work, offset_per_d2h;

  explicit RatesPack(const DuplexRates& rates)
      : delay(rates.delay),
        slowness(rates.slowness),
        work_per_d2h(rates.work_per_d2h),
        d2h_per_work(rates.d2h_per_work),
        offset_per_d2h(rates.offset_per_d2h) {}
};

template <bool Latencies, std::size_t Width>
struct PlacePack;
template <std::size_t Width>
struct PlacePack<true, Width> {
  Pack<Width> ready, d2h_latency, d2h_payload;

  PlacePack() = default;
  PlacePack(const Pack<Width>& ready_at, const Pack<Width>& latency, const Pack<Width>& payload)
      : ready(ready_at), d2h_latency(latency), d2h_payload(payload) {}
  explicit PlacePack(const Place<true>& place) : PlacePack(place.ready, place.d2h_latency, place.d2h_payload) {}
  Place<true> operator[](std::size_t lane) const { return {ready[lane], d2h_latency[lane], d2h_payload[lane]}; }
};
template <std::size_t Width>
struct PlacePack<false, Width> {
  Pack<Width> ready, start_work, end_work, idle_offset;

  PlacePack() = default;
  explicit PlacePack(const Place<false>& place)
      : ready(place.ready), start_work(place.start_work), end_work(place.end_work), idle_offset(place.idle_offset) {}
  Place<false> operator[](std::size_t lane) const {
    return {ready[lane], start_work[lane], end_work[lane], idle_offset[lane]};
  }
};

/// The places of one lane, by slot.
template <bool Latencies, std::size_t Width>
class PlacesOfLane {
 public:
  PlacesOfLane(const PlacePack<Latencies, Width>* places, std::size_t lane) : places_(places), lane_(lane) {}
  Place<Latencies> operator[](std::size_t slot) const { return places_[slot][lane_]; }

 private:
  const PlacePack<Latencies, Width>* places_;
  std::size_t lane_;
};

/// The slot of the D2H at the head of the queue, in each lane.
template <std::size_t Width>
class Heads {
 public:
  explicit Heads(std::uint32_t head) { heads_.fill(head); }

  /// Whether it is the same in all; then it is first().
  bool level() const { return level_; }
  std::uint32_t first() const { return heads_[0]; }
  std::uint32_t operator[](std::size_t lane) const { return heads_[lane]; }
  /// A part of the place there.
  template <class Places>
  Pack<Width> gather(const Places* places, Pack<Width> Places::*part) const {
    return Pack<Width>::each([&](std::size_t lane) { return (places[heads_[lane]].*part)[lane]; });
  }

  void advance_all() {
    [this]<std::size_t... lane>(std::index_sequence<lane...>) {
      (++heads_[lane], ...);
    }
    (std::make_index_sequence<Width>{});
  }
  /// lanes: a bit each, see Pack::Mask.
  void advance(unsigned lanes) {
    [&]<std::size_t... lane>(std::index_sequence<lane...>) {
      ((heads_[lane] += (lanes >> lane) & 1), ...);
      level_ = ((heads_[lane] == heads_[0]) && ...);
    }
    (std::make_index_sequence<Width>{});
  }

 private:
  std::array<std::uint32_t, Width> heads_{};
  bool level_ = true;
};

}  // namespace warpshop::evaluate
