#include "tests/support/cuda_runtime/runtime.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <utility>

#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"
#include "tests/support/cuda_runtime/errors.hpp"
#include "tests/support/cuda_runtime/lazy_driver.hpp"

namespace warpshop::test::cuda {
namespace {

std::unique_ptr<Runtime>& only() {
  static auto* const runtime = new std::unique_ptr<Runtime>;  // to the end of the process, whatever ends before
  return *runtime;
}

/// Functions that nvcc's code has registered.
std::set<const void*>& known_functions() {
  static std::set<const void*> functions;
  return functions;
}

std::map<const void*, KernelCode> every_code() {
  std::map<const void*, KernelCode> codes;
  const auto add = [&](const kernels::Kernel& kernel, const gpu::CudaCode& code) {
    codes.emplace(code.plain, KernelCode{kernel.code, gpu::Form::plain});
    codes.emplace(code.persistent, KernelCode{kernel.code, gpu::Form::persistent});
  };
#define WARPSHOP_ADD_CODE(name) add(kernels::name(), kernels::name##_cuda());
  WARPSHOP_KERNELS(WARPSHOP_ADD_CODE)
#undef WARPSHOP_ADD_CODE
  return codes;
}

/// What asking for an event takes at most.
constexpr Millis kLook{0.005};

/// What the kernel that is told to fail does instead.
std::atomic<cudaError_t> kernel_fails{cudaSuccess};
std::atomic<std::atomic<cudaError_t>*> to_break{nullptr};
void fail_kernel() {
  *to_break = kernel_fails.load();
}

[[noreturn]] void hang() {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

/// Of a launch: as large as any arguments can be.
using RawArguments = std::array<std::byte, 128>;

}  // namespace

Runtime& Runtime::the() {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  std::unique_ptr<Runtime>& runtime = only();
  if (!runtime) {
    const char* told = std::getenv("WARPSHOP_TEST_CUDA");
    runtime = std::make_unique<Runtime>(told == nullptr ? "" : told);
    std::atexit([] {
      the().end();
      if (!the().complaints().empty()) {
        std::cout.flush();
        std::_Exit(kComplained);
      }
    });
  }
  return *runtime;
}

void Runtime::begin_anew(const std::string& told) {
  the();  // which ends with the process
  only() = std::make_unique<Runtime>(told);
}

Runtime::Runtime(const std::string& told) : told_(told), codes_(every_code()) {
  if (told_.real_clock()) {
    driver_ = std::make_unique<gpu::host::HostDriver>(gpu::host::Options{});
  } else {
    driver_ = std::make_unique<LazyDriver>();
  }
}

Runtime::~Runtime() = default;

void Runtime::registered(const void* function) {
  known_functions().insert(function);
}

cudaError_t Runtime::begin(const char* name, bool gives_back) {
  std::unique_lock lock(mutex_);
  if (const cudaError_t broken = broken_; broken != cudaSuccess) {
    const bool knows = !told_broken_.insert(std::this_thread::get_id()).second;
    lock.unlock();
    if (knows && !gives_back) {
      complain(std::string(name) + " by a thread that was told that the context is gone");
    }
    return broken;
  }
  const cudaError_t error = told_.next(name);
  if (error != cudaSuccess && known_error(error).sticky) {
    broken_ = error;
    told_broken_.insert(std::this_thread::get_id());
  }
  return error;
}

cudaError_t Runtime::failed(const std::string& problem) {
  if (problem.find("out of memory") != std::string::npos) {
    return cudaErrorMemoryAllocation;
  }
  complain(problem);
  return cudaErrorUnknown;
}

void Runtime::complain(const std::string& what) {
  const std::scoped_lock lock(mutex_);
  complaints_.push_back(what);
  std::cerr << "test CUDA runtime: " << what << '\n';
}

std::vector<std::string> Runtime::complaints() const {
  const std::scoped_lock lock(mutex_);
  return complaints_;
}

void Runtime::end() {
  const auto left = [this](std::size_t count, const char* what) {
    if (count > 0) {
      complain(std::to_string(count) + " " + what + " not given back");
    }
  };
  left(allocations_.count(), "blocks of memory were");
  left(streams_.all().size(), "streams were");
  left(events_.all().size(), "events were");
}

TestStream* Runtime::find(cudaStream_t stream, const char* what) {
  TestStream* const found = streams_.find(stream);
  if (found == nullptr) {
    complain(std::string(what) + ": there is no such stream, or not any more");
  }
  return found;
}

TestEvent* Runtime::find(cudaEvent_t event, const char* what) {
  TestEvent* const found = events_.find(event);
  if (found == nullptr) {
    complain(std::string(what) + ": there is no such event, or not any more");
  }
  return found;
}

cudaError_t Runtime::allocate(gpu::Space space, void** memory, std::size_t size) {
  if (size == 0) {
    complain("an allocation of nothing");
    return cudaErrorInvalidValue;
  }
  std::byte* const bytes = driver_->allocate(space, Bytes{static_cast<std::int64_t>(size)});
  allocations_.add(bytes, {space, size});
  *memory = bytes;
  return cudaSuccess;
}

cudaError_t Runtime::release(bool of_host, void* memory) {
  if (memory == nullptr) {
    return cudaSuccess;
  }
  const std::optional<Allocations::Block> block = allocations_.take(memory, of_host);
  if (!block) {
    complain("memory is given back that is none, or not any more");
    return cudaErrorInvalidValue;
  }
  const auto* const bytes = static_cast<const std::byte*>(memory);
  if (broken_ == cudaSuccess && is_used(bytes, bytes + block->size)) {
    complain("memory is given back that a stream still reads or writes");
    await_all();  // as CUDA does
  } else if (broken_ != cudaSuccess) {
    await_all();  // CUDA has ended what runs
  }
  driver_->release(block->space, static_cast<std::byte*>(memory));
  return cudaSuccess;
}

void Runtime::await_all() {
  for (const TestStream* stream : streams_.all()) {
    driver_->synchronize(stream->state);
  }
}

gpu::EventState* Runtime::record_behind(const TestStream& stream) {
  gpu::EventState* const event = driver_->create_event();
  driver_->record(event, stream.state);
  return event;
}

void Runtime::forget_uses(TestStream& stream, bool all) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(stream.uses, [&](const Use& use) {
    const bool over = all || driver_->reached(use.behind);
    if (over) {
      driver_->destroy_event(use.behind);
    }
    return over;
  });
}

bool Runtime::is_used(const std::byte* first, const std::byte* end) {
  const std::vector<TestStream*> streams = streams_.all();
  return std::any_of(streams.begin(), streams.end(), [&](TestStream* stream) {
    forget_uses(*stream, false);
    const std::scoped_lock lock(mutex_);
    return std::any_of(stream->uses.begin(), stream->uses.end(),
                       [&](const Use& use) { return use.first < end && first < use.end; });
  });
}

cudaError_t Runtime::create(cudaStream_t* stream) {
  *stream = streams_.add({.state = driver_->create_stream(0)});
  return cudaSuccess;
}

cudaError_t Runtime::destroy(cudaStream_t stream) {
  TestStream* const its = find(stream, "a stream is destroyed");
  if (its == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  gpu::EventState* const end = record_behind(*its);
  if (broken_ == cudaSuccess && !driver_->reached(end)) {
    complain("a stream is destroyed that still works");
  }
  driver_->destroy_stream(its->state);
  driver_->destroy_event(end);
  forget_uses(*its, true);
  streams_.remove(stream);
  return cudaSuccess;
}

cudaError_t Runtime::create(cudaEvent_t* event) {
  *event = events_.add({.state = driver_->create_event()});
  return cudaSuccess;
}

cudaError_t Runtime::destroy(cudaEvent_t event) {
  TestEvent* const its = find(event, "an event is destroyed");
  if (its == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  driver_->destroy_event(its->state);
  events_.remove(event);
  return cudaSuccess;
}

cudaError_t Runtime::copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
  TestStream* const its = find(stream, "copy");
  const std::optional<gpu::Space> target = allocations_.space_of(to, size);
  const std::optional<gpu::Space> source = allocations_.space_of(from, size);
  if (its == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  if (!target || !source) {
    complain("a copy goes beyond what was allocated");
    return cudaErrorInvalidValue;
  }
  const bool in = kind == cudaMemcpyHostToDevice && *target == gpu::Space::device && *source != gpu::Space::device;
  const bool out = kind == cudaMemcpyDeviceToHost && *source == gpu::Space::device && *target != gpu::Space::device;
  if (!in && !out) {
    complain("a copy of a kind that its memory is not");
    return cudaErrorInvalidValue;
  }
  const gpu::Space host = in ? *source : *target;
  driver_->copy(its->state, static_cast<std::byte*>(to), static_cast<const std::byte*>(from),
                Bytes{static_cast<std::int64_t>(size)}, in ? Direction::h2d : Direction::d2h,
                host == gpu::Space::pageable ? Memory::pageable : Memory::pinned);
  if (host == gpu::Space::pageable) {  // which may be used again as soon as the call returns
    driver_->synchronize(its->state);
  }
  gpu::EventState* const behind = record_behind(*its);
  gpu::EventState* const again = record_behind(*its);  // each use has one of its own
  forget_uses(*its, false);
  const std::scoped_lock lock(mutex_);
  const auto* const read = static_cast<const std::byte*>(from);
  const auto* const written = static_cast<const std::byte*>(to);
  its->uses.push_back({.first = read, .end = read + size, .behind = behind});
  its->uses.push_back({.first = written, .end = written + size, .behind = again});
  return cudaSuccess;
}

const KernelCode* Runtime::code(const void* function) const {
  const auto found = codes_.find(function);
  return found == codes_.end() || known_functions().count(function) == 0 ? nullptr : &found->second;
}

cudaError_t Runtime::launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                            cudaStream_t stream) {
  TestStream* const its = find(stream, "launch");
  const KernelCode* const kernel = code(function);
  if (its == nullptr || kernel == nullptr) {
    return its == nullptr ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;
  }
  constexpr unsigned kMostCtas = (1U << 31) - 1;
  if (grid.x == 0 || grid.x > kMostCtas || grid.y != 1 || grid.z != 1 || block.y != 1 || block.z != 1 || shared != 0 ||
      block.x != static_cast<unsigned>(kernel->code.threads)) {
    complain("kernel " + std::string(kernel->code.name) + " is launched with " + std::to_string(grid.x) + " CTAs of " +
             std::to_string(block.x) + " threads");
    return cudaErrorInvalidConfiguration;
  }
  RawArguments raw{};
  std::memcpy(raw.data(), arguments[0], raw.size());
  const gpu::Arguments copied(raw);
  gpu::Code run = kernel->code;
  cudaError_t fails = cudaSuccess;
  {
    const std::scoped_lock lock(mutex_);
    fails = told_.next("kernel");
  }
  if (fails == Told::kHangs) {
    run.run_plain = [](std::uint32_t /*sm*/, const void* /*arguments*/, std::uint32_t /*subtask*/) { hang(); };
    run.run_persistent = [](std::uint32_t /*sm*/, const void* /*arguments*/, const gpu::Control& /*control*/) {
      hang();
    };
  } else if (fails != cudaSuccess) {
    kernel_fails = fails;
    to_break = &broken_;
    run.name = kFailingKernel;
    run.run_plain = [](std::uint32_t /*sm*/, const void* /*arguments*/, std::uint32_t /*subtask*/) { fail_kernel(); };
    run.run_persistent = [](std::uint32_t /*sm*/, const void* /*arguments*/, const gpu::Control& /*control*/) {
      fail_kernel();
    };
  }
  gpu::Control control;
  const bool persistent = kernel->form == gpu::Form::persistent;
  if (persistent) {
    std::memcpy(&control, arguments[1], sizeof control);
  }
  driver_->launch(its->state,
                  {.code = &run, .arguments = &copied, .ctas = grid.x, .control = persistent ? &control : nullptr});
  return cudaSuccess;
}

cudaError_t Runtime::record(cudaEvent_t event, cudaStream_t stream) {
  TestStream* const its = find(stream, "record an event");
  TestEvent* const end = find(event, "record an event");
  if (its == nullptr || end == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  driver_->record(end->state, its->state);
  end->recorded = true;
  return cudaSuccess;
}

cudaError_t Runtime::wait(cudaStream_t stream, cudaEvent_t event) {
  TestStream* const its = find(stream, "wait for an event");
  TestEvent* const other = find(event, "wait for an event");
  if (its == nullptr || other == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  if (!other->recorded) {
    complain("a stream waits for an event that was never recorded");
  }
  driver_->wait(its->state, other->state);
  return cudaSuccess;
}

cudaError_t Runtime::synchronize(cudaStream_t stream) {
  TestStream* const its = find(stream, "synchronize");
  if (its == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  driver_->synchronize(its->state);
  return broken_;
}

cudaError_t Runtime::synchronize(cudaEvent_t event) {
  TestEvent* const its = find(event, "synchronize");
  if (its == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  if (!its->recorded) {
    complain("an event is waited for that was never recorded");
  }
  driver_->synchronize(its->state);
  return broken_;
}

cudaError_t Runtime::query(cudaEvent_t event) {
  TestEvent* const its = find(event, "query an event");
  if (its == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  if (!its->recorded) {
    complain("an event is asked for that was never recorded");
  }
  if (!driver_->reached(its->state)) {
    driver_->pause(kLook);  // whoever asks again and again lives in virtual time as well
  }
  return driver_->reached(its->state) ? broken_.load() : cudaErrorNotReady;
}

cudaError_t Runtime::elapsed(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  const TestEvent* const first = find(from, "time between events");
  const TestEvent* const last = find(to, "time between events");
  if (first == nullptr || last == nullptr || !first->recorded || !last->recorded) {
    return cudaErrorInvalidResourceHandle;
  }
  if (!driver_->reached(first->state) || !driver_->reached(last->state)) {
    return cudaErrorNotReady;
  }
  *milliseconds = static_cast<float>(driver_->elapsed(first->state, last->state).count());
  return cudaSuccess;
}

}  // namespace warpshop::test::cuda
