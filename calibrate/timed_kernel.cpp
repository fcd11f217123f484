#include "calibrate/timed_kernel.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop::calibrate {
namespace {

constexpr std::uint64_t kSeed = 2023;
constexpr Bytes kHold{512 << 10};  // some 10 us on the fastest bus, and as long again until it starts

}  // namespace

TimedKernel::TimedKernel(const gpu::Device& device, const kernels::Kernel& kernel, std::int64_t elements)
    : kernel_(kernel),
      elements_(elements),
      layout_(kernel.layout(elements)),
      host_input_(device, gpu::Space::pageable, layout_.input),
      input_(device, gpu::Space::device, layout_.input),
      output_(device, gpu::Space::device, layout_.output),
      arguments_(kernel.bind(input_.data(), output_.data(), elements)),
      run_(device, layout_.subtasks),
      hold_from_(device, gpu::Space::pinned, kHold),
      hold_to_(device, gpu::Space::device, kHold),
      stream_(device),
      holding_(device),
      start_(device),
      end_(device),
      held_(device) {
  kernel.fill(host_input_.bytes(), elements, kSeed);
  stream_.copy(input_, host_input_);
  stream_.synchronize();
}

void TimedKernel::submit() const {
  stream_.launch(kernel_.code, arguments_, layout_.subtasks);
}

void TimedKernel::hold() const {
  holding_.copy(hold_to_, hold_from_);
  holding_.record(held_);
  stream_.wait(held_);
}

Millis TimedKernel::time() const {
  hold();
  stream_.record(start_);
  submit();
  stream_.record(end_);
  end_.synchronize();
  return gpu::elapsed(start_, end_);
}

void TimedKernel::submit_persistent(std::uint32_t ctas, std::uint32_t subtasks, std::uint32_t sms) const {
  submit_persistent(stream_, ctas, run_.control(subtasks, sms));
}

void TimedKernel::submit_persistent(const gpu::Stream& stream, std::uint32_t ctas, const gpu::Control& control) const {
  stream.launch(kernel_.code, arguments_, ctas, control);
}

Millis TimedKernel::time_persistent(std::uint32_t ctas, std::uint32_t subtasks, std::uint32_t sms) const {
  run_.reset(stream_);
  hold();
  stream_.record(start_);
  submit_persistent(ctas, subtasks, sms);
  stream_.record(end_);
  end_.synchronize();
  return gpu::elapsed(start_, end_);
}

void TimedKernel::check_plain_result() const {
  submit();
  check_output("plain");
}

void TimedKernel::check_persistent_result(std::uint32_t ctas) const {
  run_.reset(stream_);
  submit_persistent(ctas, layout_.subtasks);
  check_output("persistent");
}

void TimedKernel::check_output(const char* form) const {
  const gpu::Buffer found(input_.device(), gpu::Space::pinned, layout_.output);
  stream_.copy(found, output_);
  stream_.synchronize();
  std::vector<std::byte> expected(static_cast<std::size_t>(layout_.output.count));
  kernel_.reference(host_input_.bytes(), expected, elements_);
  const double error = kernel_.error(expected, found.bytes());
  if (!(error <= kernel_.tolerance)) {
    throw DeviceError(fmt::format("kernel {}, {} form: wrong result, error {} where at most {} is rounding",
                                  kernel_.code.name, form, error, kernel_.tolerance));
  }
}

void run_for(const TimedKernel& timed, Millis time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    timed.time();
  }
}

}  // namespace warpshop::calibrate
