#include "dispatch/clients/client_loop.hpp"

#include <istream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "dispatch/clients/client_protocol.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::chrono::microseconds kSpin{200};  // sleeping may end as much too late

void await(ClientClock::time_point start) {
  std::this_thread::sleep_until(start - kSpin);
  while (ClientClock::now() < start) {
    std::this_thread::yield();
  }
}

}  // namespace

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
