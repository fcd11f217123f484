// How fast warpshop's kernels are that share a GPU, measured: each stays on its SMs with a number of CTAs on each,
// alone, beside one or two others on the same SMs, beside another on other SMs, and beside copies. Besides: what it
// costs that CTAs look whether to go on, and how soon they are gone.
//
//   measure kernels KERNELS.csv                what they are and how many of their CTAs an SM holds
//   measure rates REPEATS SECONDS RATES.csv    every configuration in random order, that often; at most so long
//   measure rates-max-shared …                 those on the same SMs, asking for as much shared memory as there is
//   measure orders ORDERS.csv                  looking at the memory of the device and of the host; evictions
//   measure try                                two configurations, to see that all works
//
// A CTA counts itself in at its SM, and leaves at once if the kernel has its number there or does not use the SM. The
// first of a kernel that stays writes time and subtasks begun to the host's memory after each of its subtasks.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

#include "calibrate/beyond_cache.hpp"
#include "kernels/arithmetic.hpp"
#include "kernels/black_scholes.hpp"
#include "kernels/canny_gaussian.hpp"
#include "kernels/canny_hysteresis.hpp"
#include "kernels/canny_nonmax.hpp"
#include "kernels/canny_sobel.hpp"
#include "kernels/convolution_columns.hpp"
#include "kernels/convolution_rows.hpp"
#include "kernels/convolution_wide.hpp"
#include "kernels/fast_walsh.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/histogram.hpp"
#include "kernels/intensity.hpp"
#include "kernels/kernel.hpp"
#include "kernels/matrix_multiply.hpp"
#include "kernels/particle_filter.hpp"
#include "kernels/path_finder.hpp"
#include "kernels/reduction.hpp"
#include "kernels/spmv.hpp"
#include "kernels/stream.hpp"
#include "kernels/transpose.hpp"
#include "kernels/vector_add.hpp"

#define CHECK(call)                                                                                   \
  do {                                                                                                \
    const cudaError_t failed = (call);                                                                \
    if (failed != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(failed)); \
      std::exit(1);                                                                                   \
    }                                                                                                 \
  } while (false)

using namespace warpshop;
using Clock = std::chrono::steady_clock;
using std::uint32_t;
using std::uint64_t;

constexpr double kBytes = 256.0 * (1 << 20);  // of a kernel's data at least: five times an H100's L2
constexpr int kSurplus = 8;                   // CTAs launched for each that fits
constexpr double kSettleMs = 3, kWindowMs = 15, kPatienceMs = 200;
constexpr size_t kCopyBytes = size_t{8} << 20;
constexpr uint32_t kStop = 1, kNone = UINT32_MAX;

// What the CTAs of a kernel share, in the device's memory; each on a line of its own.
struct alignas(128) Word {
  uint32_t value;
};
struct Shared {
  Word next;      // subtask
  Word resident;  // CTAs that stayed
  Word arrived;   // CTAs that began
  Word stop;
  uint32_t tickets[256];  // CTAs that began on each SM
};

struct alignas(16) Sample {
  uint64_t nanoseconds;  // of the device's clock
  uint64_t subtasks;
};

struct Residency {
  Shared* shared;
  Sample* sample;                  // in the host's memory
  const volatile uint32_t* stop;   // where to look whether to go on
  const volatile uint32_t* relay;  // what the first CTA passes on to there; may be none
  uint32_t first_sm, end_sm, ctas, subtasks;
  uint32_t look_every;  // subtasks of a CTA
};

