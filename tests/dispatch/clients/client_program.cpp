// A client process for tests: runs a small workload on the host backend, or misbehaves.
// usage: client_program MODE
//   serve          the whole protocol
//   fails          its device fails while it runs
//   absent, dies   ends with a message before it is ready, by an exit status or by a signal
//   crashes        ends while it runs
//   silent, hangs  says nothing at all, or nothing once it runs
//   nonsense, babble, lies   says something else at first, something without end, something else once it runs
//   wrong          says that the results are wrong
//   environment    says what it finds in its environment as TEST_CLIENT
//   parent         starts two clients, says which processes they are, and waits
//   mps            starts MPS, says where, and waits
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "dispatch/clients/child_process.hpp"
#include "dispatch/clients/mps.hpp"
#include "dispatch/clients/serve_client.hpp"
#include "dispatch/plan/realise.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "tests/dispatch/host_profile.hpp"

namespace warpshop::dispatch {
namespace {

void serve(const gpu::host::Faults& faults) {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: test\ntasks:\n"
      "  - {name: a, h2d: 256 KiB, kernel: {name: vector_add, elements: 32768}, d2h: 128 KiB}\n");
  const Workload workload = realise(io::parse_workload(text, "test.yaml"), test::host_profile());
  Runner runner(test::host_device(faults), workload, Check::yes);
  serve_client(std::cin, std::cout, runner, {.order = {0}, .submission = Submission::streams});
}

void answer(const std::string& how) {
  std::cout << kClientReady << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (how == "crashes") {
      std::cerr << "ran into\na wall\n";
      std::_Exit(7);
    }
    if (how == "hangs") {
      std::this_thread::sleep_for(std::chrono::hours{1});
    }
    const auto start = parse_client_request(line).value().start;
    std::cout << (how == "lies" ? "done 3 2 1 1" : run_line({start, start + std::chrono::seconds{1}, 3, false}))
              << std::endl;
  }
}

[[noreturn]] void be_parent(const std::string& program) {
  const ChildProcess first({program, "serve"}, {});
  const ChildProcess second({program, "silent"}, {});
  std::cout << first.id() << ' ' << second.id() << std::endl;
  for (;;) {
    ::pause();
  }
}

[[noreturn]] void be_client_of_mps() {
  const MpsServer server;
  std::cout << server.environment().at("CUDA_MPS_PIPE_DIRECTORY").value() << std::endl;
  for (;;) {
    ::pause();
  }
}

int run(const std::string& program, const std::string& mode) {
  if (mode == "serve" || mode == "fails") {
    serve({.failing_launch = mode == "fails" ? 2U : 0U});
  } else if (mode == "absent") {
    std::cerr << "no GPU here\n";
    return 3;
  } else if (mode == "dies") {
    ::raise(SIGKILL);
  } else if (mode == "silent") {
    std::this_thread::sleep_for(std::chrono::hours{1});
  } else if (mode == "nonsense") {
    std::cout << "good morning" << std::endl;
  } else if (mode == "babble") {
    while (std::cout << "and so on " << std::flush) {
    }
  } else if (mode == "environment") {
    const char* value = std::getenv("TEST_CLIENT");
    std::cout << (value == nullptr ? "nothing" : value) << std::endl;
  } else if (mode == "mps") {
    be_client_of_mps();
  } else if (mode == "parent") {
    be_parent(program);
  } else {
    answer(mode);
  }
  return 0;
}

}  // namespace
}  // namespace warpshop::dispatch

int main(int count, char** arguments) {
  try {
    return count == 2 ? warpshop::dispatch::run(arguments[0], arguments[1]) : 2;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
