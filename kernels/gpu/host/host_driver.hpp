#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "kernels/gpu/driver.hpp"
#include "kernels/gpu/host/host_options.hpp"
#include "kernels/gpu/host/host_sms.hpp"
#include "kernels/gpu/host/link.hpp"
#include "kernels/gpu/host/queue.hpp"
#include "kernels/gpu/host/shared_context.hpp"

namespace warpshop::gpu::host {

/// The host backend: a device played by threads and memory of this machine, so that everything that works on a GPU can
/// be tried without one. Streams and events are CUDA's; two copy engines and a compute engine are a thread each and
/// take commands in the order in which they become ready, or in that of submission (Options::single_queue). Copies are
/// made over a Link, kernels run their bodies on an HostSms, one at a time, or as many as Options::kernels_at_once;
/// BSUs of persistent kernels run beside them and each other, on threads that they share by the system's leave.
class HostDriver final : public Driver {
 public:
  explicit HostDriver(const Options& options);
  ~HostDriver() override;

  const Properties& properties() const override { return properties_; }
  Resources resources(const Code& code, Form form) override;

  std::byte* allocate(Space space, Bytes size) override;
  void release(Space space, std::byte* memory) noexcept override;

  StreamState* create_stream(int priority) override;
  void destroy_stream(StreamState* stream) noexcept override;
  void* native(StreamState* stream) const noexcept override { return stream; }
  EventState* create_event() override;
  void destroy_event(EventState* event) noexcept override;

  void copy(StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
            Memory memory) override;
  void launch(StreamState* stream, const Launch& launch) override;
  void record(EventState* event, StreamState* stream) override;
  void wait(StreamState* stream, EventState* event) override;

  void synchronize(StreamState* stream) override;
  void synchronize(EventState* event) override;
  bool reached(EventState* event) override;
  Millis elapsed(EventState* from, EventState* to) override;

 private:
  using Lock = std::unique_lock<std::mutex>;

  /// An engine: a thread, and the stream of every command that it is to take, in that order; those that are ready, or
  /// with a single queue all that were submitted.
  struct Engine {
    std::deque<StreamState*> queue;
    std::vector<std::thread> threads;  ///< each takes a command at a time
    std::size_t idle = 0;              ///< of them, those that wait for one
    bool computes = false;
  };

  // The lock is held by whoever calls one of these.
  std::uint64_t submit(StreamState* stream, Command command);
  void advance(StreamState* stream);
  Engine* engine_of(const Command& command);
  void add_thread(Engine& engine);
  void add_thread_for_bsu();
  bool has_work(const Engine& engine);
  void reach(Mark& mark);
  void fail(const char* problem) noexcept;
  void check(const char* call) const;

  void close();
  void serve(Engine& engine, HostSms* sms);
  void execute(const Command& command, HostSms* sms);
  void await_done(Lock& lock, StreamState* stream, std::uint64_t commands);

  const Options options_;
  Properties properties_;
  Link link_;
  std::vector<std::unique_ptr<HostSms>> sms_;  ///< one for each kernel, and BSU, that runs at once
  std::optional<SharedContext> context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Engine, 4> engines_;  ///< by Stage, and that of BSUs
  std::unordered_set<StreamState*> streams_;
  std::map<std::byte*, Bytes> device_memory_;
  Bytes device_memory_used_;
  std::uint64_t copies_ = 0, launches_ = 0;
  std::string problem_;  ///< why the device no longer works; empty: it does
  bool closing_ = false;
};

}  // namespace warpshop::gpu::host
