#include "dispatch/clients/mps.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "nvidia-cuda-mps-control";
constexpr const char* kPipes = "CUDA_MPS_PIPE_DIRECTORY";
constexpr const char* kLogs = "CUDA_MPS_LOG_DIRECTORY";
/// Waits for the end of its stdin, which comes with that of the process at the other end; what signals a terminal sends
/// to both of them do not end it.
constexpr const char* kGuard = R"(trap '' INT TERM HUP; read -r end; echo quit | "$0"; rm -rf "$1")";
constexpr const char* kDefaultPipes = "/tmp/nvidia-mps";
constexpr const char* kServers = "get_server_list";
constexpr const char* kNobody = "Cannot find MPS";  // what it says without a daemon
constexpr std::chrono::seconds kTimeout{10};        // of the control program, and from its end to the daemon's answer
constexpr std::chrono::milliseconds kPipePoll{20};

DeviceError absent(const std::string& reason) {
  return DeviceError("MPS cannot be used: " + reason, DeviceError::Kind::absent);
}

/// How a program that was to do something for us did not.
std::string failure(const ProgramResult& result) {
  std::string text = result.status ? status_text(*result.status) : fmt::format("no end after {} s", kTimeout.count());
  for (const std::string& said : {result.last_words, result.output}) {
    if (!said.empty()) {
      text += ": " + said;
    }
  }
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

fs::path make_folder() {
  std::string pattern = (fs::temp_directory_path() / "warpshop-mps-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw absent(fmt::format("no folder {}: {}", pattern, std::generic_category().message(errno)));
  }
  return pattern;
}

}  // namespace

MpsServer::MpsServer() {
  const auto program = find_program(kProgram);
  if (!program) {
    throw absent(fmt::format("no program {} on PATH", kProgram));
  }
  program_ = *program;
  const char* pipes = std::getenv(kPipes);  // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
  environment_ = {{kPipes, pipes == nullptr || *pipes == '\0' ? kDefaultPipes : pipes}};
  was_running_ = answers();
  if (!was_running_) {
    try {
      start();
    } catch (...) {
      guard_.reset();
      std::error_code ignored;
      fs::remove_all(folder_, ignored);
      throw;
    }
  }
}

MpsServer::~MpsServer() {
  try {
    stop();
  } catch (...) {  // whoever wants to know calls stop()
  }
}

void MpsServer::start() {
  folder_ = make_folder();
  environment_ = {{kPipes, folder_ / "pipe"}, {kLogs, folder_ / "log"}};
  fs::create_directory(folder_ / "pipe");
  fs::create_directory(folder_ / "log");
  guard_.emplace(std::vector<std::string>{"/bin/sh", "-c", kGuard, program_, folder_}, environment_, Orphan::goes_on);
  Environment environment = environment_;
  environment["CUDA_VISIBLE_DEVICES"] = {};  // clients choose; what the daemon hides they would count anew
  const ProgramResult started = run_program({program_, "-d"}, environment, "", kTimeout);
  if (!started.succeeded()) {
    throw absent(fmt::format("{} -d: {}", kProgram, failure(started)));
  }
  if (!comes_to_answer(true)) {
    control("quit");
    throw absent(fmt::format("{} -d has started no daemon that answers", kProgram));
  }
}

void MpsServer::stop() {
  if (folder_.empty()) {
    return;
  }
  const fs::path folder = std::exchange(folder_, {});
  const ProgramResult stopped = control("quit");
  if (!stopped.succeeded()) {
    guard_.reset();
    throw DeviceError(fmt::format("MPS goes on ({}={}): {}", kPipes, (folder / "pipe").string(), failure(stopped)));
  }
  comes_to_answer(false);
  guard_.reset();
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

bool MpsServer::has_clients() const {
  const ProgramResult servers = control(kServers);
  return servers.succeeded() && servers.output.find_first_of("0123456789") != std::string::npos;
}

bool MpsServer::answers() const {
  const ProgramResult servers = control(kServers);
  return servers.succeeded() && (servers.output + servers.last_words).find(kNobody) == std::string::npos;
}

/// Waits for it; false: it took too long.
bool MpsServer::comes_to_answer(bool answering) const {
  const auto deadline = std::chrono::steady_clock::now() + kTimeout;
  while (answers() != answering) {
    if (std::chrono::steady_clock::now() >= deadline) {
      return false;
    }
    std::this_thread::sleep_for(kPipePoll);
  }
  return true;
}

ProgramResult MpsServer::control(const std::string& request) const {
  return run_program({program_}, environment_, request + '\n', kTimeout);
}

}  // namespace warpshop::dispatch
