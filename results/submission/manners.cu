// One plan of four tasks, submitted in several manners: which of them lets copies and kernels run as the plan says?
// Every order of the tasks in every manner, in turn, so that a change of the machine meets all of them alike.
//
//   manners FILE REPETITIONS IN,KERNEL,OUT IN,KERNEL,OUT IN,KERNEL,OUT IN,KERNEL,OUT     MB, ms, MB
//
// FILE becomes a table: manner, order, repetition, makespan in ms (host clock, first call to the end of all), and for
// the last repetition when each command began and ended.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include "results/cuda_check.cuh"

__device__ unsigned long long global_timer() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// Fills the GPU and lasts as long as it is told.
__global__ void last_for(unsigned long long ns) {
  const unsigned long long end = global_timer() + ns;
  while (global_timer() < end) {
  }
}

enum Stage { kIn, kKernel, kOut, kStages };
constexpr const char* kStageNames[] = {"h2d", "kernel", "d2h"};

struct Task {
  size_t in, out;
  unsigned long long kernel_ns;
  char *host_in, *host_out, *device_in, *device_out;
};

struct Command {
  cudaEvent_t begin, end;
};

struct Machine {
  int ctas = 0;
  std::vector<Task> tasks;
  std::vector<std::vector<Command>> commands;  // by task and stage
  std::vector<cudaStream_t> of_task;
  cudaStream_t of_engine[kStages];
  cudaEvent_t origin;

  void issue(size_t task, int stage, cudaStream_t stream, bool timed) {
    const Task& t = tasks[task];
    const Command& command = commands[task][stage];
    if (timed) {
      CHECK(cudaEventRecord(command.begin, stream));
    }
    if (stage == kIn) {
      CHECK(cudaMemcpyAsync(t.device_in, t.host_in, t.in, cudaMemcpyHostToDevice, stream));
    } else if (stage == kKernel) {
      last_for<<<ctas, 1024, 0, stream>>>(t.kernel_ns);
      CHECK(cudaGetLastError());
    } else {
      CHECK(cudaMemcpyAsync(t.host_out, t.device_out, t.out, cudaMemcpyDeviceToHost, stream));
    }
    CHECK(cudaEventRecord(command.end, stream));
  }
  void wait(cudaStream_t stream, size_t task, int stage) {
    CHECK(cudaStreamWaitEvent(stream, commands[task][stage].end, 0));
  }
};

using Order = std::vector<size_t>;

// A stream a task; each stage waits for the same stage of the task before.
void chained_tasks(Machine& m, const Order& order, bool timed) {
  for (size_t i = 0; i < order.size(); ++i) {
    for (int stage = 0; stage < kStages; ++stage) {
      if (i > 0) {
        m.wait(m.of_task[order[i]], order[i - 1], stage);
      }
      m.issue(order[i], stage, m.of_task[order[i]], timed);
    }
  }
}

// A stream a task, nothing waits; task by task.
void free_tasks(Machine& m, const Order& order, bool timed) {
  for (const size_t task : order) {
    for (int stage = 0; stage < kStages; ++stage) {
      m.issue(task, stage, m.of_task[task], timed);
    }
  }
}

// The same, all copies in first, then kernels, then copies out.
void free_stages(Machine& m, const Order& order, bool timed) {
  for (int stage = 0; stage < kStages; ++stage) {
    for (const size_t task : order) {
      m.issue(task, stage, m.of_task[task], timed);
    }
  }
}

void issue_on_engine(Machine& m, size_t task, int stage, bool timed) {
  if (stage > 0) {
    m.wait(m.of_engine[stage], task, stage - 1);
  }
  m.issue(task, stage, m.of_engine[stage], timed);
}

// A stream an engine; a kernel waits for its copy in, a copy out for its kernel. Task by task.
void engines(Machine& m, const Order& order, bool timed) {
  for (const size_t task : order) {
    for (int stage = 0; stage < kStages; ++stage) {
      issue_on_engine(m, task, stage, timed);
    }
  }
}

// The same, all copies in first.
void engines_by_stage(Machine& m, const Order& order, bool timed) {
  for (int stage = 0; stage < kStages; ++stage) {
    for (const size_t task : order) {
      issue_on_engine(m, task, stage, timed);
    }
  }
}

