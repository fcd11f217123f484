#pragma once

#include <optional>
#include <string_view>

#include <cuda_runtime_api.h>

namespace warpshop::test::cuda {

struct KnownError {
  cudaError_t error;
  std::string_view name;
  std::string_view text;  ///< what cudaGetErrorString() says
  bool sticky = false;    ///< the context is gone: every later call returns it as well
};

/// Those that this runtime returns, or can be told to.
const KnownError& known_error(cudaError_t error);
std::optional<cudaError_t> error_of_name(std::string_view name);

}  // namespace warpshop::test::cuda
