#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/gpu/handles.hpp"
#include "kernels/kernel.hpp"

namespace warpshop::test {

/// A kernel of the registry on a device, with what it reads and writes there and on the host, and what it has to write.
struct KernelOnDevice {
  KernelOnDevice(const gpu::Device& device, const kernels::Kernel& which, std::int64_t elements,
                 gpu::Space space = gpu::Space::pinned)
      : kernel(which),
        layout(which.layout(elements)),
        host_input(device, space, layout.input),
        input(device, gpu::Space::device, layout.input),
        output(device, gpu::Space::device, layout.output),
        host_output(device, space, layout.output),
        arguments(which.bind(input.data(), output.data(), elements)),
        expected(static_cast<std::size_t>(layout.output.count)) {
    kernel.fill(host_input.bytes(), elements, 7);
    kernel.reference(host_input.bytes(), expected, elements);
  }

  /// Copy in, plain form, copy out.
  void submit(const gpu::Stream& stream) const {
    stream.copy(input, host_input);
    stream.launch(kernel.code, arguments, layout.subtasks);
    stream.copy(host_output, output);
  }
  /// Whether the host has what it has to be.
  bool correct() const { return kernel.error(expected, host_output.bytes()) <= kernel.tolerance; }

  const kernels::Kernel& kernel;
  kernels::Layout layout;
  gpu::Buffer host_input, input, output, host_output;
  gpu::Arguments arguments;
  std::vector<std::byte> expected;
};

}  // namespace warpshop::test
