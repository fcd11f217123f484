#include "dispatch/clients/client.hpp"

#include <cstdint>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include <fmt/format.h>

namespace warpshop::dispatch {

namespace {

constexpr const char* kGo = "go";
constexpr const char* kCheck = "check";
constexpr const char* kDone = "done";

std::int64_t nanoseconds(ClientClock::time_point time) {
  return std::chrono::nanoseconds(time.time_since_epoch()).count();
}

ClientClock::time_point time_of(std::int64_t nanoseconds) {
  return ClientClock::time_point(std::chrono::nanoseconds(nanoseconds));
}

/// Whether the line holds all of the fields, and nothing else.
template <class... Fields>
bool split(const std::string& line, Fields&... fields) {
  std::istringstream text(line);
  return (text >> ... >> fields) && (text >> std::ws).eof();
}

constexpr std::chrono::microseconds kSpin{200};  // sleeping may end as much too late

void await(ClientClock::time_point start) {
  std::this_thread::sleep_until(start - kSpin);
  while (ClientClock::now() < start) {
    std::this_thread::yield();
  }
}

}  // namespace

std::string request_line(const ClientRequest& request) {
  return fmt::format("{} {}", request.check == Check::yes ? kCheck : kGo, nanoseconds(request.start));
}

std::string run_line(const ClientRun& run) {
  return fmt::format("{} {} {} {} {}", kDone, nanoseconds(run.start), nanoseconds(run.end), run.commands,
                     run.correct ? 1 : 0);
}

std::optional<ClientRequest> parse_client_request(const std::string& line) {
  std::string word;
  std::int64_t start = 0;
  if (!split(line, word, start) || (word != kGo && word != kCheck)) {
    return {};
  }
  return ClientRequest{.check = word == kCheck ? Check::yes : Check::no, .start = time_of(start)};
}

std::optional<ClientRun> parse_client_run(const std::string& line) {
  std::string word;
  std::int64_t start = 0;
  std::int64_t end = 0;
  ClientRun run;
  if (!split(line, word, start, end, run.commands, run.correct) || word != kDone || end < start) {
    return {};
  }
  run.start = time_of(start);
  run.end = time_of(end);
  return run;
}

void serve_client(std::istream& in, std::ostream& out, Runner& runner, const Plan& plan) {
  bool correct = runner.run(plan, Check::yes).wrong.empty();
  out << kClientReady << std::endl;
  for (std::string line; std::getline(in, line);) {
    const auto request = parse_client_request(line);
    if (!request) {
      throw std::runtime_error(fmt::format("a client was told '{}', expected go or check, and a time", line));
    }
    await(request->start);
    const Repetition repetition = runner.run(plan, request->check);
    const auto end = ClientClock::now();
    correct = correct && repetition.wrong.empty();
    out << run_line({.start = end - std::chrono::duration_cast<ClientClock::duration>(repetition.timeline.makespan),
                     .end = end,
                     .commands = repetition.timeline.intervals.size(),
                     .correct = correct})
        << std::endl;
  }
}

}  // namespace warpshop::dispatch
