#include "dispatch/clients/run_program.hpp"

#include <cstdlib>
#include <sstream>

#include <unistd.h>

namespace warpshop::dispatch {
namespace {

constexpr std::chrono::milliseconds kOutputPoll{5};

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + '/' + name;
    if (::access(file.c_str(), X_OK) == 0) {
      return file;
    }
  }
  return {};
}

ProgramResult run_program(const std::vector<std::string>& command, const Environment& environment,
                          std::string_view input, std::chrono::milliseconds timeout) {
  const auto deadline = ChildProcess::Clock::now() + timeout;
  ChildProcess program(command, environment);
  program.write(input);
  program.close_input();
  ProgramResult result;
  do {  // whoever it leaves behind may hold its stdout open
    result.status = program.wait_until(std::min(deadline, ChildProcess::Clock::now() + kOutputPoll));
    program.receive();
  } while (!result.status && ChildProcess::Clock::now() < deadline);
  result.output = program.received();
  result.last_words = program.last_words();
  return result;
}

}  // namespace warpshop::dispatch
