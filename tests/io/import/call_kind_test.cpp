#include "sim/io/import/call_kind.hpp"

#include <gtest/gtest.h>

namespace warpshop::io {
namespace {

TEST(CallKindOf, KnowsTheCallsOfRuntimeAndDriver) {
  for (const char* name : {"cudaLaunchKernel", "cudaLaunchKernelExC", "cuLaunchKernel", "cuLaunchKernelEx",
                           "cudaLaunchCooperativeKernel", "cudaGraphLaunch", "cuGraphLaunch", "cudaLaunch"}) {
    EXPECT_EQ(call_kind(name), CallKind::launch) << name;
  }
  for (const char* name : {"cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2DToArrayAsync", "cudaMemcpyPeerAsync",
                           "cudaMemsetAsync", "cuMemcpyHtoDAsync_v2", "cuMemsetD32Async"}) {
    EXPECT_EQ(call_kind(name), CallKind::copy) << name;
  }
  for (const char* name : {"cudaDeviceSynchronize", "cuCtxSynchronize", "cudaThreadSynchronize"}) {
    EXPECT_EQ(call_kind(name), CallKind::synchronise_device) << name;
  }
  EXPECT_EQ(call_kind("cudaStreamSynchronize"), CallKind::synchronise_stream);
  EXPECT_EQ(call_kind("cuStreamSynchronize"), CallKind::synchronise_stream);
  EXPECT_EQ(call_kind("cudaEventSynchronize"), CallKind::synchronise_event);
  EXPECT_EQ(call_kind("cudaEventRecord"), CallKind::record_event);
  EXPECT_EQ(call_kind("cudaEventRecordWithFlags"), CallKind::record_event);
  EXPECT_EQ(call_kind("cudaStreamWaitEvent"), CallKind::wait_event);
  for (const char* name : {"cudaMalloc", "cudaMallocAsync", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc",
                           "cuMemAlloc_v2", "cuMemAllocHost_v2", "cuMemHostAlloc"}) {
    EXPECT_EQ(call_kind(name), CallKind::allocate) << name;
  }
  for (const char* name : {"cudaFree", "cudaFreeAsync", "cudaFreeHost", "cuMemFree_v2", "cuMemFreeHost"}) {
    EXPECT_EQ(call_kind(name), CallKind::free) << name;
  }
}

TEST(CallKindOf, SuffixesMakeNoDifference) {
  EXPECT_EQ(call_kind("cudaLaunchKernel_v7000"), CallKind::launch);
  EXPECT_EQ(call_kind("cudaLaunchKernel_ptsz_v7000"), CallKind::launch);
  EXPECT_EQ(call_kind("cudaGraphLaunch_v10000_ptsz"), CallKind::launch);
  EXPECT_EQ(call_kind("cudaStreamSynchronize_ptsz"), CallKind::synchronise_stream);
  EXPECT_EQ(call_kind("cudaMemcpy_v3020"), CallKind::copy);
  EXPECT_EQ(call_kind("cudaMemcpy_ptds_v7000"), CallKind::copy);
  EXPECT_EQ(call_kind("cudaStreamWaitEvent_v3020"), CallKind::wait_event);
}

TEST(CallKindOf, WhatOnlyLooksLikeThemIsAnother) {
  for (const char* name : {"", "cuda", "cu", "_v2", "cudaLaunchHostFunc", "cuLaunchHostFunc_ptsz", "cudaEventQuery",
                           "cudaGraphAddMemcpyNode", "cudaGraphInstantiate", "cudaStreamIsCapturing", "cudaGetDevice",
                           "cudaMemGetInfo", "cudaFuncSetAttribute", "cudaStreamSynchronizeX", "aten::cudaMalloc",
                           "cudaHostRegister", "cudaMemPrefetchAsync", "cudaEventRecord_once"}) {
    EXPECT_EQ(call_kind(name), CallKind::other) << name;
  }
}

}  // namespace
}  // namespace warpshop::io
