#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/policy_choice.hpp"

namespace warpshop::study {

/// choose_policies() for a workload of clients: ways of sharing, and, where kernels cannot share, or by name, the order
/// of the file, which means whatever became ready first, one kernel at a time. An order of tasks is for a batch, and so
/// is what chooses between ways of sharing by what one costs. Where none of the default ones can serve them, all that
/// can. One device. Throws InputError: such a policy is named, several devices; there is none.
PolicyChoice choose_client_policies(const std::vector<std::string>& names, const Workload& workload,
                                    std::span<const Device> devices);

}  // namespace warpshop::study
