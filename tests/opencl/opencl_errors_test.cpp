// What the OpenCL backend says where something cannot be had, and where the device is lost.
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/backend.hpp"
#include "kernels/gpu/opencl/opencl_device.hpp"
#include "kernels/gpu/opencl/opencl_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/opencl/opened.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu::opencl {
namespace {

/// What it throws: `KIND: text`, of kind failed the text alone; empty: nothing.
std::string error_of(const std::function<void()>& call) {
  try {
    call();
    return "";
  } catch (const DeviceError& error) {
    const std::string kind = error.kind() == DeviceError::Kind::absent ? "absent: "
                             : error.kind() == DeviceError::Kind::lost ? "lost: "
                                                                       : "";
    return kind + error.what();
  }
}

bool begins(const std::string& text, const std::string& with) {
  return text.rfind(with, 0) == 0;
}

TEST(OpenclErrors, SayThatThereIsNoMemory) {
  WARPSHOP_NEEDS_OPENCL();
  constexpr Bytes kTooMuch{std::int64_t{1} << 46};
  const Device& device = *test::opencl_device();
  EXPECT_EQ(error_of([&] { Buffer(device, Space::device, kTooMuch); }),
            "allocate 70368744177664 B on the device: clSVMAlloc: out of memory");
  const std::string pinned = error_of([&] { Buffer(device, Space::pinned, kTooMuch); });
  EXPECT_TRUE(begins(pinned, "allocate 70368744177664 B of pinned memory: clCreateBuffer: CL_")) << pinned;
  const Buffer small(device, Space::device, Bytes{1024});  // it goes on
}

TEST(OpenclErrors, NameWhatTheBackendDoesNotHave) {
  WARPSHOP_NEEDS_OPENCL();
  const Device& device = *test::opencl_device();
  const Stream stream(device);
  const kernels::Kernel& kernel = *kernels::find("vector_add");
  const test::KernelOnDevice on(device, kernel, kernel.small_elements);
  EXPECT_EQ(error_of([&] { Buffer(device, Space::mapped, Bytes{64}); }),
            "allocate 64 B: the OpenCL backend has no mapped memory");
  EXPECT_EQ(error_of([&] { stream.launch(kernel.code, on.arguments, 1, Control{}); }),
            "kernel vector_add: the OpenCL backend has no persistent kernels");
  Code unknown = kernel.code;
  unknown.name = "vector_subtract";
  EXPECT_EQ(error_of([&] { stream.launch(unknown, on.arguments, 1); }),
            "kernel vector_subtract was not compiled for OpenCL");
  on.submit(stream);
  stream.synchronize();
  EXPECT_TRUE(on.correct());
}

TEST(OpenclErrors, CountTheDevices) {
  WARPSHOP_NEEDS_OPENCL();
  const std::size_t devices = kernels::opencl_devices().size();
  EXPECT_GE(devices, 1U);
  EXPECT_EQ(error_of([] { kernels::open_opencl(1000); }),
            "absent: no OpenCL device 1000: this machine has " + std::to_string(devices));
  const Properties& first = test::opencl_device()->properties();
  EXPECT_EQ(kernels::opencl_devices().front().uuid, first.uuid);
  EXPECT_TRUE(begins(first.uuid, "OPENCL-")) << first.uuid;
  EXPECT_GE(first.sms, 1);
  EXPECT_FALSE(first.persistent_kernels);
}

TEST(OpenclErrors, NameTheCode) {
  EXPECT_EQ(code_text(-5), "CL_OUT_OF_RESOURCES (-5)");
  EXPECT_EQ(code_text(-52), "CL_INVALID_KERNEL_ARGS (-52)");
  EXPECT_EQ(code_text(-9999), "unknown code (-9999)");
  EXPECT_EQ(error_of([] { check(CL_OUT_OF_RESOURCES, "clFinish", "synchronize"); }),
            "synchronize: clFinish: CL_OUT_OF_RESOURCES (-5)");
  EXPECT_EQ(error_of([] { check(CL_DEVICE_NOT_AVAILABLE, "clFlush", "copy"); }),
            "lost: copy: clFlush: CL_DEVICE_NOT_AVAILABLE (-2)");
  EXPECT_EQ(error_of([] { check(CL_SUCCESS, "clFlush", "copy"); }), "");
}

TEST(OpenclErrors, SayThatThereIsNoPlatform) {
  WARPSHOP_NEEDS_OPENCL();
  Api api = load_api();
  api.clGetPlatformIDs = [](cl_uint, cl_platform_id*, cl_uint* count) -> cl_int {
    *count = 0;
    return -1001;
  };
  EXPECT_EQ(error_of([&] { find_device(api, 0); }),
            "absent: no OpenCL device: no platform is installed: clGetPlatformIDs: CL_PLATFORM_NOT_FOUND_KHR (-1001)");
}

/// A command ends with an error: whatever is asked next throws, and nothing waits.
TEST(OpenclLoss, IsToldByEveryCallFromThenOn) {
  WARPSHOP_NEEDS_OPENCL();
  Api api = load_api();
  api.clWaitForEvents = [](cl_uint, const cl_event*) -> cl_int { return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST; };
  const auto begin = std::chrono::steady_clock::now();
  {
    const Device device(std::make_shared<OpenclDriver>(api, 0, embedded_kernels()));
    const Buffer from(device, Space::pinned, Bytes{64});
    const Buffer to(device, Space::device, Bytes{64});
    const Stream stream(device);
    const Event event(device);
    const kernels::Kernel& kernel = *kernels::find("vector_add");
    stream.copy(to, from);
    stream.record(event);
    EXPECT_EQ(error_of([&] { stream.synchronize(); }),
              "lost: a command that was under way failed: clWaitForEvents: "
              "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST (-14); told at: synchronize");
    const std::vector<std::function<void()>> calls{[&] { stream.synchronize(); },
                                                   [&] { event.synchronize(); },
                                                   [&] { event.reached(); },
                                                   [&] { stream.copy(to, from); },
                                                   [&] { stream.record(event); },
                                                   [&] { stream.wait(event); },
                                                   [&] { elapsed(event, event); },
                                                   [&] { Stream{device}; },
                                                   [&] { Event{device}; },
                                                   [&] { Buffer(device, Space::device, Bytes{1}); },
                                                   [&] { Buffer(device, Space::pinned, Bytes{1}); },
                                                   [&] { device.resources(kernel.code, Form::plain); },
                                                   [&] { stream.launch(kernel.code, Arguments(0), 1); }};
    for (const auto& call : calls) {
      EXPECT_TRUE(begins(error_of(call), "lost: a command that was under way failed: ")) << error_of(call);
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(OpenclLoss, IsSeenByWhoeverAsksForAnEvent) {
  WARPSHOP_NEEDS_OPENCL();
  Api api = load_api();
  api.clGetEventInfo = [](cl_event, cl_event_info, std::size_t, void* value, std::size_t*) -> cl_int {
    const cl_int status = CL_OUT_OF_RESOURCES;
    std::memcpy(value, &status, sizeof status);
    return CL_SUCCESS;
  };
  const Device device(std::make_shared<OpenclDriver>(api, 0, embedded_kernels()));
  const Stream stream(device);
  const Event event(device);
  stream.record(event);
  EXPECT_EQ(error_of([&] { event.reached(); }),
            "lost: a command that was under way failed: CL_OUT_OF_RESOURCES (-5); told at: query an event");
  EXPECT_TRUE(begins(error_of([&] { stream.synchronize(); }), "lost: "));
}

// What a device takes, as a test has it.
std::string given_il;           // NOLINT: what the calls below are told
std::size_t given_il_size = 0;  // NOLINT

/// Without cl_khr_spir, and with the IL that a test says.
cl_int device_info_without_spir(cl_device_id device, cl_device_info which, std::size_t room, void* value,
                                std::size_t* size) {
  if (which != CL_DEVICE_EXTENSIONS && which != CL_DEVICE_IL_VERSION) {
    return load_api().clGetDeviceInfo(device, which, room, value, size);
  }
  const std::string text = which == CL_DEVICE_EXTENSIONS ? "cl_khr_icd" : given_il;
  if (size != nullptr) {
    *size = text.size() + 1;
  }
  if (value != nullptr) {
    std::memcpy(value, text.c_str(), text.size() + 1);
  }
  return CL_SUCCESS;
}

/// PoCL 3.1 takes no C++, newer ones may: then it compiles.
TEST(OpenclForms, AreTheTextWhereADeviceTakesNoOther) {
  WARPSHOP_NEEDS_OPENCL();
  given_il = "";
  Api api = load_api();
  api.clGetDeviceInfo = device_info_without_spir;
  const std::string said = error_of([&] { OpenclDriver(api, 0, embedded_kernels()); });
  EXPECT_TRUE(said.empty() || begins(said, "build the kernels (clCreateProgramWithSource): clBuildProgram: CL_"))
      << said;
  EXPECT_EQ(embedded_kernels().text.find("#include"), std::string_view::npos);
}

TEST(OpenclForms, AreSpirVWhereADeviceTakesIt) {
  WARPSHOP_NEEDS_OPENCL();
  if (embedded_kernels().spir_v.empty()) {
    GTEST_SKIP() << "the build found no llvm-spirv";
  }
  given_il = "SPIR-V_1.2";
  Api api = load_api();
  api.clGetDeviceInfo = device_info_without_spir;
  api.clCreateProgramWithIL = [](cl_context, const void* code, std::size_t size, cl_int* result) -> cl_program {
    constexpr std::uint32_t kMagic = 0x07230203;  // of a module of SPIR-V, its first word
    std::uint32_t first = 0;
    std::memcpy(&first, code, sizeof first);
    given_il_size = size;
    *result = first == kMagic ? CL_OUT_OF_RESOURCES : CL_INVALID_BINARY;
    return nullptr;
  };
  EXPECT_EQ(error_of([&] { OpenclDriver(api, 0, embedded_kernels()); }),
            "load the kernels: clCreateProgramWithIL: CL_OUT_OF_RESOURCES (-5)");
  EXPECT_EQ(given_il_size, embedded_kernels().spir_v.size());
}

/// SPIR-V turned back into bitcode, which PoCL 3.1 takes, computes the same.
TEST(OpenclForms, OfSpirVAreTheSameKernels) {
  WARPSHOP_NEEDS_OPENCL();
  if (!std::filesystem::exists(WARPSHOP_SPIR_V_BACK) ||
      !has_extension(load_api(), find_device(load_api(), 0), "cl_khr_spir")) {
    GTEST_SKIP() << "no llvm-spirv, or no device that takes SPIR";
  }
  std::ifstream in(WARPSHOP_SPIR_V_BACK, std::ios::binary);
  const std::vector<char> back{std::istreambuf_iterator<char>(in), {}};
  Embedded kernels = embedded_kernels();
  kernels.spir_v = {};
  kernels.spir = std::as_bytes(std::span(back));
  const Device device(std::make_shared<OpenclDriver>(load_api(), 0, kernels));
  const Stream stream(device);
  for (const kernels::Kernel& kernel : kernels::all()) {
    const test::KernelOnDevice on(device, kernel, kernel.small_elements);
    on.submit(stream);
    stream.synchronize();
    EXPECT_TRUE(on.correct()) << kernel.code.name;
  }
}

}  // namespace
}  // namespace warpshop::gpu::opencl
