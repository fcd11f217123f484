#pragma once

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

/// Ends the program, naming the place, where a call of the runtime or of the driver failed.
#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    const auto failed = (call);                                                                              \
    if (static_cast<int>(failed) != 0) {                                                                     \
      std::fprintf(stderr, "%s:%d: %s: error %d: %s\n", __FILE__, __LINE__, #call, static_cast<int>(failed), \
                   cudaGetErrorString(static_cast<cudaError_t>(failed)));                                    \
      std::exit(1);                                                                                          \
    }                                                                                                        \
  } while (false)
