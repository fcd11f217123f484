#include "tests/fuzz/recorded_invariants.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/import/import_trace.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/utf8.hpp"
#include "tests/fuzz/expect.hpp"

namespace warpshop::test {
namespace {

template <class Record>
void expect_in_order(const std::vector<Record>& records, const RecordedTrace& trace) {
  std::chrono::nanoseconds last{0};
  for (const Record& record : records) {
    expect(record.start >= last, "records that are not by start, or before the origin");
    expect(record.end >= record.start, "a record that ends before it starts");
    expect(record.start % trace.resolution == std::chrono::nanoseconds{0} &&
               record.end % trace.resolution == std::chrono::nanoseconds{0},
           "a time finer than the resolution");
    if constexpr (requires { record.name; }) {
      expect(record.name < trace.names.size(), "a name that there is not");
    }
    last = record.start;
  }
}

void expect_command(const RecordedCommand& command) {
  const bool of_host = command.kind == CommandKind::h2d || command.kind == CommandKind::d2h ||
                       command.kind == CommandKind::migration_h2d || command.kind == CommandKind::migration_d2h;
  expect(command.bytes >= Bytes{0} && command.ctas >= 0 && command.cta.threads >= 0 && command.cta.registers >= 0 &&
             command.cta.shared_memory >= Bytes{0},
         "an amount below 0");
  expect(!command.asked_for || is_migration(command.kind), "a command that was asked for as pages are");
  expect(!command.memory || of_host, "memory of the host in a command without");
  expect(command.kind == CommandKind::kernel || (command.ctas == 0 && command.cta.threads == 0), "CTAs of a copy");
}

void expect_call(const RecordedCall& call) {
  const bool has_stream = call.kind == CallKind::synchronise_stream || call.kind == CallKind::record_event ||
                          call.kind == CallKind::wait_event;
  const bool awaits = call.kind == CallKind::synchronise_event || call.kind == CallKind::wait_event;
  expect(has_stream || !call.stream, "a call with a stream that it has not");
  expect(awaits || (!call.record && !call.awaited_stream), "a call that awaits what it does not");
  expect(!call.record || !call.awaited_stream, "a call that awaits a stream beside a record");
}

}  // namespace

void expect_invariants(const RecordedTrace& trace) {
  expect(trace.resolution > std::chrono::nanoseconds{0}, "no resolution");
  expect_in_order(trace.commands, trace);
  expect_in_order(trace.calls, trace);
  expect_in_order(trace.spans, trace);
  for (const std::string& name : trace.names) {
    expect(printable(name) == name && is_utf8(name), "a name that does not show: " + printable(name));
  }
  expect(std::set<std::string>(trace.names.begin(), trace.names.end()).size() == trace.names.size(),
         "a name that stands there twice");
  using Key = std::tuple<std::chrono::nanoseconds, std::uint64_t, std::uint32_t, std::uint64_t, CommandKind,
                         std::uint32_t, std::chrono::nanoseconds, Bytes, std::optional<Memory>, std::int64_t,
                         std::int64_t, std::int64_t, Bytes>;
  std::set<Key> seen;
  std::map<std::uint64_t, std::uint32_t> process_of;  // by stream
  for (const RecordedCommand& command : trace.commands) {
    expect_command(command);
    expect(process_of.try_emplace(command.stream, command.process).first->second == command.process,
           "a stream of two processes");
    expect(command.correlation == 0 ||
               seen.emplace(command.start, command.correlation, command.device, command.stream, command.kind,
                            command.name, command.end, command.bytes, command.memory, command.ctas, command.cta.threads,
                            command.cta.registers, command.cta.shared_memory)
                   .second,
           "a command that stands there twice");
  }
  for (const RecordedCall& call : trace.calls) {
    expect_call(call);
  }
  for (const RecordedGpu& gpu : trace.gpus) {
    expect_text(gpu.name, "the name of a GPU");
    expect(!gpu.memory || gpu.memory->count > 0, "a GPU with no memory");
    expect(!gpu.sm || (gpu.sm->count > 0 && gpu.sm->threads > 0 && gpu.sm->ctas > 0), "a GPU with no SMs");
  }
}

void expect_workload(const RecordedTrace& trace) {
  if (trace.commands.empty()) {
    return;  // refused: there is nothing to import
  }
  io::ImportedTrace imported;
  try {
    imported = io::import_trace(trace, {.name = "mutant", .device_name = "gpu", .cut = {}, .gpu = {}});
  } catch (const InputError&) {
    return;  // times too far apart
  }
  std::stringstream workload;
  io::write_workload(workload, imported.workload);
  std::stringstream profile;
  io::write_device(profile, imported.device);
  try {
    const Workload again = io::parse_workload(workload, "workload");
    expect(again.tasks.size() == imported.workload.tasks.size(), "a task that got lost");
    for (std::size_t i = 0; i < again.tasks.size(); ++i) {
      expect(again.tasks[i].name == imported.workload.tasks[i].name &&
                 again.tasks[i].after == imported.workload.tasks[i].after &&
                 again.tasks[i].family == imported.workload.tasks[i].family &&
                 again.tasks[i].recorded == imported.workload.tasks[i].recorded,
             "a task that is not read as it was written");
    }
    expect(io::parse_device(profile, "profile") == imported.device, "a profile that is not read as it was written");
    resolve(again, imported.device);
  } catch (const InputError& error) {
    expect(false, std::string("an imported workload or profile is refused: ") + error.what());
  }
}

}  // namespace warpshop::test
