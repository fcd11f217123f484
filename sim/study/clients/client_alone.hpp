#pragma once

#include <cstddef>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/client_comparison.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/policy.hpp"
#include "sim/order/fleet/deal.hpp"

namespace warpshop::study {

/// What one client answers that has the GPU to itself: its streams as the hardware runs them, see unshared_plan().
ClientFigures client_alone(const Instance& instance, std::size_t number, const Plan& plan,
                           const evaluate::ClientRun& run);

/// Streams that take what is free, on a GPU whose SMs are known; else one kernel at a time.
Plan unshared_plan(const Fleet& fleet, const order::Dealt& dealt, const PlanOptions& options);

}  // namespace warpshop::study