template <class Body>
__global__ void __launch_bounds__(Body::kThreads) resident_kernel(typename Body::Arguments arguments, Residency r) {
  __shared__ typename Body::Shared shared;
  __shared__ uint32_t taken, reports;
  gpu::CudaCta<Body::kThreads> cta;
  if (threadIdx.x == 0) {
    const uint32_t sm = cta.sm();
    taken = sm >= r.first_sm && sm < r.end_sm && atomicAdd(&r.shared->tickets[sm], 1U) < r.ctas;
    reports = taken != 0 && atomicAdd(&r.shared->resident.value, 1U) == 0;
    atomicAdd(&r.shared->arrived.value, 1U);
  }
  __syncthreads();
  if (taken == 0) {
    return;
  }
  for (uint32_t turn = 0;; ++turn) {
    __syncthreads();
    if (threadIdx.x == 0) {
      if (reports != 0 && r.relay != nullptr && *r.relay == kStop) {
        r.shared->stop.value = kStop;
      }
      const bool stop = turn % r.look_every == 0 && *r.stop == kStop;
      taken = stop ? kNone : atomicAdd(&r.shared->next.value, 1U);
      if (reports != 0 && !stop) {
        uint64_t now;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(r.sample), "l"(now), "l"(uint64_t{taken})
                     : "memory");
      }
    }
    __syncthreads();
    const uint32_t subtask = taken;
    if (subtask == kNone) {
      return;
    }
    Body::subtask(cta, shared, arguments, subtask % r.subtasks);
  }
}

struct Entry {
  const char* name;
  const void* function;
};

template <class Body>
Entry entry() {
  return {Body::kName.data(), reinterpret_cast<const void*>(&resident_kernel<Body>)};
}

std::vector<Entry> entries() {
  using namespace kernels;
  return {entry<VectorAdd>(),
          entry<MatrixMultiply>(),
          entry<BlackScholes>(),
          entry<Transpose>(),
          entry<FastWalsh>(),
          entry<ConvolutionRows>(),
          entry<ConvolutionColumns>(),
          entry<ConvolutionWide>(),
          entry<PathFinder>(),
          entry<ParticleFilter>(),
          entry<Histogram>(),
          entry<Reduction>(),
          entry<Spmv>(),
          entry<CannyGaussian>(),
          entry<CannySobel>(),
          entry<CannyNonmax>(),
          entry<CannyHysteresis>(),
          entry<Stream>(),
          entry<Arithmetic>(),
          entry<Intensity<4>>(),
          entry<Intensity<32>>()};
}

// A kernel with its data on the device.
struct Loaded {
  std::string name;
  const void* function;
  int threads, registers, shared_bytes, per_sm;
  std::int64_t elements;
  uint32_t subtasks;
  double bytes;
  gpu::Arguments arguments;
};

struct Gpu {
  int sms = 0;
  Shared* shared = nullptr;            // of each place
  Sample* samples = nullptr;           // likewise, in the host's memory
  volatile uint32_t* stops = nullptr;  // in the host's memory, 32 words apart
  uint32_t* host_word = nullptr;       // what is copied
  std::vector<cudaStream_t> streams;   // of each place
  cudaStream_t orders = nullptr;
  std::array<cudaStream_t, 2> copying{};
  std::array<std::byte*, 2> host_data{}, device_data{};
};

constexpr int kPlaces = 3;

Gpu open_gpu() {
  Gpu gpu;
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceMapHost));
  CHECK(cudaDeviceGetAttribute(&gpu.sms, cudaDevAttrMultiProcessorCount, 0));
  if (gpu.sms > 256) {
    std::fprintf(stderr, "more than 256 SMs\n");
    std::exit(1);
  }
  CHECK(cudaMalloc(&gpu.shared, kPlaces * sizeof(Shared)));
  CHECK(cudaHostAlloc(&gpu.samples, kPlaces * sizeof(Sample), cudaHostAllocMapped));
  CHECK(cudaHostAlloc(const_cast<uint32_t**>(&gpu.stops), kPlaces * 128, cudaHostAllocMapped));
  CHECK(cudaHostAlloc(&gpu.host_word, sizeof(Shared), cudaHostAllocDefault));
  for (int place = 0; place < kPlaces; ++place) {
    CHECK(cudaStreamCreateWithFlags(&gpu.streams.emplace_back(), cudaStreamNonBlocking));
  }
  CHECK(cudaStreamCreateWithFlags(&gpu.orders, cudaStreamNonBlocking));
  for (int way = 0; way < 2; ++way) {
    CHECK(cudaStreamCreateWithFlags(&gpu.copying[way], cudaStreamNonBlocking));
    CHECK(cudaHostAlloc(&gpu.host_data[way], kCopyBytes, cudaHostAllocDefault));
    CHECK(cudaMalloc(&gpu.device_data[way], kCopyBytes));
  }
  return gpu;
}

