// What clients get that share a GPU, measured: requests that come at random or one after the other, each a copy in, a
// kernel and a copy out, from threads of one process or from processes of their own. Besides: when a kernel stands
// still because another process has the GPU, and on which SMs the CTAs of kernels lie.
//
//   measure tune                                   repetitions of the kernels for 8 and 9 ms
//   measure serve START SECONDS CLIENT...          clients that share this process; START: seconds of CLOCK_MONOTONIC
//     CLIENT: NAME,KIND,REPEATS,RATE,PRIORITY,SMS,FILE   KIND: chat (memory) or vision (arithmetic); RATE: requests a
//     second at random, 0: the next when one is done; PRIORITY 0 or -1; SMS: a green context of so many, the same
//     for all, 0: none
//   measure gaps START SECONDS FILE                one thread looks at the clock all the time; when it could not
//   measure place START FILE KIND:CTAS:REPEATS...  kernels at once, a stream each; SM, begin and end of every CTA
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

#include "results/clients/hardware/clocks.cuh"
#include "results/clients/hardware/placement.cuh"
#include "results/clients/hardware/standstills.cuh"

constexpr size_t kArrayBytes = size_t{2} << 30;  // far more than any L2 holds
constexpr int kChatCtas = 2000, kChatThreads = 256, kVisionCtas = 4000, kVisionThreads = 128;

// Each CTA reads 64 KiB `repeats` times, elsewhere each time.
__global__ void read_memory(const float4* array, size_t count, int repeats, float* out) {
  constexpr int kPerCta = 65536 / sizeof(float4);
  float sum = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const size_t begin = (size_t(blockIdx.x) + size_t(repeat) * gridDim.x) * kPerCta % count;
#pragma unroll 4
    for (int i = threadIdx.x; i < kPerCta; i += blockDim.x) {
      const float4 value = array[begin + i];
      sum += value.x + value.y + value.z + value.w;
    }
  }
  if (sum == 1.0f) {  // never: the array holds zeros
    *out = sum;
  }
}

// Eight independent chains of multiply-adds in each thread.
__global__ void multiply_add(int repeats, float* out) {
  float x[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    x[i] = threadIdx.x + i;
  }
  for (int repeat = 0; repeat < repeats; ++repeat) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      x[i] = x[i] * 0.999f + 0.5f;
    }
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    sum += x[i];
  }
  if (sum == -1.0f) {
    *out = sum;
  }
}

struct Client {
  std::string name, kind, file;
  int repeats = 1, priority = 0, sms = 0;
  double rate = 0;
};

Client client_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.size() != 7) {
    std::fprintf(stderr, "%s: a client is NAME,KIND,REPEATS,RATE,PRIORITY,SMS,FILE\n", text.c_str());
    std::exit(2);
  }
  return {parts[0],           parts[1], parts[6], std::stoi(parts[2]), std::stoi(parts[4]), std::stoi(parts[5]),
          std::stod(parts[3])};
}

// What a client's requests need, allocated once.
struct Work {
  bool chat = false;
  int repeats = 1;
  size_t in = 0, out = 0;
  char *host_in = nullptr, *host_out = nullptr, *device_in = nullptr, *device_out = nullptr;
  float4* array = nullptr;
  float* sink = nullptr;

  Work(const std::string& kind, int repeat) : chat(kind == "chat"), repeats(repeat) {
    in = chat ? 2 << 20 : 24 << 20;
    out = chat ? 64 << 10 : 1 << 20;
    CHECK(cudaMallocHost(&host_in, in));
    CHECK(cudaMallocHost(&host_out, out));
    CHECK(cudaMalloc(&device_in, in));
    CHECK(cudaMalloc(&device_out, out));
    CHECK(cudaMalloc(&sink, sizeof(float)));
    if (chat) {
      CHECK(cudaMalloc(&array, kArrayBytes));
      CHECK(cudaMemset(array, 0, kArrayBytes));
    }
    CHECK(cudaDeviceSynchronize());
  }
  void kernel(cudaStream_t stream) const {
    if (chat) {
      read_memory<<<kChatCtas, kChatThreads, 0, stream>>>(array, kArrayBytes / sizeof(float4), repeats, sink);
    } else {
      multiply_add<<<kVisionCtas, kVisionThreads, 0, stream>>>(repeats, sink);
    }
    CHECK(cudaGetLastError());
  }
  void copy_in(cudaStream_t stream) const {
    CHECK(cudaMemcpyAsync(device_in, host_in, in, cudaMemcpyHostToDevice, stream));
  }
  void copy_out(cudaStream_t stream) const {
    CHECK(cudaMemcpyAsync(host_out, device_out, out, cudaMemcpyDeviceToHost, stream));
  }
};

template <typename What>
double median_ms(What what) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i < 12; ++i) {
    CHECK(cudaEventRecord(begin));
    what();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (i >= 2) {
      times.push_back(ms);
    }
  }
  std::sort(times.begin(), times.end());
  return 0.5 * (times[4] + times[5]);
}

