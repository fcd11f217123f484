#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/gpu/code.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop::gpu {

/// Where a buffer lies.
enum class Space : std::uint8_t {
  pinned,
  pageable,
  device,
  mapped  ///< pinned, and kernels read and write it where it is, at the same address: a word at a time
};

/// What a chip says of itself.
struct Properties {
  std::string name;  ///< such as `NVIDIA H200`
  std::string uuid;  ///< such as `GPU-…`: names the chip, not the kind
  int compute_major = 0, compute_minor = 0;
  int copy_engines = 0;  ///< as the driver counts them; 0: it does not say
  int sms = 0;
  bool concurrent_kernels = true;  ///< plain ones run side by side
  bool persistent_kernels = true;  ///< the persistent form can be launched, and CTAs know their SM
  int priorities = 1;              ///< that streams can have
  // What one SM holds at most; registers of 32 bits.
  int threads_per_sm = 0, ctas_per_sm = 0, registers_per_sm = 0;
  Bytes shared_memory_per_sm;
  Bytes shared_memory_per_cta_reserved;  ///< taken by the system from every CTA's share
  Bytes memory;
  Bytes l2_cache;               ///< between the SMs and the memory; 0: there is none, or none that is known
  std::string driver, runtime;  ///< versions
  std::string clocks;           ///< at most, such as `1980 MHz, memory 3201 MHz`; empty: not known
  std::string pci_address;      ///< such as 0000:17:00.0; empty where there is no bus

  /// Those that matter: one for each direction at most, which is taken for granted where the driver does not say.
  int engines_that_matter() const { return copy_engines == 1 ? 1 : 2; }
};

/// What the compiler made of one form of a kernel.
struct Resources {
  int threads = 0;  ///< per CTA
  int registers_per_thread = 0;
  Bytes shared_memory;  ///< static, per CTA
  int ctas_per_sm = 0;  ///< most that fit, as the driver answers
};

/// One launch. control: given for the persistent form alone.
struct Launch {
  const Code* code = nullptr;
  const Arguments* arguments = nullptr;
  std::uint32_t ctas = 0;  ///< 1 … 2^31 - 1; for the plain form, one a subtask
  const Control* control = nullptr;
};

struct StreamState;
struct EventState;

/// A device as a backend offers it: few calls, in CUDA's terms and with its semantics. Users take the handles Device,
/// Stream, Event and Buffer, which release what they hold.
///
/// Every call may be made by any thread. All but the noexcept ones throw DeviceError with what failed; after a device
/// is lost, every one of them does, and none hangs.
class Driver {
 public:
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  virtual ~Driver() = default;

  virtual const Properties& properties() const = 0;
  virtual Resources resources(const Code& code, Form form) = 0;

  /// size > 0. Contents are undefined.
  virtual std::byte* allocate(Space space, Bytes size) = 0;
  virtual void release(Space space, std::byte* memory) noexcept = 0;

  /// priority: 0 … properties().priorities - 1, the CTAs of higher ones go first.
  virtual StreamState* create_stream(int priority) = 0;
  /// Waits for what was submitted to it.
  virtual void destroy_stream(StreamState* stream) noexcept = 0;
  /// What the backend calls a stream: a cudaStream_t; on the host backend the StreamState itself.
  virtual void* native(StreamState* stream) const noexcept = 0;
  virtual EventState* create_event() = 0;
  virtual void destroy_event(EventState* event) noexcept = 0;

  /// Copies once what was submitted to the stream before is done. A pageable host buffer holds the caller until it may
  /// be used again (h2d) or is complete (d2h).
  virtual void copy(StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
                    Memory memory) = 0;
  virtual void launch(StreamState* stream, const Launch& launch) = 0;
  virtual void record(EventState* event, StreamState* stream) = 0;
  /// What is submitted to the stream from now on waits for the event, as recorded last; never recorded: no wait.
  virtual void wait(StreamState* stream, EventState* event) = 0;

  virtual void synchronize(StreamState* stream) = 0;
  virtual void synchronize(EventState* event) = 0;
  /// Whether the event, as recorded last, has been reached.
  virtual bool reached(EventState* event) = 0;
  /// From one event to the other; both recorded and reached.
  virtual Millis elapsed(EventState* from, EventState* to) = 0;

  /// The time by the clock that the host lives by, from any origin on.
  virtual Millis now();
  /// Lets that time pass, at most so much, > 0: less if something of the device may have gone on.
  virtual void pause(Millis at_most);

  /// Something that runs on it never ends. From now on handles release nothing and wait for nothing, which nobody could
  /// see the end of; their waits throw.
  void abandon() noexcept { abandoned_ = true; }
  bool abandoned() const noexcept;

 private:
  std::atomic<bool> abandoned_ = false;
};

}  // namespace warpshop::gpu