std::vector<Loaded> load(bool with_data) {
  const std::vector<Entry> all = entries();
  std::vector<Loaded> loaded(all.size(), Loaded{.arguments = gpu::Arguments(0)});
  std::atomic<size_t> next{0};
  const auto work = [&] {
    CHECK(cudaSetDevice(0));
    for (size_t i = next++; i < all.size(); i = next++) {
      const kernels::Kernel* kernel = kernels::find(all[i].name);
      if (kernel == nullptr) {
        std::fprintf(stderr, "no kernel %s\n", all[i].name);
        std::exit(1);
      }
      Loaded& to = loaded[i];
      to.name = all[i].name;
      to.function = all[i].function;
      cudaFuncAttributes attributes{};
      CHECK(cudaFuncGetAttributes(&attributes, to.function));
      to.threads = kernel->code.threads;
      to.registers = attributes.numRegs;
      to.shared_bytes = static_cast<int>(attributes.sharedSizeBytes);
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&to.per_sm, to.function, to.threads, 0));
      to.elements = calibrate::elements_with(*kernel, kBytes);
      const kernels::Layout layout = kernel->layout(to.elements);
      to.subtasks = layout.subtasks;
      to.bytes = static_cast<double>(layout.data().count);
      if (!with_data) {
        continue;
      }
      std::vector<std::byte> input(static_cast<size_t>(layout.input.count));
      kernel->fill(input, to.elements, 1);
      std::byte* device_input = nullptr;
      std::byte* device_output = nullptr;
      CHECK(cudaMalloc(&device_input, input.size()));
      CHECK(cudaMalloc(&device_output, static_cast<size_t>(layout.output.count)));
      CHECK(cudaMemcpy(device_input, input.data(), input.size(), cudaMemcpyHostToDevice));
      to.arguments = kernel->bind(device_input, device_output, to.elements);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::min(16U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back(work);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  return loaded;
}

struct Resident {
  const Loaded* kernel;
  int first_sm, sms, ctas;
};
struct Configuration {
  std::string kind;
  std::vector<Resident> residents;
  bool h2d = false, d2h = false;
};

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}
void spin(double milliseconds) {
  const auto start = Clock::now();
  while (milliseconds_since(start) < milliseconds) {
  }
}

// The latest sample, one that is newer than `than`: none after a while.
Sample read(const Sample* written, uint64_t than = 0) {
  const volatile uint64_t* words = &written->nanoseconds;
  const auto began = Clock::now();
  for (;;) {
    const Sample once{words[0], words[1]};
    const Sample again{words[0], words[1]};
    if (once.nanoseconds == again.nanoseconds && once.subtasks == again.subtasks && once.nanoseconds > than) {
      return once;
    }
    if (milliseconds_since(began) > kPatienceMs) {
      std::fprintf(stderr, "no sample\n");
      return {0, 0};
    }
  }
}

// Subtasks a millisecond between two samples; 0 where there are no two.
double rate_between(const Sample& from, const Sample& to) {
  if (from.nanoseconds == 0 || to.nanoseconds <= from.nanoseconds) {
    return 0;
  }
  return static_cast<double>(to.subtasks - from.subtasks) / static_cast<double>(to.nanoseconds - from.nanoseconds) *
         1e6;
}

enum class Look { device, host, relay };
const char* name_of(Look look) {
  return look == Look::host ? "host" : look == Look::relay ? "relay" : "device";
}

