#include "kernels/gpu/opencl/opencl_program.hpp"

#include <algorithm>
#include <string>

#include "kernels/gpu/opencl/opencl_device.hpp"
#include "sim/model/error.hpp"

namespace warpshop::gpu::opencl {
namespace {

constexpr std::size_t kShownOfLog = 400;

bool takes_spir_v(const Api& api, cl_device_id device) {
  std::size_t size = 0;
  return api.clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, 0, nullptr, &size) == CL_SUCCESS && size > 1 &&
         device_text(api, device, CL_DEVICE_IL_VERSION).find("SPIR-V") != std::string::npos;
}

std::string build_log(const Api& api, cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (api.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS || size < 2) {
    return "";
  }
  std::string log(size, '\0');
  api.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return ": " + log.substr(0, std::min(log.find('\0'), kShownOfLog));
}

/// What results need beside the form: roots and quotients that are rounded as elsewhere, where the device can. Kernels
/// round what they make of them to whole numbers (canny_sobel.hpp).
std::string exactness(const Api& api, cl_device_id device) {
  cl_device_fp_config can = 0;
  const cl_int code = api.clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof can, &can, nullptr);
  return code == CL_SUCCESS && (can & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0
             ? " -cl-fp32-correctly-rounded-divide-sqrt"
             : "";
}

/// A form of the program before it is built, and what the compiler has to be told of it.
struct Unbuilt {
  cl_program program;
  cl_int code;
  const char* call;
  const char* options;
};

Unbuilt first_form(const Api& api, cl_context context, cl_device_id device, const Embedded& kernels) {
  Unbuilt form{};
  if (!kernels.spir_v.empty() && takes_spir_v(api, device)) {
    form.call = "clCreateProgramWithIL";
    form.options = "";
    form.program = api.clCreateProgramWithIL(context, kernels.spir_v.data(), kernels.spir_v.size(), &form.code);
  } else if (has_extension(api, device, "cl_khr_spir")) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(kernels.spir.data());
    const std::size_t size = kernels.spir.size();
    form.call = "clCreateProgramWithBinary";
    form.options = "-x spir -spir-std=1.2";
    form.program = api.clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &form.code);
  } else {
    const char* text = kernels.text.data();
    const std::size_t size = kernels.text.size();
    form.call = "clCreateProgramWithSource";
    form.options = "-cl-std=CLC++";
    form.program = api.clCreateProgramWithSource(context, 1, &text, &size, &form.code);
  }
  return form;
}

}  // namespace

Owned<cl_program> build_kernels(const Api& api, cl_context context, cl_device_id device, const Embedded& kernels) {
  const Unbuilt form = first_form(api, context, device, kernels);
  check(form.code, form.call, "load the kernels");
  Owned<cl_program> program(form.program, api.clReleaseProgram);
  const std::string options = form.options + exactness(api, device);
  const cl_int code = api.clBuildProgram(form.program, 1, &device, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) {
    throw DeviceError(std::string("build the kernels (") + form.call + "): clBuildProgram: " + code_text(code) +
                      build_log(api, form.program, device));
  }
  return program;
}

}  // namespace warpshop::gpu::opencl
