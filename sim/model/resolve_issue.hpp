#pragma once

#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// Instance::issue, host, programs, Job::blocks and legacy, and of a thread a task what that does before it issues
/// anything, which is part of the release time; once all else is resolved.
///
/// Of one thread, a copy of pinned memory holds it up that is synchronous, and one of pageable memory in either case
/// ("For transfers from device memory to pageable host memory, the function will return only once the copy has
/// completed"; to device memory "once the pageable buffer has been copied to the staging memory", which ends with the
/// copy but for its last piece: CUDA Runtime API, API synchronization behavior), but for a small one in: see
/// kLargestUnheldCopyIn.
///
/// By the compute capability, where the profile says it:
/// - below 3.5 (no Hyper-Q) each copy engine serves copies as they were issued;
/// - 2.0 … 3.0 "any operation that requires a dependency check to see if a streamed kernel launch is complete can start
///   executing only when all thread blocks of all prior kernel launches from any stream in the CUDA context have
///   started executing" (CUDA C++ Programming Guide up to version 12, Implicit Synchronization). A kernel that fills
///   the GPU starts its last blocks shortly before it ends: we take its end.
///
/// Throws InputError at the task: it comes after one that is issued later, breadth first.
void resolve_issue(const Workload& workload, const Device& device, Instance& instance);

}  // namespace warpshop
