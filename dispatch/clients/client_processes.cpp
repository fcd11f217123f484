#include "dispatch/clients/client_processes.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <poll.h>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::chrono::milliseconds kHeadStart{5};  // for the request to reach all clients
constexpr std::chrono::microseconds kHeadStartEach{200};
constexpr std::chrono::seconds kFarewell{10};   // to end by themselves when their stdin does
constexpr std::chrono::seconds kLastBreath{5};  // from the end of stdout to that of the process
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kShownOfNonsense = 80;  // of nonsense

}  // namespace

ClientProcesses::ClientProcesses(const std::vector<ClientCommand>& commands, const ClientTimeouts& timeouts)
    : timeouts_(timeouts) {
  assert(!commands.empty());
  clients_.reserve(commands.size());
  for (const ClientCommand& client : commands) {
    try {
      clients_.push_back({client.name, ChildProcess(client.command, client.environment)});
    } catch (const DeviceError& error) {
      throw error.during("client " + client.name);
    }
  }
  const std::vector<std::string> lines = await_lines(timeouts_.ready, "it was ready");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != kClientReady) {
      fail(clients_[i], fmt::format("said '{}', expected '{}'", lines[i].substr(0, kShownOfNonsense), kClientReady));
    }
  }
}

ClientProcesses::~ClientProcesses() {
  for (const Client& client : clients_) {
    client.process.close_input();
  }
  const auto deadline = ClientClock::now() + kFarewell;
  for (Client& client : clients_) {
    client.process.wait_until(deadline);
  }
}

Millis ClientProcesses::run_once() {
  run(Check::no);
  ClientClock::time_point start = ClientClock::time_point::max();
  ClientClock::time_point end = ClientClock::time_point::min();
  for (const ClientRun& each : runs_) {
    start = std::min(start, each.start);
    end = std::max(end, each.end);
  }
  return end - start;
}

void ClientProcesses::run(Check check) {
  assert(!clients_.empty());
  const auto head_start = kHeadStart + kHeadStartEach * clients_.size();
  const std::string request = request_line({.check = check, .start = ClientClock::now() + head_start}) + '\n';
  for (const Client& client : clients_) {
    client.process.write(request);
  }
  runs_.clear();
  const std::vector<std::string> lines = await_lines(timeouts_.run, "its run had ended");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto run = parse_client_run(lines[i]);
    if (!run) {
      fail(clients_[i], fmt::format("said '{}', expected the times of its run", lines[i].substr(0, kShownOfNonsense)));
    }
    runs_.push_back(*run);
  }
}

/// The next line of every client; they come in any order. `what`: what had not come about where one fails.
std::vector<std::string> ClientProcesses::await_lines(std::chrono::seconds timeout, std::string_view what) {
  const auto deadline = ClientClock::now() + timeout;
  std::vector<std::string> lines(clients_.size());
  std::vector<pollfd> channels;
  for (const Client& client : clients_) {
    channels.push_back({.fd = client.process.channel(), .events = POLLIN, .revents = 0});
  }
  for (std::size_t missing = clients_.size(); missing > 0;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - ClientClock::now());
    if (left.count() <= 0) {
      const auto late = std::find_if(channels.begin(), channels.end(), [](const pollfd& it) { return it.fd >= 0; });
      fail(clients_[static_cast<std::size_t>(late - channels.begin())],
           fmt::format("took more than {} s before {}", timeout.count(), what));
    }
    ::poll(channels.data(), channels.size(), static_cast<int>(left.count()));
    for (std::size_t i = 0; i < clients_.size(); ++i) {
      if (channels[i].fd < 0 || channels[i].revents == 0) {
        continue;
      }
      ChildProcess& process = clients_[i].process;
      const bool more = process.receive();
      if (const auto line = process.next_line()) {
        lines[i] = *line;
        channels[i].fd = -1;  // poll() passes it over
        --missing;
      } else if (process.received().size() > kLongestLine) {
        fail(clients_[i], fmt::format("said '{}…'", process.received().substr(0, kShownOfNonsense)));
      } else if (!more) {
        const auto status = process.wait_until(ClientClock::now() + kLastBreath);
        fail(clients_[i],
             fmt::format("{} before {}", status ? "ended with " + status_text(*status) : "fell silent", what));
      }
    }
  }
  return lines;
}

void ClientProcesses::fail(Client& client, const std::string& what) {
  const std::string last_words = client.process.last_words();
  const std::string message =
      fmt::format("client {} {}{}{}", client.name, what, last_words.empty() ? "" : ": ", last_words);
  clients_.clear();
  throw DeviceError(message);
}

}  // namespace warpshop::dispatch