// Launches it; returns when.
Clock::time_point start(Gpu& gpu, int place, const Resident& resident, Look look, uint32_t every) {
  gpu.samples[place] = {};
  gpu.stops[place * 32] = 0;
  CHECK(cudaMemsetAsync(&gpu.shared[place], 0, sizeof(Shared), gpu.streams[place]));
  CHECK(cudaStreamSynchronize(gpu.streams[place]));
  Residency residency{};
  residency.shared = &gpu.shared[place];
  CHECK(cudaHostGetDevicePointer(&residency.sample, &gpu.samples[place], 0));
  uint32_t* mapped = nullptr;
  CHECK(cudaHostGetDevicePointer(&mapped, const_cast<uint32_t*>(&gpu.stops[place * 32]), 0));
  residency.stop = look == Look::host ? mapped : &gpu.shared[place].stop.value;
  residency.relay = look == Look::relay ? mapped : nullptr;
  residency.first_sm = static_cast<uint32_t>(resident.first_sm);
  residency.end_sm = static_cast<uint32_t>(resident.first_sm + resident.sms);
  residency.ctas = static_cast<uint32_t>(resident.ctas);
  residency.subtasks = resident.kernel->subtasks;
  residency.look_every = every;
  const Loaded& kernel = *resident.kernel;
  void* arguments[] = {const_cast<void*>(kernel.arguments.data()), &residency};
  const bool all = resident.ctas == kernel.per_sm && resident.sms == gpu.sms;
  const auto called = Clock::now();
  CHECK(cudaLaunchKernel(kernel.function, dim3(static_cast<unsigned>(kernel.per_sm * gpu.sms * (all ? 1 : kSurplus))),
                         dim3(static_cast<unsigned>(kernel.threads)), arguments, 0, gpu.streams[place]));
  return called;
}

// CTAs that stayed, once all are there that shall be; fewer after a while.
uint32_t wait_for(Gpu& gpu, int place, const Resident& resident) {
  const auto began = Clock::now();
  const auto* shared = reinterpret_cast<const Shared*>(gpu.host_word);
  const uint32_t wanted = static_cast<uint32_t>(resident.sms * resident.ctas);
  const uint32_t launched = static_cast<uint32_t>(resident.kernel->per_sm * gpu.sms) *
                            (resident.ctas == resident.kernel->per_sm && resident.sms == gpu.sms ? 1 : kSurplus);
  do {
    CHECK(cudaMemcpyAsync(gpu.host_word, &gpu.shared[place], sizeof(Shared), cudaMemcpyDeviceToHost, gpu.orders));
    CHECK(cudaStreamSynchronize(gpu.orders));
    if (shared->arrived.value == launched) {
      break;  // none waits for room, ahead of the next kernel
    }
  } while (milliseconds_since(began) < (shared->resident.value == wanted ? 1.0 : 20.0));
  return shared->resident.value;
}

void stop(Gpu& gpu, int places) {
  for (int place = 0; place < places; ++place) {
    gpu.stops[place * 32] = kStop;
    CHECK(cudaMemsetAsync(&gpu.shared[place].stop.value, static_cast<int>(kStop), 1, gpu.orders));
  }
  for (int place = 0; place < places; ++place) {
    CHECK(cudaStreamSynchronize(gpu.streams[place]));
  }
}

