// Three threads share one GPU: each hands tasks to warpshop's proxy, which orders whatever is there by NEH with
// contention, so that copies in, kernels and copies out of different threads overlap as well as they can.
// usage: proxy_example [--gpu NUMBER]     without it threads of this machine play the GPU

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "dispatch/proxy/proxy.hpp"
#include "kernels/backend.hpp"
#include "kernels/kernel.hpp"
#include "sim/files/device_store.hpp"
#include "sim/order/policies.hpp"

using namespace warpshop;

constexpr int kRequests = 20;

/// What one request needs on the host; pinned, so that its copies overlap with the work of others.
struct Request {
  Request(const gpu::Device& device, const kernels::Kernel& kernel, std::uint64_t seed)
      : input(device, gpu::Space::pinned, kernel.layout(kernel.small_elements).input),
        output(device, gpu::Space::pinned, kernel.layout(kernel.small_elements).output) {
    kernel.fill(input.bytes(), kernel.small_elements, seed);
  }
  bool correct(const kernels::Kernel& kernel) const {
    std::vector<std::byte> expected(output.bytes().size());
    kernel.reference(input.bytes(), expected, kernel.small_elements);
    return kernel.error(expected, output.bytes()) <= kernel.tolerance;
  }
  gpu::Buffer input, output;
};

/// The stages of a request. A kernel of your own goes into `launch` as well: my_kernel<<<ctas, threads, 0,
/// static_cast<cudaStream_t>(stream.native())>>>(input, output).
dispatch::ProxyTask task_of(const Request& request, const kernels::Kernel& kernel) {
  const auto launch = [&kernel](const gpu::Stream& stream, std::byte* input, std::byte* output) {
    const std::int64_t elements = kernel.small_elements;
    stream.launch(kernel.code, kernel.bind(input, output, elements), kernel.layout(elements).subtasks);
  };
  return {.h2d = dispatch::copy_in(request.input),
          .launch = launch,
          .kernel = Millis{1},  // a guess; KernelCall{name, elements} on a profile that `warpshop calibrate` has made
          .d2h = dispatch::copy_out(request.output)};
}

/// A thread of the program. How many of its results are right.
int serve(dispatch::Proxy& proxy, const gpu::Device& device, const kernels::Kernel& kernel) {
  std::deque<Request> requests;  // before the worker, which waits for its tasks when it goes
  std::atomic<int> right = 0;
  dispatch::Worker worker = proxy.worker(std::string(kernel.code.name));
  for (int i = 0; i < kRequests; ++i) {
    const Request& request = requests.emplace_back(device, kernel, static_cast<std::uint64_t>(i));
    dispatch::ProxyTask task = task_of(request, kernel);
    task.done = [&](const dispatch::Outcome& outcome) {
      const bool done = outcome.kind == dispatch::Outcome::Kind::done;
      right += done && request.correct(kernel) ? 1 : 0;
    };
    worker.submit(std::move(task));  // waits while too many of its tasks wait
  }
  worker.drain();
  return right;
}

int main(int argc, char** argv) {
  try {
    const bool on_gpu = argc == 3 && std::string_view(argv[1]) == "--gpu";
    const gpu::Device device = on_gpu ? kernels::open_cuda(std::stoi(argv[2])) : kernels::open_host();
    const auto plan = [policy = order::find_policy("neh-gpu")](const Instance& batch) {
      return policy.plan(batch, {}).plan;
    };
    dispatch::Proxy proxy(device, files::find_device("titanx"), plan);

    const std::array names{"vector_add", "black_scholes", "transpose"};
    std::array<int, names.size()> right{};
    std::array<std::thread, names.size()> threads;
    for (std::size_t i = 0; i < names.size(); ++i) {
      threads[i] = std::thread([&, i] { right[i] = serve(proxy, device, *kernels::find(names[i])); });
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      threads[i].join();
      std::cout << names[i] << ": " << right[i] << " of " << kRequests << " results are right\n";
    }
    const ProxyStatistics statistics = proxy.statistics();
    std::cout << statistics.all.done << " tasks in lots of " << statistics.mean_lot << " on average, median latency "
              << statistics.all.median.count() << " ms\n";
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "proxy_example: " << error.what() << '\n';
    return 1;
  }
}
