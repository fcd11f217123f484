#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <cuda_runtime_api.h>

namespace warpshop::test::cuda {

/// What the runtime is told to be, as words with blanks between them:
/// - `clock=real`: copies and kernels take time by the clock of this machine; else it is virtual, see VirtualDriver.
/// - `driver=12040`: the version of the driver, as CUDA counts; 0: there is none.
/// - `CALL:N=ERROR`: the Nth call of that function returns the error of that name; without `:N` every one.
/// - `kernel:N=ERROR`: the Nth kernel fails while it runs: who waits for it next is told.
/// - `kernel:N=hangs`: the Nth kernel never ends; the clock is to be the real one.
/// After an error that takes the context with it, all calls return it. Throws std::invalid_argument: another word.
class Told {
 public:
  /// What a kernel that hangs has in place of an error: CUDA returns it no more.
  static constexpr cudaError_t kHangs = cudaErrorApiFailureBase;

  explicit Told(const std::string& words);

  bool real_clock() const { return real_clock_; }
  int driver() const { return driver_; }
  /// Of this call of a function, which is counted; cudaSuccess: it is not to fail.
  cudaError_t next(const std::string& call);

 private:
  struct Failure {
    std::uint64_t at = 0;  ///< from 1; 0: every one
    cudaError_t error = cudaSuccess;
  };

  bool real_clock_ = false;
  int driver_ = 13000;
  std::multimap<std::string, Failure> failures_;
  std::map<std::string, std::uint64_t> calls_;
};

}  // namespace warpshop::test::cuda
