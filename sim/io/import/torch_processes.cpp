#include "sim/io/import/torch_processes.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// What is wrong with all of a file stands at its beginning.
constexpr Mark kFirst{.line = 1, .column = 1};

constexpr std::uint32_t kNoProcess = std::numeric_limits<std::uint32_t>::max();

bool issues(const RecordedCall& call) {
  const bool kind = call.kind == CallKind::launch || call.kind == CallKind::copy || call.kind == CallKind::prefetch;
  return kind && call.correlation != 0;
}

/// Whether there is one pid that calls, and for every GPU one pid of commands.
bool are_of_one(const RecordedTrace& trace) {
  std::map<std::uint32_t, std::uint32_t> pid_of_device;
  std::set<std::uint32_t> callers;
  for (const RecordedCall& call : trace.calls) {
    if (issues(call)) {
      callers.insert(call.process);
    }
  }
  return callers.size() <= 1 &&
         std::all_of(trace.commands.begin(), trace.commands.end(), [&](const RecordedCommand& command) {
           return pid_of_device.try_emplace(command.device, command.process).first->second == command.process;
         });
}

/// Pids of several processes → numbers of these. `gpu` and `host` are positions of pids.
class ProcessFinder {
 public:
  ProcessFinder(const RecordedTrace& trace, std::size_t gpu_pids, std::size_t host_pids)
      : trace_(trace), partner_(gpu_pids, kNoProcess), process_of_host_(host_pids, kNoProcess) {
    if (gpu_pids > kMostPids || host_pids > kMostPids) {
      throw InputError(trace.file, kFirst, "has events of more than 1024 processes, expected fewer");
    }
    for (const RecordedCall& call : trace.calls) {
      if (issues(call)) {
        callers_[call.correlation].push_back({call.process, call.start});
      }
    }
    find_partners();
    refuse_what_is_ambiguous();
    number();
  }

  std::uint32_t of_host(std::uint32_t host) const { return process_of_host_[host]; }

  /// Of a command or a synchronisation; commands that the calls of their pid's partner do not explain, but those of a
  /// pid that is nobody's partner, are of that.
  std::uint32_t of(std::uint32_t gpu, std::uint64_t correlation, nanoseconds start) const {
    if (const std::uint32_t host = stray(gpu, correlation, start); host != kNoProcess) {
      return process_of_host_[host];
    }
    return process_of_gpu_[gpu];
  }

 private:
  /// The pids whose calls may have issued a command.
  std::vector<std::uint32_t> explaining(std::uint64_t correlation, nanoseconds start) const {
    std::vector<std::uint32_t> hosts;
    if (const auto found = callers_.find(correlation); found != callers_.end()) {
      for (const Caller& caller : found->second) {
        if (caller.start <= start && (hosts.empty() || hosts.back() != caller.host)) {
          hosts.push_back(caller.host);
        }
      }
    }
    return hosts;
  }

  bool is_partner(std::uint32_t host) const {
    return std::find(partner_.begin(), partner_.end(), host) != partner_.end();
  }

  /// The pid with most commands explained; of equal ones the first that is nobody's partner yet.
  void find_partners() {
    const std::size_t hosts = process_of_host_.size();
    std::vector<std::vector<std::size_t>> counts(partner_.size(), std::vector<std::size_t>(hosts));
    for (const RecordedCommand& command : trace_.commands) {
      for (const std::uint32_t host : explaining(command.correlation, command.start)) {
        ++counts[command.process][host];
      }
    }
    for (std::size_t gpu = 0; gpu < partner_.size(); ++gpu) {
      std::uint32_t best = kNoProcess;
      for (std::uint32_t host = 0; host < hosts; ++host) {
        const std::size_t most = best == kNoProcess ? 0 : counts[gpu][best];
        const bool rather = counts[gpu][host] == most && most > 0 && is_partner(best) && !is_partner(host);
        best = counts[gpu][host] > most || rather ? host : best;
      }
      partner_[gpu] = best;
    }
  }

  std::uint32_t stray(std::uint32_t gpu, std::uint64_t correlation, nanoseconds start) const {
    std::uint32_t found = kNoProcess;
    for (const std::uint32_t host : explaining(correlation, start)) {
      if (host == partner_[gpu]) {
        return kNoProcess;
      }
      found = found == kNoProcess && !is_partner(host) ? host : found;
    }
    return found;
  }

