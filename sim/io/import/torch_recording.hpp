#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/io/import/recorded_names.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/torch_event.hpp"
#include "sim/io/import/torch_processes.hpp"

namespace warpshop::io {

/// Puts a recording together from the events of a trace, one after the other in any order.
class TorchRecording {
 public:
  /// The most events that are kept, and that have begun and not ended.
  static constexpr std::size_t kMostEvents = std::size_t{16} << 20;
  static constexpr std::size_t kMostOpen = std::size_t{1} << 18;

  explicit TorchRecording(std::string file) { trace_.file = std::move(file); }

  /// Throws InputError at the place of what cannot be used in a command. Of other events without times of use none is
  /// taken, and counted; what else is wrong with them counts as not recorded.
  void add(TorchEvent& event);
  void add(RecordedGpu gpu);

  /// All of it, in order; once. Throws InputError if there are no commands of a GPU.
  RecordedTrace finish(const std::string& expected);

 private:
  using Thread = std::pair<TorchIdentity, TorchIdentity>;
  [[noreturn]] void refuse(Mark mark, std::string_view message) const;
  void begin(TorchEvent& event);
  void end(const TorchEvent& event);
  void record(const TorchEvent& event);
  void record_beside(const TorchEvent& event);
  void record_command(const TorchEvent& event, CommandKind kind, const TimeSpan& span);
  void record_copy(const TorchEvent& event, const TimeSpan& span);
  void record_call(const TorchEvent& event, const TimeSpan& span);
  void record_synchronisation(const TorchEvent& event, const TimeSpan& span);
  TimeSpan span_of(const TorchEvent& event) const;
  static std::optional<TimeSpan> usable_span(const TorchEvent& event);
  std::uint64_t thread_of(const TorchEvent& event);
  std::uint32_t device_of(const TorchEvent& event) const;
  std::optional<std::uint64_t> stream_of(const TorchEvent& event, const std::optional<std::int64_t>& stream);
  UniqueNumbers::Key key_of(const TorchEvent& event, std::uint32_t device, std::int64_t number);
  void set_kernel(RecordedCommand& command, const TorchEvent& event) const;
  std::int64_t amount(const TorchEvent& event, TorchField field, std::int64_t most) const;
  void check_size(const TorchEvent& event) const;
  void take_bytes_of_calls();
  void join_synchronisations();
  void rebase();

  RecordedTrace trace_;
  RecordedNames names_;
  UniqueNumbers streams_, events_;
  std::map<Thread, std::uint64_t> threads_;
  std::map<Thread, std::vector<TorchEvent>> open_;
  std::size_t open_count_ = 0;
  /// What CUPTI says of calls that wait, or that record an event, beside these; their threads are not those of the
  /// calls.
  std::vector<RecordedCall> synchronisations_;
  TorchProcesses processes_;
  std::vector<TorchOwned> host_copies_;  ///< correlations of copies from host to host
};

}  // namespace warpshop::io
