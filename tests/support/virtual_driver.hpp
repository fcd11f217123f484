#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "tests/support/played_sms.hpp"

namespace warpshop::test {

/// What real devices do, and one in virtual time does if it is told to.
struct VirtualTraits {
  Bytes l2_cache{0};  ///< what it says that it has
  /// A launch of fewer subtasks takes half the time for each: it finds its data in a cache.
  std::uint32_t cached_subtasks = 0;
  Bytes slow_beyond{INT64_MAX};  ///< opposed pinned copies that are larger have 0.8 of the duplex bandwidth
  Millis submission{0};          ///< what submitting a copy takes the host
  bool persistent_kernels = true;
};

/// The host backend in virtual time: the same device, memory and results, but copies take exactly what the link says,
/// kernels exactly kInvocation + kCta * CTAs / CTAs that run at once, and everything else nothing, however busy this
/// machine is. The clock runs only while somebody waits: in synchronize(), for a stream that is destroyed, or in
/// pass().
/// Of a chip that is given, kernels run side by side on its SMs: see PlayedSms.
///
/// A copy of pageable memory does not hold its caller, so that no thread is needed to let something run beside it.
class VirtualDriver : public gpu::Driver {
 public:
  static constexpr Millis kInvocation{0.005};
  static constexpr Millis kCta{0.1};  ///< a CTA of the plain form, or a subtask of the persistent one

  explicit VirtualDriver(const gpu::host::LinkSpeeds& link = gpu::host::kHostLink, const VirtualTraits& traits = {},
                         std::optional<PlayedChip> chip = {});

  /// Lets that much time pass, once something is under way: another thread may be about to submit it.
  void pass(Millis time);

  const gpu::Properties& properties() const override { return properties_; }
  gpu::Resources resources(const gpu::Code& code, gpu::Form form) override;
  std::byte* allocate(gpu::Space space, Bytes size) override { return machine_.allocate(space, size); }
  void release(gpu::Space space, std::byte* memory) noexcept override { machine_.release(space, memory); }

  gpu::StreamState* create_stream(int priority) override;
  void destroy_stream(gpu::StreamState* stream) noexcept override;
  void* native(gpu::StreamState* stream) const noexcept override { return stream; }
  gpu::EventState* create_event() override;
  void destroy_event(gpu::EventState* event) noexcept override;

  void copy(gpu::StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
            Memory memory) override;
  void launch(gpu::StreamState* stream, const gpu::Launch& launch) override;
  void record(gpu::EventState* event, gpu::StreamState* stream) override;
  void wait(gpu::StreamState* stream, gpu::EventState* event) override;

  void synchronize(gpu::StreamState* stream) override;
  void synchronize(gpu::EventState* event) override;
  bool reached(gpu::EventState* event) override;
  Millis elapsed(gpu::EventState* from, gpu::EventState* to) override;

  Millis now() override;
  void pause(Millis at_most) override;

 protected:
  // What is done for real when its time has come. The lock is held.
  virtual void move_bytes(const gpu::host::CopyCommand& copy);
  virtual void do_subtask(const gpu::host::LaunchCommand& launch, std::uint32_t subtask);

 private:
  using Time = std::chrono::steady_clock::time_point;

  struct Engine {
    std::deque<gpu::StreamState*> queue;  ///< whose first command is for this engine, as they became ready
    gpu::StreamState* serving = nullptr;
    Time next;              ///< when the latency, the payload or the wave that is under way ends
    bool moving = false;    ///< the payload of a copy
    double bytes_left = 0;  ///< of it
    std::uint32_t ctas_left = 0;
  };

  // The lock is held by whoever calls one of these.
  void submit(gpu::StreamState* stream, gpu::host::Command command);
  void advance(gpu::StreamState* stream);
  void reach(gpu::Mark& mark);
  Engine& engine_of(const gpu::host::Command& command);
  bool busy() const;
  bool may_start(const Engine& engine) const;
  void start(Engine& engine);
  void go_on(Engine& engine);
  Millis run_wave(Engine& engine);
  std::uint32_t working_sms(const gpu::host::LaunchCommand& launch) const;
  void let_pass(Millis time);
  void move_payloads(Time to);
  BytesPerSecond rate(Direction direction) const;
  bool step(Time limit);
  void end_command(gpu::StreamState* stream);
  void run_until(const std::function<bool()>& done);

  gpu::host::HostDriver machine_;  ///< its memory and what it says of itself; its own engines do nothing
  gpu::host::LinkSpeeds link_;
  VirtualTraits traits_;
  gpu::Properties properties_;
  std::optional<PlayedSms> sms_;  ///< of a chip that was given
  std::mutex mutex_;
  std::condition_variable changed_;
  Time now_;
  std::array<Engine, 3> engines_;  ///< by Stage
  std::uint64_t reached_ = 0;      ///< marks, so far
};

/// A device in virtual time, with its clock.
struct VirtualDevice {
  explicit VirtualDevice(const gpu::host::LinkSpeeds& link = gpu::host::kHostLink, const VirtualTraits& traits = {},
                         std::optional<PlayedChip> chip = {})
      : driver(std::make_shared<VirtualDriver>(link, traits, std::move(chip))), device(driver) {}
  std::shared_ptr<VirtualDriver> driver;
  gpu::Device device;
};

}  // namespace warpshop::test
