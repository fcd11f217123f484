#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime_api.h>

#include "kernels/gpu/driver.hpp"
#include "tests/support/cuda_runtime/allocations.hpp"
#include "tests/support/cuda_runtime/made_things.hpp"
#include "tests/support/cuda_runtime/told.hpp"

namespace warpshop::test::cuda {

/// A command that reads or writes a piece of memory, and the event behind it.
struct Use {
  const std::byte* first = nullptr;
  const std::byte* end = nullptr;
  gpu::EventState* behind = nullptr;
};

struct TestStream {
  gpu::StreamState* state = nullptr;
  std::vector<Use> uses = {};  ///< that may not be over yet
};

struct TestEvent {
  gpu::EventState* state = nullptr;
  bool recorded = false;
};

/// What a kernel is on the host.
struct KernelCode {
  gpu::Code code;
  gpu::Form form = gpu::Form::plain;
};

/// The CUDA runtime as our tests need it: one device, which a Driver without a GPU plays. It is stricter than CUDA:
/// what may go wrong, even where CUDA lets it pass, is a complaint, printed at once; a process with complaints ends
/// with kComplained. Calls may be made by any thread. All but complain() return what CUDA's functions return.
class Runtime {
 public:
  /// What the process exits with after complaints.
  static constexpr int kComplained = 86;

  /// The one of this process; made when first asked for, told by the environment variable WARPSHOP_TEST_CUDA.
  static Runtime& the();
  /// Anew, for tests in one process: nothing has been made, nobody has complained. Nothing of the last one is used.
  static void begin_anew(const std::string& told);

  explicit Runtime(const std::string& told);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// A call of a function of that name: what it is told to fail with, what a kernel has failed with, or body().
  /// gives_back: made after an error as well, as what is held is given back whatever happened.
  template <class Body>
  cudaError_t call(const char* name, const Body& body, bool gives_back = false);

  int driver_version() const { return told_.driver(); }
  gpu::Driver& device() { return *driver_; }

  cudaError_t allocate(gpu::Space space, void** memory, std::size_t size);
  cudaError_t release(bool of_host, void* memory);
  cudaError_t create(cudaStream_t* stream);
  cudaError_t destroy(cudaStream_t stream);
  cudaError_t create(cudaEvent_t* event);
  cudaError_t destroy(cudaEvent_t event);
  cudaError_t copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind, cudaStream_t stream);
  cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                     cudaStream_t stream);
  cudaError_t record(cudaEvent_t event, cudaStream_t stream);
  cudaError_t wait(cudaStream_t stream, cudaEvent_t event);
  cudaError_t synchronize(cudaStream_t stream);
  cudaError_t synchronize(cudaEvent_t event);
  cudaError_t query(cudaEvent_t event);
  cudaError_t elapsed(float* milliseconds, cudaEvent_t from, cudaEvent_t to);
  /// Null: no kernel of the registry, or nvcc's code has not registered it.
  const KernelCode* code(const void* function) const;

  /// nvcc's code says so before main().
  static void registered(const void* function);

  void complain(const std::string& what);
  std::vector<std::string> complaints() const;
  /// What was made and not given back is a complaint.
  void end();

 private:
  cudaError_t begin(const char* name, bool gives_back);
  cudaError_t failed(const std::string& problem);
  /// Null, with a complaint: there is no such thing, or none any more.
  TestStream* find(cudaStream_t stream, const char* what);
  TestEvent* find(cudaEvent_t event, const char* what);
  /// Whether a command that is not over reads or writes any of it; those that are over are forgotten.
  bool is_used(const std::byte* first, const std::byte* end);
  void await_all();
  gpu::EventState* record_behind(const TestStream& stream);
  void forget_uses(TestStream& stream, bool all);

  mutable std::mutex mutex_;
  Told told_;
  std::unique_ptr<gpu::Driver> driver_;
  std::map<const void*, KernelCode> codes_;
  Allocations allocations_;
  MadeThings<cudaStream_t, TestStream> streams_;
  MadeThings<cudaEvent_t, TestEvent> events_;
  std::atomic<cudaError_t> broken_ = cudaSuccess;  ///< an error that has taken the context with it
  std::set<std::thread::id> told_broken_;          ///< threads that were returned it
  std::vector<std::string> complaints_;
};

template <class Body>
cudaError_t Runtime::call(const char* name, const Body& body, bool gives_back) {
  const cudaError_t error = begin(name, gives_back);
  if (error != cudaSuccess && !(gives_back && broken_ != cudaSuccess)) {
    return error;
  }
  try {
    const cudaError_t result = body();
    return error != cudaSuccess ? error : result;
  } catch (const std::exception& problem) {
    return failed(problem.what());
  }
}

}  // namespace warpshop::test::cuda
