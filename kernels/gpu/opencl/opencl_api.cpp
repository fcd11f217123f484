#include "kernels/gpu/opencl/opencl_api.hpp"

#include <array>

#include <dlfcn.h>

#include "sim/model/error.hpp"

namespace warpshop::gpu::opencl {
namespace {

constexpr const char* kLoader = "libOpenCL.so.1";

struct KnownCode {
  cl_int code;
  const char* name;
};

#define WARPSHOP_OPENCL_CODE(name) KnownCode{name, #name},
constexpr std::array kCodes{
    WARPSHOP_OPENCL_CODE(CL_DEVICE_NOT_FOUND)                             //
    WARPSHOP_OPENCL_CODE(CL_DEVICE_NOT_AVAILABLE)                         //
    WARPSHOP_OPENCL_CODE(CL_COMPILER_NOT_AVAILABLE)                       //
    WARPSHOP_OPENCL_CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE)                //
    WARPSHOP_OPENCL_CODE(CL_OUT_OF_RESOURCES)                             //
    WARPSHOP_OPENCL_CODE(CL_OUT_OF_HOST_MEMORY)                           //
    WARPSHOP_OPENCL_CODE(CL_PROFILING_INFO_NOT_AVAILABLE)                 //
    WARPSHOP_OPENCL_CODE(CL_MEM_COPY_OVERLAP)                             //
    WARPSHOP_OPENCL_CODE(CL_BUILD_PROGRAM_FAILURE)                        //
    WARPSHOP_OPENCL_CODE(CL_MAP_FAILURE)                                  //
    WARPSHOP_OPENCL_CODE(CL_MISALIGNED_SUB_BUFFER_OFFSET)                 //
    WARPSHOP_OPENCL_CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)    //
    WARPSHOP_OPENCL_CODE(CL_COMPILE_PROGRAM_FAILURE)                      //
    WARPSHOP_OPENCL_CODE(CL_LINKER_NOT_AVAILABLE)                         //
    WARPSHOP_OPENCL_CODE(CL_LINK_PROGRAM_FAILURE)                         //
    WARPSHOP_OPENCL_CODE(CL_INVALID_VALUE)                                //
    WARPSHOP_OPENCL_CODE(CL_INVALID_PLATFORM)                             //
    WARPSHOP_OPENCL_CODE(CL_INVALID_DEVICE)                               //
    WARPSHOP_OPENCL_CODE(CL_INVALID_CONTEXT)                              //
    WARPSHOP_OPENCL_CODE(CL_INVALID_QUEUE_PROPERTIES)                     //
    WARPSHOP_OPENCL_CODE(CL_INVALID_COMMAND_QUEUE)                        //
    WARPSHOP_OPENCL_CODE(CL_INVALID_HOST_PTR)                             //
    WARPSHOP_OPENCL_CODE(CL_INVALID_MEM_OBJECT)                           //
    WARPSHOP_OPENCL_CODE(CL_INVALID_BINARY)                               //
    WARPSHOP_OPENCL_CODE(CL_INVALID_BUILD_OPTIONS)                        //
    WARPSHOP_OPENCL_CODE(CL_INVALID_PROGRAM)                              //
    WARPSHOP_OPENCL_CODE(CL_INVALID_PROGRAM_EXECUTABLE)                   //
    WARPSHOP_OPENCL_CODE(CL_INVALID_KERNEL_NAME)                          //
    WARPSHOP_OPENCL_CODE(CL_INVALID_KERNEL_DEFINITION)                    //
    WARPSHOP_OPENCL_CODE(CL_INVALID_KERNEL)                               //
    WARPSHOP_OPENCL_CODE(CL_INVALID_ARG_INDEX)                            //
    WARPSHOP_OPENCL_CODE(CL_INVALID_ARG_VALUE)                            //
    WARPSHOP_OPENCL_CODE(CL_INVALID_ARG_SIZE)                             //
    WARPSHOP_OPENCL_CODE(CL_INVALID_KERNEL_ARGS)                          //
    WARPSHOP_OPENCL_CODE(CL_INVALID_WORK_DIMENSION)                       //
    WARPSHOP_OPENCL_CODE(CL_INVALID_WORK_GROUP_SIZE)                      //
    WARPSHOP_OPENCL_CODE(CL_INVALID_WORK_ITEM_SIZE)                       //
    WARPSHOP_OPENCL_CODE(CL_INVALID_GLOBAL_OFFSET)                        //
    WARPSHOP_OPENCL_CODE(CL_INVALID_EVENT_WAIT_LIST)                      //
    WARPSHOP_OPENCL_CODE(CL_INVALID_EVENT)                                //
    WARPSHOP_OPENCL_CODE(CL_INVALID_OPERATION)                            //
    WARPSHOP_OPENCL_CODE(CL_INVALID_BUFFER_SIZE)                          //
    WARPSHOP_OPENCL_CODE(CL_INVALID_GLOBAL_WORK_SIZE)                     //
    WARPSHOP_OPENCL_CODE(CL_INVALID_PROPERTY)                             //
    WARPSHOP_OPENCL_CODE(CL_INVALID_COMPILER_OPTIONS)                     //
    WARPSHOP_OPENCL_CODE(CL_INVALID_LINKER_OPTIONS)};
#undef WARPSHOP_OPENCL_CODE

/// CL_PLATFORM_NOT_FOUND_KHR of the loader's extension.
constexpr cl_int kNoPlatform = -1001;

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
  std::string name = code == kNoPlatform ? "CL_PLATFORM_NOT_FOUND_KHR" : "unknown code";
  for (const KnownCode& known : kCodes) {
    if (known.code == code) {
      name = known.name;
    }
  }
  return name + " (" + std::to_string(code) + ')';
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
