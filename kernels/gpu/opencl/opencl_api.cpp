#include "kernels/gpu/opencl/opencl_api.hpp"

#include <dlfcn.h>

#include "sim/model/error.hpp"

namespace warpshop::gpu::opencl {
namespace {

constexpr const char* kLoader = "libOpenCL.so.1";

#define WARPSHOP_OPENCL_CODES(X)                  \
  X(CL_DEVICE_NOT_FOUND)                          \
  X(CL_DEVICE_NOT_AVAILABLE)                      \
  X(CL_COMPILER_NOT_AVAILABLE)                    \
  X(CL_MEM_OBJECT_ALLOCATION_FAILURE)             \
  X(CL_OUT_OF_RESOURCES)                          \
  X(CL_OUT_OF_HOST_MEMORY)                        \
  X(CL_PROFILING_INFO_NOT_AVAILABLE)              \
  X(CL_MEM_COPY_OVERLAP)                          \
  X(CL_BUILD_PROGRAM_FAILURE)                     \
  X(CL_MAP_FAILURE)                               \
  X(CL_MISALIGNED_SUB_BUFFER_OFFSET)              \
  X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) \
  X(CL_COMPILE_PROGRAM_FAILURE)                   \
  X(CL_LINKER_NOT_AVAILABLE)                      \
  X(CL_LINK_PROGRAM_FAILURE)                      \
  X(CL_INVALID_VALUE)                             \
  X(CL_INVALID_PLATFORM)                          \
  X(CL_INVALID_DEVICE)                            \
  X(CL_INVALID_CONTEXT)                           \
  X(CL_INVALID_QUEUE_PROPERTIES)                  \
  X(CL_INVALID_COMMAND_QUEUE)                     \
  X(CL_INVALID_HOST_PTR)                          \
  X(CL_INVALID_MEM_OBJECT)                        \
  X(CL_INVALID_BINARY)                            \
  X(CL_INVALID_BUILD_OPTIONS)                     \
  X(CL_INVALID_PROGRAM)                           \
  X(CL_INVALID_PROGRAM_EXECUTABLE)                \
  X(CL_INVALID_KERNEL_NAME)                       \
  X(CL_INVALID_KERNEL_DEFINITION)                 \
  X(CL_INVALID_KERNEL)                            \
  X(CL_INVALID_ARG_INDEX)                         \
  X(CL_INVALID_ARG_VALUE)                         \
  X(CL_INVALID_ARG_SIZE)                          \
  X(CL_INVALID_KERNEL_ARGS)                       \
  X(CL_INVALID_WORK_DIMENSION)                    \
  X(CL_INVALID_WORK_GROUP_SIZE)                   \
  X(CL_INVALID_WORK_ITEM_SIZE)                    \
  X(CL_INVALID_GLOBAL_OFFSET)                     \
  X(CL_INVALID_EVENT_WAIT_LIST)                   \
  X(CL_INVALID_EVENT)                             \
  X(CL_INVALID_OPERATION)                         \
  X(CL_INVALID_BUFFER_SIZE)                       \
  X(CL_INVALID_GLOBAL_WORK_SIZE)                  \
  X(CL_INVALID_PROPERTY)                          \
  X(CL_INVALID_COMPILER_OPTIONS)                  \
  X(CL_INVALID_LINKER_OPTIONS)

/// CL_PLATFORM_NOT_FOUND_KHR of the loader's extension.
constexpr cl_int kNoPlatform = -1001;

const char* name_of(cl_int code) {
  switch (code) {
#define WARPSHOP_OPENCL_NAME(code) \
  case code:                       \
    return #code;
    WARPSHOP_OPENCL_CODES(WARPSHOP_OPENCL_NAME)
#undef WARPSHOP_OPENCL_NAME
    case kNoPlatform:
      return "CL_PLATFORM_NOT_FOUND_KHR";
    default:
      return "unknown code";
  }
}

template <class Call>
void find_call(void* library, const char* name, Call*& call) {
  call = reinterpret_cast<Call*>(dlsym(library, name));
  if (call == nullptr) {
    throw DeviceError(std::string("no OpenCL device: ") + kLoader + " has no " + name + ", expected one of OpenCL 3.0",
                      DeviceError::Kind::absent);
  }
}

Api load() {
  void* const library = dlopen(kLoader, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw DeviceError(std::string("no OpenCL device: ") + kLoader + ", the loader of OpenCL, cannot be opened",
                      DeviceError::Kind::absent);
  }
  Api api;
#define WARPSHOP_OPENCL_FIND(call) find_call(library, #call, api.call);
  WARPSHOP_OPENCL_CALLS(WARPSHOP_OPENCL_FIND)
#undef WARPSHOP_OPENCL_FIND
  return api;
}

}  // namespace

const Api& load_api() {
  static const Api api = load();
  return api;
}

std::string code_text(cl_int code) {
  return std::string(name_of(code)) + " (" + std::to_string(code) + ')';
}

void check(cl_int code, const char* call, const std::string& asked) {
  if (code == CL_SUCCESS) {
    return;
  }
  const bool lost = code == CL_DEVICE_NOT_AVAILABLE || code == CL_INVALID_CONTEXT || code == CL_INVALID_COMMAND_QUEUE;
  throw DeviceError(asked + ": " + call + ": " + code_text(code),
                    lost ? DeviceError::Kind::lost : DeviceError::Kind::failed);
}

}  // namespace warpshop::gpu::opencl
