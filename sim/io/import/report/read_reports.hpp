#pragma once

#include "sim/io/import/report/reported_gpu.hpp"
#include "sim/io/yaml/document_text.hpp"

// What tools print about GPUs. Each reader skips lines that are not the tool's, so that a text may have the output of
// others around it, and throws InputError at the line and column of what is wrong.
namespace warpshop::io {

/// nvbandwidth, as text or in JSON (`-j`): the tests host_to_device_memcpy_ce and device_to_host_memcpy_ce, which are
/// `alone`, and their bidirectional versions, which measure one direction while copies of twice the size go the other
/// way: `duplex`. Pinned memory, by copy engines, in 10^9 B/s (memcpy.cpp and testcases_ce.cpp of nvbandwidth 0.8).
/// Tests by SMs (`_sm`) copy with kernels, and are skipped. The text may be changed.
ReportedGpus read_nvbandwidth(Text& text);

/// bandwidthTest of the CUDA samples, as tables or lines of `--csv`: copies alone, of pinned or pageable memory, of one
/// size or several. Its GB/s are 10^9 B/s; its MB/s are 1 024 000 B/s since CUDA 5 (2^10 × bytes / ms / 2^20), 2^20 B/s
/// in tables of CUDA 4 and before, which call pageable memory `Paged memory`.
ReportedGpus read_bandwidth_test(const Text& text);

/// deviceQuery of the CUDA samples.
ReportedGpus read_device_query(const Text& text);

/// `nvidia-smi -q`, all of it or sections (`-d`), the first of several logs.
ReportedGpus read_nvidia_smi(const Text& text);

/// The reader of a tool's output.
ReportedGpus read_report(Text& text, ReportTool tool);

}  // namespace warpshop::io
