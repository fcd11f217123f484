#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "sim/files/output_file.hpp"
#include "sim/io/import/read_torch_trace.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// One of everything that a trace of Kineto holds, with times in nanoseconds.
inline constexpr std::string_view kTorchTrace = R"json({
  "schemaVersion": 1,
  "deviceProperties": [
    {"id": 0, "name": "NVIDIA A100", "totalGlobalMem": 42297524224, "computeMajor": 8, "computeMinor": 0,
     "maxThreadsPerMultiprocessor": 2048, "regsPerMultiprocessor": 65536, "sharedMemPerMultiprocessor": 167936,
     "numSms": 108}
  ],
  "distributedInfo": {"rank": 0, "pg_config": [{"ranks": [0, 1]}]},
  "traceEvents": [
  {"ph": "M", "name": "process_name", "ts": 10.000, "pid": 77, "tid": 0, "args": {"name": "python"}},
  {"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 77, "tid": 78, "ts": 11.5, "dur": 2,
   "args": {"Input Dims": [[2, 3], []], "stream": "none"}},
  {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 77, "tid": 78, "ts": 10.250, "dur": 90},
  {"ph": "X", "cat": "gpu_user_annotation", "name": "ProfilerStep#3", "pid": 0, "tid": 7, "ts": 19, "dur": 60},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaMemcpyAsync", "pid": 77, "tid": 78, "ts": 12.001, "dur": 1.5,
   "args": {"cbid": 41, "correlation": 5}},
  {"ph": "s", "id": 5, "pid": 77, "tid": 78, "ts": 12.001, "cat": "ac2g", "name": "ac2g"},
  {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)",
                                  "pid" : 0, "tid" : 7, "ts" : 20.125, "dur" : 3.875, "args" : {
  "device" : 0, "context" : 1, "stream" : 7, "correlation" : 5, "bytes" : 4096, "memory bandwidth (GB/s)" : 1.057
}
},
  {"ph": "X", "cat": "cuda_driver", "name": "cuLaunchKernelEx", "pid": 77, "tid": 78, "ts": 15, "dur": 2,
   "args": {"correlation": 6}},
  {"ph": "X", "cat": "kernel", "name": "gemm<float>", "pid": 0, "tid": 7, "ts": 24, "dur": 10.001,
   "args": {"device": 0, "context": 1, "stream": 7, "correlation": 6, "registers per thread": 40,
   "shared memory": 1024, "blocks per SM": 0.6, "grid": [4, 8, 2], "block": [32, 4, 1]}},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaEventRecord", "pid": 77, "tid": 78, "ts": 17.5, "dur": 0.5,
   "args": {"correlation": 7}},
  {"ph": "X", "cat": "cuda_event", "name": "cudaEvent", "pid": 0, "tid": 7, "ts": 34.001, "dur": 0,
   "args": {"event_id": 3, "stream": 7, "correlation": 7, "device": 0, "context": 1}},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaStreamWaitEvent", "pid": 77, "tid": 78, "ts": 18.5, "dur": 0.25,
   "args": {"correlation": 8}},
  {"ph": "X", "cat": "cuda_sync", "name": "Stream Wait Event", "pid": 0, "tid": 20, "ts": 18.5, "dur": 0.125,
   "args": {"cuda_sync_kind": "Stream Wait Event", "wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 7,
   "wait_on_cuda_event_id": 3, "stream": 20, "correlation": 8, "device": 0, "context": 1}},
  {"ph": "X", "cat": "gpu_memset", "name": "Memset (Device)", "pid": 0, "tid": 20, "ts": 35, "dur": 1,
   "args": {"device": 0, "context": 1, "stream": 20, "correlation": 9, "bytes": 512}},
  {"ph": "B", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 77, "tid": 79, "ts": 36,
   "args": {"correlation": 10}},
  {"ph": "E", "pid": 77, "tid": 79, "ts": 39.5},
  {"ph": "X", "cat": "cuda_sync", "name": "Context Sync", "pid": 0, "tid": -1, "ts": 36.5, "dur": 3,
   "args": {"cuda_sync_kind": "Context Sync", "stream": 4294967295, "correlation": 10, "device": 0, "context": 1}},
  {"ph": "i", "s": "g", "name": "Record Window End", "pid": "", "tid": "", "ts": 99.000}
  ],
  "traceName": "/home/user/trace.json",
  "baseTimeNanoseconds": 1695835542000000000
}
)json";

/// An array with events alone, a kernel of 1 us before them.
inline std::string torch_events(std::string_view events) {
  return R"([{"ph":"X","cat":"kernel","name":"first","pid":0,"tid":7,"ts":0,"dur":1,"args":{"device":0,"stream":7}},
)" + std::string{events} +
         "]";
}

inline RecordedTrace torch_trace_of(const std::string& text) {
  std::istringstream stream(text);
  return read_torch_trace(stream, "file");
}

/// What reading a trace says of the text; empty: nothing is wrong.
inline std::string torch_error(const std::string& text) {
  try {
    torch_trace_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string as_gzip(std::string_view text) {
  std::ostringstream packed;
  files::GzipBuffer buffer(*packed.rdbuf());
  buffer.sputn(text.data(), static_cast<std::streamsize>(text.size()));
  buffer.finish();
  return packed.str();
}

}  // namespace warpshop::io
