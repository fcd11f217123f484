#pragma once

#include <array>

/// What Nsight Compute and trtexec print, in their form; names and figures are made up.
namespace warpshop::test {

/// Page details: a line a metric, behind what the program printed; two launches of one kernel, one of another.
inline constexpr const char* kNcuDetails = R"csv(solving on 1 GPU
==PROF== Connected to process 4711 (/opt/solver/solve)
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","DRAM Frequency","Ghz","2.61"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","Memory Throughput","%","91.20"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","DRAM Throughput","%","88.40"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","Duration","us","412.50"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","Compute (SM) Throughput","%","31.00"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Block Size","","256"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Dynamic Shared Memory Per Block","Kbyte/block","49.15"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Grid Size","","2,112"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Registers Per Thread","register/thread","64"
"0","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Static Shared Memory Per Block","byte/block","128"
"1","4711","solve","127.0.0.1","norm(float const*, float*)","1","7","(1024, 1, 1)","(132, 1, 1)","0","9.0","GPU Speed Of Light Throughput","DRAM Throughput","%","12.50"
"1","4711","solve","127.0.0.1","norm(float const*, float*)","1","7","(1024, 1, 1)","(132, 1, 1)","0","9.0","GPU Speed Of Light Throughput","Duration","us","9.75"
"1","4711","solve","127.0.0.1","norm(float const*, float*)","1","7","(1024, 1, 1)","(132, 1, 1)","0","9.0","GPU Speed Of Light Throughput","Compute (SM) Throughput","%","n/a"
"1","4711","solve","127.0.0.1","norm(float const*, float*)","1","7","(1024, 1, 1)","(132, 1, 1)","0","9.0","Launch Statistics","Registers Per Thread","register/thread","18"
"2","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","DRAM Throughput","%","90.40"
"2","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","Duration","us","420.50"
"2","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","GPU Speed Of Light Throughput","Compute (SM) Throughput","%","33.00"
"2","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Dynamic Shared Memory Per Block","Kbyte/block","49.15"
"2","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Registers Per Thread","register/thread","64"
"2","4711","solve","127.0.0.1","void solver::smooth<(int)4>(float *, const float *, int)","1","7","(256, 1, 1)","(1056, 2, 1)","0","9.0","Launch Statistics","Static Shared Memory Per Block","byte/block","128"
==PROF== Disconnected from process 4711
)csv";

/// Page raw: a line a launch, units in the second; two GPUs, and a kernel with two grids.
inline constexpr const char* kNcuRaw =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","dram__throughput.avg.pct_of_peak_sustained_elapsed","gpu__time_duration.sum","launch__registers_per_thread","launch__shared_mem_per_block_dynamic","launch__shared_mem_per_block_static","sm__throughput.avg.pct_of_peak_sustained_elapsed"
"","","","","","","","","","","","%","ns","register/thread","byte/block","byte/block","%"
"0","90","infer","box","gemm_kernel","1","7","(128, 2, 1)","(40, 30, 1)","1","8.0","22.5","1,250,000","96","32768","1024","91.25"
"1","90","infer","box","gemm_kernel","1","7","(128, 2, 1)","(20, 30, 1)","1","8.0","21.5","640,000","96","32768","1024","90.25"
"2","90","infer","box","other ""quoted"", kernel","1","7","(64, 1, 1)","(7, 1, 1)","0","8.0","1.5","5,000","20","0","0","2.25"
)csv";

/// As where a comma stands before decimals, by single metrics, without what a CTA takes.
inline constexpr const char* kNcuContinental =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"
"0","1430","python.exe","127.0.0.1","sgemm_64x32_nn","1","7","(512, 1, 1)","(128, 1, 1)","0","8.9","Command line profiler metrics","gpu__time_duration.sum","ns","117.344"
"0","1430","python.exe","127.0.0.1","sgemm_64x32_nn","1","7","(512, 1, 1)","(128, 1, 1)","0","8.9","Command line profiler metrics","sm__throughput.avg.pct_of_peak_sustained_elapsed","%","65,77"
)csv";

