#pragma once

#include <vector>

#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/nsys_names.hpp"
#include "sim/io/import/sqlite_file.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// The GPUs of the machine that was recorded, used or not, as far as an export describes them (nvprof's gives memory
/// bandwidth in kB/s: CUpti_ActivityDevice); and tells `ids` which of
/// them processes call 0, 1, …. Of what an SM holds either everything is there, or nothing. Throws InputError.
std::vector<RecordedGpu> read_nsys_gpus(const SqliteFile& file, NsysIds& ids, NsysNames& names);

}  // namespace warpshop::io
