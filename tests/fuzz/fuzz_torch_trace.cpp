#include "tests/fuzz/fuzz_torch_trace.hpp"

#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/recorded_invariants.hpp"
#include "tests/io/import/torch_texts.hpp"

namespace warpshop::test {
namespace {

/// What came of a text: an error, or how much was read.
std::string outcome_of(const std::string& text) {
  std::istringstream stream(text);
  try {
    const RecordedTrace trace = io::read_torch_trace(stream, kMutant);
    expect_invariants(trace);
    expect_workload(trace);
    return std::to_string(trace.commands.size()) + " commands, " + std::to_string(trace.calls.size()) + " calls, " +
           std::to_string(trace.names.size()) + " names";
  } catch (const InputError& error) {
    // A file that has nothing in it, nothing of a GPU, or several processes under one pid, has no place for it.
    const std::string_view message = error.message();
    if (!message.starts_with("is empty") && !message.starts_with("has ")) {
      expect_place(error, kMutant);
    }
    expect_text(error.what(), "a message");
    return error.what();
  }
}

}  // namespace

bool fuzz_torch_trace(const std::string& text) {
  const std::string outcome = outcome_of(text);
  if (!text.starts_with("\x1F\x8B")) {
    const std::string of_gzip = outcome_of(io::as_gzip(text));
    expect(of_gzip == outcome, "gzip makes a difference: " + of_gzip + " / " + outcome);
  }
  return !outcome.starts_with(kMutant);
}

std::vector<std::string> torch_trace_seeds() {
  const std::string text{io::kTorchTrace};
  const std::string events = io::torch_events(R"json(
    {"ph":"X","cat":"gpu_memcpy","name":"Memcpy PtoP (Device -> Device)","tid":7,"ts":"5.5","dur":2.25e-1,
     "args":{"fromDevice":0,"inDevice":1,"toDevice":0,"inContext":2,"stream":7,"correlation":4,"bytes":8}},
    {"ph":"X","cat":"cuda_sync","name":"Event Sync","tid":7,"ts":3,"dur":1,"args":{"wait_on_stream":7}}
  )json");
  const std::string ranks = R"json([
    {"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":0,"dur":5,
     "args":{"correlation":1,"stream":"0x0"}},
    {"ph":"X","cat":"gpu,kernel","name":"a","pid":0,"tid":7,"ts":10,"dur":90,
     "args":{"device":0,"stream":7,"correlation":1,"x":inf}},
    {"ph":"X","cat":"cuda_runtime","name":"hipDeviceSynchronize","pid":1,"tid":1,"ts":8,"dur":95,
     "args":{"correlation":2}},
    {"ph":"X","cat":"gpu_memcpy","name":"Unified Memory Memcpy DtoH (Device -> Pageable)",
     "pid":0,"tid":7,"ts":110,"dur":9,"args":{"device":0,"stream":7,"bytes":64}},
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":11,"tid":1,"ts":0,"dur":200},
    {"ph":"X","cat":"cuda_driver","name":"cuLaunchKernel","pid":11,"tid":1,"ts":1,"dur":5,
     "args":{"correlation":1}},
    {"ph":"X","cat":"kernel","name":"a","pid":10,"tid":7,"ts":10,"dur":90,
     "args":{"device":0,"stream":7,"correlation":1,"x":-NaN}},
  )json";
  return {text, text, events, ranks, io::as_gzip(text), io::as_gzip(events) + io::as_gzip(" ")};
}

}  // namespace warpshop::test
