#include "dispatch/clients/serve_client.hpp"

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

std::istream& operator>>(std::istream& in, ClientClock::time_point& time) {
  std::int64_t nanoseconds = 0;
  in >> nanoseconds;
  time = ClientClock::time_point(std::chrono::nanoseconds(nanoseconds));
  return in;
}

/// Whether the line is the word and the fields, and nothing else.
template <class... Fields>
bool split(const std::string& line, std::string& word, Fields&... fields) {
  std::istringstream text(line);
  return ((text >> word) >> ... >> fields) && (text >> std::ws).eof();
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
  ClientRequest request;
  if (!split(line, word, request.start) || (word != kGo && word != kCheck)) {
    return {};
  }
  request.check = word == kCheck ? Check::yes : Check::no;
  return request;
}

std::optional<ClientRun> parse_client_run(const std::string& line) {
  std::string word;
  ClientRun run;
  if (!split(line, word, run.start, run.end, run.commands, run.correct) || word != kDone || run.end < run.start) {
    return {};
  }
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
