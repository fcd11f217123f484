#pragma once

// How the body of a kernel is marked: it is compiled once for the GPU, and once for the processors of this machine.
#ifdef __CUDACC__
#define WARPSHOP_BODY __device__
#else
#define WARPSHOP_BODY
#endif