// Copies of one direction, one after the other, while it lives.
class Copies {
 public:
  Copies(Gpu& gpu, int way) : gpu_(gpu), way_(way) {
    for (cudaEvent_t& event : events_) {
      CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    thread_ = std::thread([this] { run(); });
  }
  ~Copies() {
    ends_ = true;
    thread_.join();
    for (cudaEvent_t event : events_) {
      CHECK(cudaEventDestroy(event));
    }
  }
  // When how many were done.
  std::pair<Clock::time_point, uint64_t> done() {
    const uint64_t before = done_;
    const auto start = Clock::now();
    while (done_ == before && milliseconds_since(start) < kPatienceMs) {
    }
    return {Clock::now(), done_};
  }

 private:
  void run() {
    CHECK(cudaSetDevice(0));
    uint64_t submitted = 0;
    while (!ends_) {
      if (submitted - done_ < kAhead) {
        std::byte* host = gpu_.host_data[way_];
        std::byte* device = gpu_.device_data[way_];
        CHECK(cudaMemcpyAsync(way_ == 0 ? device : host, way_ == 0 ? host : device, kCopyBytes, cudaMemcpyDefault,
                              gpu_.copying[way_]));
        CHECK(cudaEventRecord(events_[submitted % kAhead], gpu_.copying[way_]));
        ++submitted;
      }
      if (done_ < submitted && cudaEventQuery(events_[done_ % kAhead]) == cudaSuccess) {
        ++done_;
      }
    }
    CHECK(cudaStreamSynchronize(gpu_.copying[way_]));
  }

  static constexpr uint64_t kAhead = 4;
  Gpu& gpu_;
  int way_;
  std::array<cudaEvent_t, kAhead> events_{};
  std::atomic<uint64_t> done_{0};
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

double gigabytes(const std::pair<Clock::time_point, uint64_t>& from, const std::pair<Clock::time_point, uint64_t>& to) {
  return static_cast<double>((to.second - from.second) * kCopyBytes) * 1e-9 /
         std::chrono::duration<double>(to.first - from.first).count();
}

// Lines of CSV, one a kernel; rates in subtasks a millisecond.
void measure(Gpu& gpu, const Configuration& configuration, int number, int repeat, std::FILE* out) {
  const int places = static_cast<int>(configuration.residents.size());
  std::vector<uint32_t> stayed;
  for (int place = 0; place < places; ++place) {
    start(gpu, place, configuration.residents[place], Look::device, 1);
    stayed.push_back(wait_for(gpu, place, configuration.residents[place]));
  }
  std::vector<double> rates(places);
  double h2d = 0, d2h = 0;
  {
    std::vector<std::unique_ptr<Copies>> copies;
    for (int way = 0; way < 2; ++way) {
      if (way == 0 ? configuration.h2d : configuration.d2h) {
        copies.push_back(std::make_unique<Copies>(gpu, way));
      }
    }
    spin(kSettleMs);
    std::vector<Sample> from, to;
    std::vector<std::pair<Clock::time_point, uint64_t>> copied;
    for (auto& each : copies) {
      copied.push_back(each->done());
    }
    for (int place = 0; place < places; ++place) {
      from.push_back(read(&gpu.samples[place]));
    }
    spin(kWindowMs);
    for (int place = 0; place < places; ++place) {
      to.push_back(read(&gpu.samples[place], from[place].nanoseconds));
      rates[place] = rate_between(from[place], to[place]);
    }
    size_t which = 0;
    if (configuration.h2d) {
      h2d = gigabytes(copied[which], copies[which]->done());
      ++which;
    }
    if (configuration.d2h) {
      d2h = gigabytes(copied[which], copies[which]->done());
    }
  }
  stop(gpu, places);
  for (int place = 0; place < places; ++place) {
    const Resident& resident = configuration.residents[place];
    std::fprintf(out, "%s,%d,%d,%s,%d,%d,%d,%u,%.6g,%.4g,%.4g\n", configuration.kind.c_str(), number, repeat,
                 resident.kernel->name.c_str(), resident.first_sm, resident.sms, resident.ctas, stayed[place],
                 rates[place], h2d, d2h);
  }
  if (places == 0) {
    std::fprintf(out, "%s,%d,%d,,,,,,,%.4g,%.4g\n", configuration.kind.c_str(), number, repeat, h2d, d2h);
  }
}

// CTAs of a kernel that take at most that part of an SM; at least one.
int part(const Loaded& kernel, double fraction) {
  return std::max(1, static_cast<int>(fraction * kernel.per_sm + 1e-9));
}

std::vector<Configuration> configurations(const std::vector<Loaded>& loaded, int sms) {
  std::vector<Configuration> all;
  for (const Loaded& kernel : loaded) {
    for (int ctas = 1; ctas <= kernel.per_sm; ctas += kernel.per_sm > 16 && ctas >= 4 ? 4 : 1) {
      all.push_back({"by_ctas", {{&kernel, 0, sms, ctas}}});
    }
    for (int eighths = 1; eighths <= 8; ++eighths) {
      all.push_back({"by_sms", {{&kernel, 0, sms * eighths / 8, kernel.per_sm}}});
    }
    for (int copies = 1; copies <= 3; ++copies) {
      all.push_back({"beside_copies", {{&kernel, 0, sms, kernel.per_sm}}, (copies & 1) != 0, (copies & 2) != 0});
    }
  }
  for (int copies = 1; copies <= 3; ++copies) {
    all.push_back({"copies", {}, (copies & 1) != 0, (copies & 2) != 0});
  }
  for (size_t i = 0; i < loaded.size(); ++i) {
    for (size_t j = i; j < loaded.size(); ++j) {
      for (const double fraction : {0.25, 0.5, 0.75}) {
        const int first = static_cast<int>(fraction * sms);
        all.push_back(
            {"same_sms",
             {{&loaded[i], 0, sms, part(loaded[i], fraction)}, {&loaded[j], 0, sms, part(loaded[j], 1 - fraction)}}});
        all.push_back({"other_sms",
                       {{&loaded[i], 0, first, loaded[i].per_sm}, {&loaded[j], first, sms - first, loaded[j].per_sm}}});
      }
    }
  }
  std::mt19937 draws(1);
  for (int triple = 0; triple < 100; ++triple) {
    Configuration three{"three_same_sms", {}};
    for (int each = 0; each < 3; ++each) {
      const Loaded& kernel = loaded[draws() % loaded.size()];
      three.residents.push_back({&kernel, 0, sms, part(kernel, 1.0 / 3)});
    }
    all.push_back(three);
  }
  return all;
}

void measure_rates(bool max_shared, int repeats, double seconds, const char* file) {
  Gpu gpu = open_gpu();
  const std::vector<Loaded> loaded = load(true);
  std::vector<Configuration> all = configurations(loaded, gpu.sms);
  if (max_shared) {
    for (const Loaded& kernel : loaded) {
      CHECK(cudaFuncSetAttribute(kernel.function, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxShared));
    }
    std::erase_if(all, [](const Configuration& each) {
      return each.kind != "by_ctas" && each.kind != "same_sms" && each.kind != "three_same_sms";
    });
  }
  std::fprintf(stderr, "%zu configurations\n", all.size());
  std::FILE* out = std::fopen(file, "w");
  if (out == nullptr) {
    std::perror(file);
    std::exit(1);
  }
  std::fprintf(out, "kind,configuration,repeat,kernel,first_sm,sms,ctas,resident,rate,h2d,d2h\n");
  const auto began = Clock::now();
  std::mt19937 draws(2);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    std::vector<int> order;
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
      order.push_back(i);
    }
    std::shuffle(order.begin(), order.end(), draws);
    for (const int number : order) {
      if (milliseconds_since(began) > seconds * 1000) {
        std::fprintf(stderr, "out of time in repeat %d\n", repeat);
        std::fclose(out);
        return;
      }
      measure(gpu, all[number], number, repeat, out);
    }
    std::fflush(out);
    std::fprintf(stderr, "repeat %d done after %.1f s\n", repeat, milliseconds_since(began) / 1000);
  }
  std::fclose(out);
}

