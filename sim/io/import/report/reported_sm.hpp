#pragma once

#include "sim/io/import/report/reported_gpu.hpp"
#include "sim/model/chip_table.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// The chip of devices/chips.yaml that a GPU is, by its name, unless it has another number of SMs, as a MIG instance
/// does; nullptr: there is none.
const ChipModel* chip_of(const ReportedGpu& gpu);

/// Fills in the SMs of a device, by its chip, else by what the text says of them, and what is the same in all chips of
/// that compute capability; what neither knows is assumed: 16 CTAs on an SM, as much shared memory as a CTA may have.
/// SMs that are there stay. Throws InputError at the figure: they are of another kind.
void set_sms(Device& device, const ReportedGpus& text, const ReportedGpu& gpu, const ChipModel* chip);

}  // namespace warpshop::io
