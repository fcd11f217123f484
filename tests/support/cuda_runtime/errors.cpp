#include "tests/support/cuda_runtime/errors.hpp"

#include <algorithm>
#include <array>

namespace warpshop::test::cuda {
namespace {

// Texts as the CUDA runtime has them, so that messages are those that users see.
constexpr std::array kKnown{
    KnownError{cudaSuccess, "cudaSuccess", "no error"},
    KnownError{cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    KnownError{cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    KnownError{cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    KnownError{cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver",
               "CUDA driver version is insufficient for CUDA runtime version"},
    KnownError{cudaErrorDevicesUnavailable, "cudaErrorDevicesUnavailable",
               "CUDA-capable device(s) is/are busy or unavailable"},
    KnownError{cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    KnownError{cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    KnownError{cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    KnownError{cudaErrorECCUncorrectable, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered", true},
    KnownError{cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    KnownError{cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    KnownError{cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered", true},
    KnownError{cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
               "too many resources requested for launch"},
    KnownError{cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated", true},
    KnownError{cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure", true},
    KnownError{cudaErrorSystemNotReady, "cudaErrorSystemNotReady", "system not yet initialized"},
    KnownError{cudaErrorUnknown, "cudaErrorUnknown", "unknown error", true},
};

}  // namespace

const KnownError& known_error(cudaError_t error) {
  const auto* const found =
      std::find_if(kKnown.begin(), kKnown.end(), [error](const KnownError& each) { return each.error == error; });
  return found == kKnown.end() ? kKnown.back() : *found;
}

std::optional<cudaError_t> error_of_name(std::string_view name) {
  const auto* const found =
      std::find_if(kKnown.begin(), kKnown.end(), [name](const KnownError& each) { return each.name == name; });
  return found == kKnown.end() ? std::nullopt : std::optional(found->error);
}

}  // namespace warpshop::test::cuda