// Copies in and kernels are submitted at once, a copy out when the host sees its kernel done.
void host_starts_copies_out(Machine& m, const Order& order, bool timed) {
  for (const size_t task : order) {
    issue_on_engine(m, task, kIn, timed);
    issue_on_engine(m, task, kKernel, timed);
  }
  for (const size_t task : order) {
    CHECK(cudaEventSynchronize(m.commands[task][kKernel].end));
    m.issue(task, kOut, m.of_engine[kOut], timed);
  }
}

struct Manner {
  const char* name;
  void (*submit)(Machine&, const Order&, bool);
  bool timed;
};
constexpr Manner kManners[] = {{"chained-tasks", chained_tasks, true},
                               {"chained-tasks-untimed", chained_tasks, false},
                               {"free-tasks", free_tasks, true},
                               {"free-stages", free_stages, true},
                               {"engines", engines, true},
                               {"engines-untimed", engines, false},
                               {"engines-by-stage", engines_by_stage, true},
                               {"engines-by-stage-untimed", engines_by_stage, false},
                               {"host-starts-copies-out", host_starts_copies_out, true}};

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "usage: %s FILE REPETITIONS IN,KERNEL,OUT...\n", arguments[0]);
    return 2;
  }
  const int repetitions = std::atoi(arguments[2]);
  Machine m;
  cudaDeviceProp properties{};
  CHECK(cudaGetDeviceProperties(&properties, 0));
  m.ctas = properties.multiProcessorCount * (properties.maxThreadsPerMultiProcessor / 1024);
  for (int i = 3; i < count; ++i) {
    double in = 0, kernel = 0, out = 0;
    if (std::sscanf(arguments[i], "%lf,%lf,%lf", &in, &kernel, &out) != 3) {
      std::fprintf(stderr, "%s: not IN,KERNEL,OUT\n", arguments[i]);
      return 2;
    }
    Task task{};
    task.in = size_t(in * 1e6);
    task.out = size_t(out * 1e6);
    task.kernel_ns = (unsigned long long)(kernel * 1e6);
    CHECK(cudaMallocHost(&task.host_in, task.in));
    CHECK(cudaMallocHost(&task.host_out, task.out));
    CHECK(cudaMalloc(&task.device_in, task.in));
    CHECK(cudaMalloc(&task.device_out, task.out));
    m.tasks.push_back(task);
    m.commands.emplace_back(kStages);
    for (Command& command : m.commands.back()) {
      CHECK(cudaEventCreate(&command.begin));
      CHECK(cudaEventCreate(&command.end));
    }
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    m.of_task.push_back(stream);
  }
  for (cudaStream_t& stream : m.of_engine) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
  CHECK(cudaEventCreate(&m.origin));
  std::FILE* file = std::fopen(arguments[1], "w");
  if (file == nullptr) {
    std::perror(arguments[1]);
    return 1;
  }
  std::fprintf(file, "manner,order,repetition,makespan_ms,task,stage,begin_ms,end_ms\n");
  for (int repetition = -1; repetition < repetitions; ++repetition) {  // the first one loads what is not loaded yet
    Order order(m.tasks.size());
    std::iota(order.begin(), order.end(), size_t{0});
    do {
      std::string name;
      for (const size_t task : order) {
        name += std::to_string(task);
      }
      for (const Manner& manner : kManners) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(m.origin, m.of_engine[0]));
        CHECK(cudaEventSynchronize(m.origin));
        const auto begin = std::chrono::steady_clock::now();
        manner.submit(m, order, manner.timed);
        CHECK(cudaDeviceSynchronize());
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        if (repetition < 0) {
          continue;
        }
        std::fprintf(file, "%s,%s,%d,%.4f,,,,\n", manner.name, name.c_str(), repetition, ms);
        if (repetition + 1 == repetitions && manner.timed) {
          for (const size_t task : order) {
            for (int stage = 0; stage < kStages; ++stage) {
              float from = 0, to = 0;
              CHECK(cudaEventElapsedTime(&from, m.origin, m.commands[task][stage].begin));
              CHECK(cudaEventElapsedTime(&to, m.origin, m.commands[task][stage].end));
              std::fprintf(file, "%s,%s,,,%zu,%s,%.4f,%.4f\n", manner.name, name.c_str(), task, kStageNames[stage],
                           from, to);
            }
          }
        }
      }
    } while (std::next_permutation(order.begin(), order.end()));
  }
  if (std::fclose(file) != 0) {
    std::perror(arguments[1]);
    return 1;
  }
}
