#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::test {

/// A shipped device whose kernels do an element a subtask, alone in no launch: KernelCall::elements are subtasks.
Device device_of_subtasks(const std::string& name);

/// Gives a device as many SMs as an A100 has, and what MIG cuts these into.
void make_a100(Device& device);

/// The tasks of a device, an instance prepared for kernels that share: so many subtasks of a kernel each.
struct Grid {
  std::string kernel;
  std::int64_t subtasks = 1;
};
Instance grids_on(const Device& device, const std::vector<Grid>& grids);

/// Every kernel may have all that it can hold: plain CTAs take what those before them leave free.
Share whole_gpu_share();

/// What a random instance of kernels that share may hold beside them.
struct SharingDemands {
  bool copies = false;
  bool releases = false;
  bool precedence = false;
  bool families = false;
  bool weights = false;
  bool opaque = false;  ///< kernels that say only how long they take
};
rc::Gen<SharingDemands> any_sharing_demands();

/// 1 … most tasks of a prepared instance, each any number of times. Fitting is slow: it is done once, not a case.
rc::Gen<Instance> tasks_of(const Instance& stock, int most, const SharingDemands& demands);

}  // namespace warpshop::test
