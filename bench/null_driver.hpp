#pragma once

#include <cstdlib>

#include "kernels/gpu/driver.hpp"

namespace warpshop::bench {

/// A device that has always done everything already: what is left is the time of whoever drives it.
class NullDriver final : public gpu::Driver {
 public:
  NullDriver() {
    properties_.name = "null";
    properties_.copy_engines = 2;
    properties_.sms = 1;
    properties_.memory = Bytes{std::int64_t{64} << 30};
  }

  const gpu::Properties& properties() const override { return properties_; }
  gpu::Resources resources(const gpu::Code& code, gpu::Form /*form*/) override {
    return {.threads = code.threads, .ctas_per_sm = 1};
  }

  std::byte* allocate(gpu::Space /*space*/, Bytes size) override {
    return static_cast<std::byte*>(std::malloc(static_cast<std::size_t>(size.count)));
  }
  void release(gpu::Space /*space*/, std::byte* memory) noexcept override { std::free(memory); }

  gpu::StreamState* create_stream(int /*priority*/) override { return nullptr; }
  void destroy_stream(gpu::StreamState* /*stream*/) noexcept override {}
  gpu::EventState* create_event() override { return nullptr; }
  void destroy_event(gpu::EventState* /*event*/) noexcept override {}
  void* native(gpu::StreamState* stream) const noexcept override { return stream; }

  void copy(gpu::StreamState* /*stream*/, std::byte* /*to*/, const std::byte* /*from*/, Bytes /*size*/,
            Direction /*direction*/, Memory /*memory*/) override {}
  void launch(gpu::StreamState* /*stream*/, const gpu::Launch& /*launch*/) override {}
  void record(gpu::EventState* /*event*/, gpu::StreamState* /*stream*/) override {}
  void wait(gpu::StreamState* /*stream*/, gpu::EventState* /*event*/) override {}

  void synchronize(gpu::StreamState* /*stream*/) override {}
  void synchronize(gpu::EventState* /*event*/) override {}
  bool reached(gpu::EventState* /*event*/) override { return true; }
  Millis elapsed(gpu::EventState* /*from*/, gpu::EventState* /*to*/) override { return Millis{0}; }

 private:
  gpu::Properties properties_;
};

}  // namespace warpshop::bench
