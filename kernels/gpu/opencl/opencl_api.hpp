#pragma once

#include <memory>
#include <string>
#include <type_traits>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

/// The calls of OpenCL that the backend makes.
#define WARPSHOP_OPENCL_CALLS(X)        \
  X(clBuildProgram)                     \
  X(clCreateBuffer)                     \
  X(clCreateCommandQueueWithProperties) \
  X(clCreateContext)                    \
  X(clCreateKernel)                     \
  X(clCreateProgramWithBinary)          \
  X(clCreateProgramWithIL)              \
  X(clCreateProgramWithSource)          \
  X(clEnqueueBarrierWithWaitList)       \
  X(clEnqueueMapBuffer)                 \
  X(clEnqueueMarkerWithWaitList)        \
  X(clEnqueueNDRangeKernel)             \
  X(clEnqueueSVMMemcpy)                 \
  X(clEnqueueUnmapMemObject)            \
  X(clFinish)                           \
  X(clFlush)                            \
  X(clGetDeviceIDs)                     \
  X(clGetDeviceInfo)                    \
  X(clGetEventInfo)                     \
  X(clGetEventProfilingInfo)            \
  X(clGetPlatformIDs)                   \
  X(clGetPlatformInfo)                  \
  X(clGetProgramBuildInfo)              \
  X(clReleaseCommandQueue)              \
  X(clReleaseContext)                   \
  X(clReleaseEvent)                     \
  X(clReleaseKernel)                    \
  X(clReleaseMemObject)                 \
  X(clReleaseProgram)                   \
  X(clRetainEvent)                      \
  X(clSVMAlloc)                         \
  X(clSVMFree)                          \
  X(clSetKernelArg)                     \
  X(clSetKernelExecInfo)                \
  X(clWaitForEvents)

namespace warpshop::gpu::opencl {

/// Those calls; a test puts others in their place.
struct Api {
#define WARPSHOP_OPENCL_DECLARE(call) decltype(&::call) call = nullptr;  // NOLINT(bugprone-macro-parentheses)
  WARPSHOP_OPENCL_CALLS(WARPSHOP_OPENCL_DECLARE)
#undef WARPSHOP_OPENCL_DECLARE
};

/// The machine's loader of OpenCL (libOpenCL.so.1), looked for when the program runs, so that one program starts on
/// machines with and without. Throws DeviceError of kind absent: there is none, or it knows no OpenCL 3.0.
const Api& load_api();

/// `CL_OUT_OF_RESOURCES (-5)`.
std::string code_text(cl_int code);

/// Throws DeviceError unless the code is CL_SUCCESS: what was asked for, which call failed, and its code. Of kind lost
/// where the device has gone.
void check(cl_int code, const char* call, const std::string& asked);

/// What has to be released; empty: nothing.
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, cl_int (*)(Handle)>;

}  // namespace warpshop::gpu::opencl