// What looking costs, and how soon all CTAs are gone once the host says so.
void measure_orders(const char* file) {
  Gpu gpu = open_gpu();
  const std::vector<Loaded> loaded = load(true);
  std::FILE* out = std::fopen(file, "w");
  if (out == nullptr) {
    std::perror(file);
    std::exit(1);
  }
  std::fprintf(out, "what,kernel,look,every,copies,repeat,value\n");
  struct Way {
    Look look;
    uint32_t every;
  };
  const std::vector<Way> ways{{Look::device, 1}, {Look::relay, 1}, {Look::host, 1},
                              {Look::host, 4},   {Look::host, 16}, {Look::host, 64}};
  for (int repeat = 0; repeat < 5; ++repeat) {
    for (const Loaded& kernel : loaded) {
      for (const Way& way : ways) {
        const Resident resident{&kernel, 0, gpu.sms, kernel.per_sm};
        start(gpu, 0, resident, way.look, way.every);
        wait_for(gpu, 0, resident);
        spin(kSettleMs);
        const Sample from = read(&gpu.samples[0]);
        spin(kWindowMs);
        const Sample to = read(&gpu.samples[0], from.nanoseconds);
        stop(gpu, 1);
        std::fprintf(out, "rate,%s,%s,%u,0,%d,%.6g\n", kernel.name.c_str(), name_of(way.look), way.every, repeat,
                     rate_between(from, to));
      }
    }
  }
  // Evictions, without and beside copies in that are submitted ahead: an order by copy waits behind them.
  for (int repeat = 0; repeat < 20; ++repeat) {
    for (const Loaded& kernel : loaded) {
      for (const bool beside : {false, true}) {
        for (const Way& way : ways) {
          const Resident resident{&kernel, 0, gpu.sms, kernel.per_sm};
          start(gpu, 0, resident, way.look, way.every);
          wait_for(gpu, 0, resident);
          std::unique_ptr<Copies> copies;
          if (beside) {
            copies = std::make_unique<Copies>(gpu, 0);
          }
          spin(0.5);
          *gpu.host_word = kStop;
          const auto ordered = Clock::now();
          if (way.look != Look::device) {
            gpu.stops[0] = kStop;
          } else {
            CHECK(cudaMemcpyAsync(&gpu.shared[0].stop.value, gpu.host_word, sizeof(uint32_t), cudaMemcpyHostToDevice,
                                  gpu.orders));
          }
          CHECK(cudaStreamSynchronize(gpu.streams[0]));
          std::fprintf(out, "eviction_us,%s,%s,%u,%d,%d,%.4g\n", kernel.name.c_str(), name_of(way.look), way.every,
                       beside ? 1 : 0, repeat, milliseconds_since(ordered) * 1000);
        }
      }
    }
    std::fflush(out);
  }
  // From the call of a launch to the first CTA's word in the host's memory.
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Resident resident{&loaded.back(), 0, gpu.sms, loaded.back().per_sm};
    const auto called = start(gpu, 0, resident, Look::host, 1);
    read(&gpu.samples[0]);
    std::fprintf(out, "first_word_us,%s,host,1,0,%d,%.4g\n", loaded.back().name.c_str(), repeat,
                 milliseconds_since(called) * 1000);
    stop(gpu, 1);
  }
  std::fclose(out);
}

