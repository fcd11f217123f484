#pragma once

/// Before a loop: the compiler for the GPU repeats its body that many times an iteration, to overlap the loads of
/// one with the arithmetic of another.
#ifdef __CUDACC__
#define WARPSHOP_PRAGMA(text) _Pragma(#text)
#define WARPSHOP_UNROLL(times) WARPSHOP_PRAGMA(unroll times)
#else
#define WARPSHOP_UNROLL(times)
#endif
