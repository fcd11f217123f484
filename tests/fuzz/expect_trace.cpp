#include "tests/fuzz/expect_trace.hpp"

#include <chrono>
#include <string>

#include "tests/fuzz/expect.hpp"

namespace warpshop::test {
namespace {

template <class List>
void expect_list(const List& list, const RecordedTrace& trace, const std::string& what) {
  std::chrono::nanoseconds before{0};
  for (const auto& one : list) {
    expect(one.name < trace.names.size(), what + " without a name");
    expect(one.start >= before, what + " not by start");
    expect(one.end >= one.start, what + " that ends before it starts");
    before = one.start;
  }
}

void expect_command(const RecordedCommand& command) {
  const bool copy = command.kind == CommandKind::h2d || command.kind == CommandKind::d2h;
  expect(command.bytes.count >= 0, "a command of fewer bytes than none");
  expect(!command.memory || copy, "host memory of what is no copy");
  expect(command.ctas >= 0 && command.cta.threads >= 0 && command.cta.registers >= 0 &&
             command.cta.shared_memory.count >= 0,
         "less than nothing of a grid");
  expect(command.kind == CommandKind::kernel || (command.ctas == 0 && command.cta.threads == 0),
         "a grid of what is no kernel");
}

void expect_call(const RecordedCall& call) {
  const bool event = call.kind == CallKind::synchronise_event || call.kind == CallKind::wait_event;
  expect(!call.event || event || call.kind == CallKind::record_event, "an event of a call without");
  expect(!(call.record || call.awaited_stream) || event, "a call that waits for no event but for its record");
  expect(!call.record || *call.record != 0, "a record that has no correlation");
}

void expect_gpu(const RecordedGpu& gpu) {
  expect_text(gpu.name, "a GPU's name");
  expect(!gpu.sm || (gpu.sm->count > 0 && gpu.sm->registers > 0 && gpu.sm->shared_memory.count > 0 &&
                     gpu.sm->threads > 0 && gpu.sm->ctas > 0),
         "SMs that hold nothing");
  expect(!gpu.copy_engines || *gpu.copy_engines > 0, "no copy engines");
  expect(!gpu.memory || gpu.memory->count > 0, "no memory");
  expect(!gpu.memory_bandwidth || gpu.memory_bandwidth->value > 0, "no memory bandwidth");
}

}  // namespace

void expect_trace(const RecordedTrace& trace) {
  for (const std::string& name : trace.names) {
    expect_text(name, "a name");
  }
  expect_text(trace.source, "a source");
  expect(trace.resolution.count() > 0, "no resolution");
  expect_list(trace.commands, trace, "a command");
  expect_list(trace.calls, trace, "a call");
  expect_list(trace.spans, trace, "a span");
  for (const RecordedCommand& command : trace.commands) {
    expect_command(command);
  }
  for (const RecordedCall& call : trace.calls) {
    expect_call(call);
  }
  for (const RecordedGpu& gpu : trace.gpus) {
    expect_gpu(gpu);
  }
}

}  // namespace warpshop::test