void list_kernels(const char* file) {
  std::FILE* out = std::fopen(file, "w");
  if (out == nullptr) {
    std::perror(file);
    std::exit(1);
  }
  std::fprintf(out, "kernel,threads,registers,shared_bytes,per_sm,elements,subtasks,bytes\n");
  for (const Loaded& kernel : load(false)) {
    std::fprintf(out, "%s,%d,%d,%d,%d,%lld,%u,%.0f\n", kernel.name.c_str(), kernel.threads, kernel.registers,
                 kernel.shared_bytes, kernel.per_sm, static_cast<long long>(kernel.elements), kernel.subtasks,
                 kernel.bytes);
  }
  std::fclose(out);
}

void try_two() {
  Gpu gpu = open_gpu();
  const std::vector<Loaded> loaded = load(true);
  const Loaded& one = loaded[0];
  const Loaded& other = loaded[18];
  measure(gpu, {"by_ctas", {{&one, 0, gpu.sms, one.per_sm}}}, 0, 0, stdout);
  measure(gpu, {"same_sms", {{&one, 0, gpu.sms, part(one, 0.5)}, {&other, 0, gpu.sms, part(other, 0.5)}}}, 1, 0,
          stdout);
  measure(gpu, {"beside_copies", {{&one, 0, gpu.sms, one.per_sm}}, true, true}, 2, 0, stdout);
  measure(gpu, {"copies", {}, true, true}, 3, 0, stdout);
}

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "kernels") {
    list_kernels(argv[2]);
  } else if (words.size() == 4 && (words[0] == "rates" || words[0] == "rates-max-shared")) {
    measure_rates(words[0] == "rates-max-shared", std::atoi(argv[2]), std::atof(argv[3]), argv[4]);
  } else if (words.size() == 2 && words[0] == "orders") {
    measure_orders(argv[2]);
  } else if (words.size() == 1 && words[0] == "try") {
    try_two();
  } else {
    std::fprintf(stderr, "usage: measure kernels FILE | rates[-max-shared] REPEATS SECONDS FILE | orders FILE | try\n");
    return 2;
  }
}
