#include <string>

#include <gtest/gtest.h>

#include "sim/io/import/recorded_trace.hpp"

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

TEST(CallKindOf, HipHasTheCallsOfCuda) {
  for (const char* action : {"LaunchKernel",
                             "LaunchCooperativeKernel",
                             "GraphLaunch",
                             "LaunchHostFunc",
                             "Memcpy",
                             "MemcpyAsync",
                             "Memcpy2DAsync",
                             "MemcpyHtoDAsync",
                             "Memset",
                             "MemsetAsync",
                             "MemsetD32Async",
                             "DeviceSynchronize",
                             "CtxSynchronize",
                             "StreamSynchronize",
                             "EventSynchronize",
                             "EventRecord",
                             "EventRecordWithFlags",
                             "StreamWaitEvent",
                             "EventQuery",
                             "Malloc",
                             "MallocAsync",
                             "MallocManaged",
                             "HostAlloc",
                             "Free",
                             "FreeAsync",
                             "FreeHost",
                             "MemPrefetchAsync",
                             "StreamIsCapturing",
                             "FuncSetAttribute"}) {
    EXPECT_EQ(call_kind(std::string("hip") + action), call_kind(std::string("cuda") + action)) << action;
    EXPECT_EQ(call_kind(std::string("cu") + action), call_kind(std::string("cuda") + action)) << action;
  }
}

TEST(CallKindOf, HipHasCallsOfItsOwn) {
  for (const char* name : {"hipExtLaunchKernel", "hipExtModuleLaunchKernel", "hipModuleLaunchKernel",
                           "hipHccModuleLaunchKernel", "hipModuleLaunchCooperativeKernel", "hipLaunchByPtr",
                           "hipLaunchKernel_spt", "hipExtLaunchMultiKernelMultiDevice"}) {
    EXPECT_EQ(call_kind(name), CallKind::launch) << name;
  }
  EXPECT_EQ(call_kind("hipMemcpyWithStream"), CallKind::copy);
  EXPECT_EQ(call_kind("hipMemcpy_spt"), CallKind::copy);
  EXPECT_EQ(call_kind("hipStreamSynchronize_spt"), CallKind::synchronise_stream);
  EXPECT_EQ(call_kind("hipHostMalloc"), CallKind::allocate);
  EXPECT_EQ(call_kind("hipExtMallocWithFlags"), CallKind::allocate);
  EXPECT_EQ(call_kind("hipHostFree"), CallKind::free);
}

TEST(CallKindOf, PagesAreMovedAheadByPrefetches) {
  for (const char* name : {"cudaMemPrefetchAsync_v8000", "cuMemPrefetchAsync_v2_ptsz", "hipMemPrefetchAsync"}) {
    EXPECT_EQ(call_kind(name), CallKind::prefetch) << name;
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
  for (const char* name : {"",
                           "cuda",
                           "cu",
                           "_v2",
                           "cudaLaunchHostFunc",
                           "cuLaunchHostFunc_ptsz",
                           "cudaEventQuery",
                           "cudaGraphAddMemcpyNode",
                           "cudaGraphInstantiate",
                           "cudaStreamIsCapturing",
                           "cudaGetDevice",
                           "cudaMemGetInfo",
                           "cudaFuncSetAttribute",
                           "cudaStreamSynchronizeX",
                           "aten::cudaMalloc",
                           "cudaHostRegister",
                           "cudaEventRecord_once",
                           "hip",
                           "hipGetDevicePropertiesR0600",
                           "hipPointerGetAttribute",
                           "hipEventDestroy",
                           "hipStreamGetCaptureInfo_v2",
                           "hiprtcLaunch",
                           "hipModuleUnload",
                           "hipLaunchHostFunc"}) {
    EXPECT_EQ(call_kind(name), CallKind::other) << name;
  }
}

}  // namespace
}  // namespace warpshop::io
