#include "calibrate/steady_kernel.hpp"

#include <cstring>
#include <utility>

#include "kernels/gpu/bsu_pool.hpp"
#include "sim/model/error.hpp"

namespace warpshop::calibrate {
namespace {

constexpr std::uint32_t kCtasPerPlace = 8;  // launched: what comes to an SM twice leaves at once
constexpr Millis kPatience{100};  // for one more CTA to come; a busy host takes some 30 ms to start its threads

}  // namespace

SteadyKernel::SteadyKernel(const TimedKernel& timed, std::uint32_t ctas)
    : timed_(timed),
      ctas_(ctas),
      sms_(static_cast<std::uint32_t>(timed.stream().device().properties().sms)),
      counted_(gpu::zeros(timed.stream().device(), 1 + std::size_t{ctas_} * sms_)),
      seen_(timed.stream().device(), gpu::Space::pinned, Bytes{sizeof(std::uint32_t)}) {
  for (std::uint32_t i = 0; i < ctas; ++i) {
    streams_.emplace_back(timed.stream().device());
  }
  timed.run().reset(timed.stream());
  timed.submit_persistent(sms_, sms_);
  timed.stream().synchronize();
}

void SteadyKernel::start(const gpu::Stream& orders) {
  timed_.run().reset(orders);
  orders.synchronize();
  auto* const there = reinterpret_cast<std::uint32_t*>(counted_.data());
  gpu::Control control = timed_.run().control();
  control.period = control.subtasks;
  control.subtasks = UINT32_MAX;
  control.there = there;
  control.launch = ++starts_;
  for (std::uint32_t place = 0; place < ctas_; ++place) {
    control.tickets = there + 1 + std::size_t{place} * sms_;
    timed_.submit_persistent(streams_[place], kCtasPerPlace * sms_, control);
  }
}

void SteadyKernel::await() const {
  for (const gpu::Stream& stream : streams_) {
    stream.synchronize();
  }
}

std::uint32_t SteadyKernel::there(const gpu::Stream& orders) const {
  orders.copy(seen_, counted_);
  orders.synchronize();
  std::uint32_t there = 0;
  std::memcpy(&there, seen_.data(), sizeof there);
  return there;
}

SteadyRun::SteadyRun(const Options& options, std::span<SteadyKernel* const> kernels)
    : options_(options),
      kernels_(kernels.begin(), kernels.end()),
      orders_(kernels_.front()->timed().stream().device()),
      begin_(orders_.device()),
      now_(orders_.device()) {
  for (Look* look : {&first_, &last_}) {
    look->taken.resize(kernels_.size());
    while (look->at.size() < kernels_.size()) {
      look->at.emplace_back(orders_.device());
    }
  }
  try {
    for (SteadyKernel* kernel : kernels_) {
      if (all_there_) {
        start(*kernel);
      }
    }
  } catch (...) {
    leave();
    throw;
  }
}

SteadyRun::~SteadyRun() {
  leave();
}

void SteadyRun::start(SteadyKernel& kernel) {
  ++started_;
  kernel.start(orders_);
  orders_.record(begin_);
  last_there_ = 0;
  Millis came{0};
  do {
    const std::uint32_t there = kernel.there(orders_);
    orders_.record(now_);
    now_.synchronize();
    start_time_ = gpu::elapsed(begin_, now_);
    came = there == last_there_ ? came : start_time_;
    last_there_ = there;
    all_there_ = there == kernel.ctas_in_all();
  } while (!all_there_ && start_time_ - came < kPatience);
}

/// A device that is lost has nothing under way.
void SteadyRun::leave() noexcept {
  try {
    for (std::size_t i = 0; i < started_; ++i) {
      kernels_[i]->tell_to_leave(orders_);
    }
    for (std::size_t i = 0; i < started_; ++i) {
      kernels_[i]->await();
    }
  } catch (const DeviceError&) {
    started_ = 0;
  }
}

void SteadyRun::take(Look& look) const {
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    kernels_[i]->timed().run().look(orders_);
    orders_.record(look.at[i]);
  }
  orders_.synchronize();
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    look.taken[i] = kernels_[i]->timed().run().seen();
  }
}

std::vector<SteadyRun::Progress> SteadyRun::next_window(Millis window) {
  if (!std::exchange(has_looked_, true)) {
    take(last_);
  }
  std::swap(first_, last_);
  options_.wait(window);
  do {  // a device in virtual time lives only while somebody waits for it
    take(last_);
  } while (gpu::elapsed(first_.at.front(), last_.at.front()) < window);
  std::vector<Progress> all;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    all.push_back({.time = gpu::elapsed(first_.at[i], last_.at[i]), .subtasks = last_.taken[i] - first_.taken[i]});
  }
  return all;
}

}  // namespace warpshop::calibrate
