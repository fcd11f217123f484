#include "sim/io/import/call_kind.hpp"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace warpshop::test {
namespace {

TEST(CallKind, IsToldByTheNameWhateverProfilersAddToIt) {
  for (const auto& [name, kind] : std::initializer_list<std::pair<std::string_view, CallKind>>{
           {"cudaLaunchKernel", CallKind::launch},
           {"cudaLaunchKernel_ptsz_v7000", CallKind::launch},
           {"cuLaunchKernelEx", CallKind::launch},
           {"cudaGraphLaunch_v10000", CallKind::launch},
           {"cudaMemcpyAsync_v3020", CallKind::copy},
           {"cuMemcpyHtoDAsync_v2", CallKind::copy},
           {"cudaMemset", CallKind::copy},
           {"cuMemsetD32Async", CallKind::copy},
           {"cudaDeviceSynchronize_v3020", CallKind::synchronise_device},
           {"cuCtxSynchronize", CallKind::synchronise_device},
           {"cudaStreamSynchronize_ptsz", CallKind::synchronise_stream},
           {"cudaEventSynchronize", CallKind::synchronise_event},
           {"cudaEventRecordWithFlags", CallKind::record_event},
           {"cuEventRecord", CallKind::record_event},
           {"cudaStreamWaitEvent_v3020", CallKind::wait_event},
           {"cudaMallocAsync", CallKind::allocate},
           {"cudaHostAlloc", CallKind::allocate},
           {"cudaFreeHost", CallKind::free},
           {"cudaEventQuery", CallKind::other},
           {"cudaLaunchHostFunc", CallKind::other},
           {"cudaStreamCreate", CallKind::other},
           {"", CallKind::other}}) {
    EXPECT_EQ(io::call_kind(name), kind) << name;
  }
}

}  // namespace
}  // namespace warpshop::test
