#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "kernels/gpu/driver.hpp"
#include "sim/model/error.hpp"

namespace warpshop::test {

/// A driver of whose calls that may fail one does (counted from 1), or that one and all after it.
class FailingDriver final : public gpu::Driver {
 public:
  FailingDriver(std::shared_ptr<gpu::Driver> driver, std::uint64_t call, bool for_good)
      : driver_(std::move(driver)), call_(call), for_good_(for_good) {}

  bool came() const { return calls_ >= call_; }

  const gpu::Properties& properties() const override { return driver_->properties(); }
  gpu::Resources resources(const gpu::Code& code, gpu::Form form) override {
    return on([&] { return driver_->resources(code, form); });
  }
  std::byte* allocate(gpu::Space space, Bytes size) override {
    return on([&] { return driver_->allocate(space, size); });
  }
  void release(gpu::Space space, std::byte* memory) noexcept override { driver_->release(space, memory); }
  gpu::StreamState* create_stream(int priority) override {
    return on([&] { return driver_->create_stream(priority); });
  }
  void destroy_stream(gpu::StreamState* stream) noexcept override { driver_->destroy_stream(stream); }
  void* native(gpu::StreamState* stream) const noexcept override { return driver_->native(stream); }
  gpu::EventState* create_event() override {
    return on([&] { return driver_->create_event(); });
  }
  void destroy_event(gpu::EventState* event) noexcept override { driver_->destroy_event(event); }
  void copy(gpu::StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
            Memory memory) override {
    on([&] { driver_->copy(stream, to, from, size, direction, memory); });
  }
  void launch(gpu::StreamState* stream, const gpu::Launch& launch) override {
    on([&] { driver_->launch(stream, launch); });
  }
  void record(gpu::EventState* event, gpu::StreamState* stream) override {
    on([&] { driver_->record(event, stream); });
  }
  void wait(gpu::StreamState* stream, gpu::EventState* event) override {
    on([&] { driver_->wait(stream, event); });
  }
  void synchronize(gpu::StreamState* stream) override {
    driver_->synchronize(stream);
    on([] {});
  }
  void synchronize(gpu::EventState* event) override {
    driver_->synchronize(event);
    on([] {});
  }
  bool reached(gpu::EventState* event) override {
    return on([&] { return driver_->reached(event); });
  }
  Millis elapsed(gpu::EventState* from, gpu::EventState* to) override {
    return on([&] { return driver_->elapsed(from, to); });
  }

 private:
  template <class Call>
  auto on(const Call& call) -> decltype(call()) {
    const std::uint64_t number = ++calls_;
    if (number == call_ || (for_good_ && number > call_)) {
      throw DeviceError("the driver says no");
    }
    return call();
  }

  std::shared_ptr<gpu::Driver> driver_;
  std::uint64_t call_;
  bool for_good_;
  std::atomic<std::uint64_t> calls_{0};
};

}  // namespace warpshop::test
