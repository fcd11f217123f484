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
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "results/co-run/hardware/copies_meanwhile.cuh"
#include "results/co-run/hardware/residency.cuh"
#include "results/co-run/hardware/resident_kernels.cuh"
#include "results/cuda_check.cuh"

constexpr double kSettleMs = 3, kWindowMs = 15;

struct Configuration {
  std::string kind;
  std::vector<Resident> residents;
  bool h2d = false, d2h = false;
};

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