void tune() {
  for (const auto& [kind, goal] : {std::pair{"chat", 8.0}, std::pair{"vision", 9.0}}) {
    Work work(kind, 64);
    const double few = median_ms([&] { work.kernel(nullptr); });
    work.repeats *= 9;
    const double many = median_ms([&] { work.kernel(nullptr); });
    work.repeats = int(std::lround(64 + (goal - few) * 512 / (many - few)));
    const double time = median_ms([&] { work.kernel(nullptr); });
    const double in = median_ms([&] { work.copy_in(nullptr); }), out = median_ms([&] { work.copy_out(nullptr); });
    int resident = 0;
    CHECK(work.chat ? cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, read_memory, kChatThreads, 0)
                    : cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, multiply_add, kVisionThreads, 0));
    cudaFuncAttributes attributes{};
    CHECK(work.chat ? cudaFuncGetAttributes(&attributes, read_memory)
                    : cudaFuncGetAttributes(&attributes, multiply_add));
    std::printf("%s repeats %d kernel_ms %.4f h2d_ms %.4f d2h_ms %.4f ctas_per_sm %d registers %d\n", kind,
                work.repeats, time, in, out, resident, attributes.numRegs);
  }
}

// Streams in green contexts of so many SMs each, that do not overlap.
std::vector<cudaStream_t> green_streams(unsigned int count, unsigned int sms) {
  CUdevice device;
  CHECK(cuDeviceGet(&device, 0));
  CUdevResource all{}, left{};
  CHECK(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
  std::vector<CUdevResource> parts(count);
  unsigned int groups = count;
  CHECK(cuDevSmResourceSplitByCount(parts.data(), &groups, &all, &left, 0, sms));
  std::vector<cudaStream_t> streams;
  for (unsigned int i = 0; i < groups; ++i) {
    std::fprintf(stderr, "green context: asked for %u SMs, got %u\n", sms, parts[i].sm.smCount);
    CUdevResourceDesc described;
    CHECK(cuDevResourceGenerateDesc(&described, &parts[i], 1));
    CUgreenCtx context;
    CHECK(cuGreenCtxCreate(&context, described, device, CU_GREEN_CTX_DEFAULT_STREAM));
    CUstream stream;
    CHECK(cuGreenCtxStreamCreate(&stream, context, CU_STREAM_NON_BLOCKING, 0));
    streams.push_back(stream);
  }
  return streams;
}

// Requests of one client until `until`, all seen through; when each came and was done, in its file.
void serve_client(const Client& client, const Work& work, cudaStream_t stream, double start, double until) {
  std::mt19937_64 random(12345);
  std::exponential_distribution<double> gap(client.rate > 0 ? client.rate : 1);
  struct Under {
    double came;
    cudaEvent_t done;
  };
  std::deque<Under> under;
  std::vector<cudaEvent_t> events;
  std::vector<std::pair<double, double>> seen;
  seen.reserve(100000);
  while (monotonic() < start) {
  }
  double next = client.rate > 0 ? start + gap(random) : start;
  while (next < until || !under.empty()) {
    if (next < until && monotonic() >= next) {
      cudaEvent_t event;
      if (events.empty()) {
        CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
      } else {
        event = events.back();
        events.pop_back();
      }
      work.copy_in(stream);
      work.kernel(stream);
      work.copy_out(stream);
      CHECK(cudaEventRecord(event, stream));
      under.push_back({next, event});
      next = client.rate > 0 ? next + gap(random) : 1e300;
    }
    if (!under.empty()) {
      const cudaError_t state = cudaEventQuery(under.front().done);
      if (state == cudaSuccess) {
        const double now = monotonic();
        seen.emplace_back(under.front().came - start, now - start);
        events.push_back(under.front().done);
        under.pop_front();
        if (client.rate <= 0) {
          next = now;
        }
      } else if (state != cudaErrorNotReady) {
        CHECK(state);
      }
    }
  }
  std::FILE* file = std::fopen(client.file.c_str(), "w");
  std::fprintf(file, "client,came_s,done_s\n");
  for (const auto& [came, done] : seen) {
    std::fprintf(file, "%s,%.6f,%.6f\n", client.name.c_str(), came, done);
  }
  std::fclose(file);
}

void serve(double start, double seconds, const std::vector<Client>& clients) {
  std::vector<Work> works;
  std::vector<cudaStream_t> streams;
  if (clients.front().sms > 0) {
    streams = green_streams(unsigned(clients.size()), unsigned(clients.front().sms));
    if (streams.size() != clients.size()) {
      std::fprintf(stderr, "there are not so many SMs\n");
      std::exit(1);
    }
  }
  for (std::size_t i = 0; i < clients.size(); ++i) {
    works.emplace_back(clients[i].kind, clients[i].repeats);
    if (streams.size() <= i) {
      cudaStream_t stream;
      CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, clients[i].priority));
      streams.push_back(stream);
    }
    works[i].copy_in(streams[i]);  // modules are loaded before time counts
    works[i].kernel(streams[i]);
    works[i].copy_out(streams[i]);
    CHECK(cudaStreamSynchronize(streams[i]));
  }
  std::fprintf(stderr, "ready %.3f s before the start\n", start - monotonic());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < clients.size(); ++i) {
    threads.emplace_back([&, i] { serve_client(clients[i], works[i], streams[i], start, start + seconds); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  CHECK(cudaSetDevice(0));
  CHECK(cudaFree(nullptr));
  if (what == "tune") {
    tune();
  } else if (what == "serve" && count > 4) {
    std::vector<Client> clients;
    for (int i = 4; i < count; ++i) {
      clients.push_back(client_of(arguments[i]));
    }
    serve(std::stod(arguments[2]), std::stod(arguments[3]), clients);
  } else if (what == "gaps" && count == 5) {
    gaps(std::stod(arguments[2]), std::stod(arguments[3]), arguments[4]);
  } else if (what == "place" && count > 4) {
    place(std::stod(arguments[2]), arguments[3], count - 4, arguments + 4);
  } else {
    std::fprintf(stderr, "measure tune | serve | gaps | place: see its first lines\n");
    return 2;
  }
}