  /// Two processes whose commands have one pid, and whose calls one correlation.
  void refuse_what_is_ambiguous() const {
    std::set<TorchOwned> seen;
    for (const RecordedCommand& command : trace_.commands) {
      const bool again = command.correlation != 0 && !seen.emplace(command.process, command.correlation).second;
      if (!again) {
        continue;
      }
      const std::vector<std::uint32_t> hosts = explaining(command.correlation, command.start);
      const bool by_partner = std::find(hosts.begin(), hosts.end(), partner_[command.process]) != hosts.end();
      for (const std::uint32_t host : hosts) {
        if (by_partner && !is_partner(host)) {
          throw InputError(trace_.file, kFirst,
                           "has commands of several processes under one pid, with the same correlations, so that "
                           "nothing tells them apart, expected a file of each process, or a pid of its own for each");
        }
      }
    }
  }

  /// Commands with the same calls are of one process, unless two pids have the same GPU.
  void number() {
    std::vector<std::set<std::uint32_t>> devices(partner_.size());
    for (const RecordedCommand& command : trace_.commands) {
      devices[command.process].insert(command.device);
    }
    std::vector<std::set<std::uint32_t>> held;  // GPUs, by process
    for (std::size_t gpu = 0; gpu < partner_.size(); ++gpu) {
      const std::uint32_t partner = partner_[gpu];
      std::uint32_t process = partner == kNoProcess ? kNoProcess : process_of_host_[partner];
      const bool shares = process != kNoProcess && std::any_of(devices[gpu].begin(), devices[gpu].end(),
                                                               [&](auto one) { return held[process].contains(one); });
      if (process == kNoProcess || shares) {
        process = count_++;
        held.emplace_back();
      }
      held[process].insert(devices[gpu].begin(), devices[gpu].end());
      process_of_gpu_.push_back(process);
      if (partner != kNoProcess && process_of_host_[partner] == kNoProcess) {
        process_of_host_[partner] = process;
      }
    }
    for (std::uint32_t& process : process_of_host_) {
      process = process == kNoProcess ? count_++ : process;
    }
  }

  struct Caller {
    std::uint32_t host;
    nanoseconds start;
  };
  static constexpr std::size_t kMostPids = 1024;

  const RecordedTrace& trace_;
  std::unordered_map<std::uint64_t, std::vector<Caller>> callers_;  ///< by correlation
  std::vector<std::uint32_t> partner_;                              ///< by pid of commands: of their calls
  std::vector<std::uint32_t> process_of_gpu_, process_of_host_;     ///< by pid
  std::uint32_t count_ = 0;
};

}  // namespace

void TorchProcesses::apart(RecordedTrace& trace, std::vector<RecordedCall>& synchronisations,
                           std::vector<TorchOwned>& host_copies) const {
  if (are_of_one(trace)) {
    const auto of_one = [](auto& records) {
      for (auto& record : records) {
        record.process = 0;
      }
    };
    of_one(trace.commands);
    of_one(trace.calls);
    of_one(trace.spans);
    of_one(synchronisations);
    for (TorchOwned& copy : host_copies) {
      copy.first = 0;
    }
    return;
  }
  const ProcessFinder finder(trace, gpu_.size(), host_.size());
  UniqueNumbers correlations;
  UniqueNumbers streams;
  const auto own_correlation = [&](std::uint32_t process, std::uint64_t& number) {
    number = number == 0 ? 0 : correlations({process, 0, 0, number});
  };
  for (RecordedCommand& command : trace.commands) {
    command.process = finder.of(command.process, command.correlation, command.start);
    own_correlation(command.process, command.correlation);
    command.stream = streams({command.process, 0, 0, command.stream});
  }
  for (RecordedCall& call : trace.calls) {
    call.process = finder.of_host(call.process);
    own_correlation(call.process, call.correlation);
  }
  for (MarkedSpan& span : trace.spans) {
    span.process = finder.of_host(span.process);
  }
  for (RecordedCall& one : synchronisations) {
    one.process = finder.of(one.process, one.correlation, nanoseconds::max());
    own_correlation(one.process, one.correlation);
    if (one.record) {
      own_correlation(one.process, *one.record);
    }
    for (std::optional<std::uint64_t>* stream : {&one.stream, &one.awaited_stream}) {
      if (*stream) {
        **stream = streams({one.process, 0, 0, **stream});
      }
    }
  }
  for (auto& [process, correlation] : host_copies) {
    process = finder.of(process, correlation, nanoseconds::max());
    own_correlation(process, correlation);
  }
}

}  // namespace warpshop::io