/// TensorRT 8.6 on one stream.
inline constexpr const char* kTrtexec =
    R"text(&&&& RUNNING TensorRT.trtexec [TensorRT v8601] # trtexec --loadEngine=pose.plan
[02/03/2025-10:11:12] [I] === Inference Options ===
[02/03/2025-10:11:12] [I] Batch: Explicit
[02/03/2025-10:11:12] [I] Streams: 1
[02/03/2025-10:11:15] [I] === Performance summary ===
[02/03/2025-10:11:15] [I] Throughput: 402.5 qps
[02/03/2025-10:11:15] [I] Latency: min = 2.51 ms, max = 3.1 ms, mean = 2.6 ms, median = 2.58 ms, percentile(90%) = 2.7 ms
[02/03/2025-10:11:15] [I] Enqueue Time: min = 0.2 ms, max = 0.4 ms, mean = 0.25 ms, median = 0.24 ms, percentile(90%) = 0.3 ms
[02/03/2025-10:11:15] [I] H2D Latency: min = 0.125 ms, max = 0.2 ms, mean = 0.15 ms, median = 0.140625 ms, percentile(90%) = 0.17 ms
[02/03/2025-10:11:15] [I] GPU Compute Time: min = 2.3 ms, max = 2.9 ms, mean = 2.41 ms, median = 2.40234 ms, percentile(90%) = 2.5 ms
[02/03/2025-10:11:15] [I] D2H Latency: min = 0.03 ms, max = 0.06 ms, mean = 0.04 ms, median = 0.0371094 ms, percentile(90%) = 0.05 ms
[02/03/2025-10:11:15] [I] Total Host Walltime: 3.001 s
)text";

/// TensorRT 10 without data transfers, eight streams, by a host that is slower than the GPU.
inline constexpr const char* kTrtexecWithoutCopies =
    R"text([11/12/2025-01:02:03] [I] Inference Streams: 8
[11/12/2025-01:02:06] [I] === Performance summary ===
[11/12/2025-01:02:06] [I] Enqueue Time: min = 3.9 ms, max = 4.4 ms, mean = 4 ms, median = 4.05 ms
[11/12/2025-01:02:06] [I] H2D Latency: min = 0 ms, max = 0 ms, mean = 0 ms, median = 0 ms, percentile(99%) = 0 ms
[11/12/2025-01:02:06] [I] GPU Compute Time: min = 4 ms, max = 4.5 ms, mean = 4.1 ms, median = 4.0625 ms, percentile(99%) = 4.5 ms
[11/12/2025-01:02:06] [I] D2H Latency: min = 0 ms, max = 0 ms, mean = 0 ms, median = 0 ms, percentile(99%) = 0 ms
)text";

/// Two runs one after the other: the last one counts. A copy out that is next to nothing.
inline constexpr const char* kTrtexecTwice =
    R"text([01/02/2024-01:02:03] [I] === Performance summary ===
[01/02/2024-01:02:03] [I] H2D Latency: min = 5 ms, max = 5 ms, mean = 5 ms, median = 5 ms, percentile(99%) = 5 ms
[01/02/2024-01:02:03] [I] GPU Compute Time: min = 9 ms, max = 9 ms, mean = 9 ms, median = 9 ms, percentile(99%) = 9 ms
[01/02/2024-01:02:09] [I] === Performance summary ===
[01/02/2024-01:02:09] [I] H2D Latency: min = 0 ms, max = 0 ms, mean = 0 ms, median = 0 ms, percentile(99%) = 0 ms
[01/02/2024-01:02:09] [I] GPU Compute Time: min = 70.9 ms, max = 71.1 ms, mean = 71 ms, median = 70.9772 ms, percentile(99%) = 71.1 ms
[01/02/2024-01:02:09] [I] D2H Latency: min = 9e-05 ms, max = 1e-03 ms, mean = 9e-05 ms, median = 9.5e-05 ms, percentile(99%) = 1e-03 ms
)text";

inline constexpr std::array kNcuTexts{kNcuDetails, kNcuRaw, kNcuContinental};
inline constexpr std::array kTrtexecTexts{kTrtexec, kTrtexecWithoutCopies, kTrtexecTwice};

}  // namespace warpshop::test
