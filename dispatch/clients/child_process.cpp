#include "dispatch/clients/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dispatch/clients/spawn.hpp"

namespace warpshop::dispatch {

namespace {

constexpr std::chrono::milliseconds kExitPoll{1};
constexpr std::chrono::milliseconds kOutputPoll{5};
constexpr std::size_t kLastWords = 500;  // bytes

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const Environment& environment, Orphan orphan) {
  Spawned spawned = spawn(command, environment, orphan);
  id_ = spawned.id;
  channel_ = std::move(spawned.channel);
  errors_ = std::move(spawned.errors);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      status_(other.status_),
      channel_(std::move(other.channel_)),
      errors_(std::move(other.errors_)),
      received_(std::move(other.received_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(status_, other.status_);
  std::swap(channel_, other.channel_);
  std::swap(errors_, other.errors_);
  std::swap(received_, other.received_);
  return *this;
}

ChildProcess::~ChildProcess() {
  kill();
}

void ChildProcess::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t sent = ::send(channel(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      return;
    }
  }
}

void ChildProcess::close_input() const {
  ::shutdown(channel(), SHUT_WR);
}

bool ChildProcess::receive() {
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t size = ::recv(channel(), part.data(), part.size(), MSG_DONTWAIT);
    if (size > 0) {
      received_.append(part.data(), static_cast<std::size_t>(size));
    } else if (size == 0 || errno != EINTR) {
      return size < 0 && errno == EAGAIN;
    }
  }
}

std::optional<std::string> ChildProcess::next_line() {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) {
    return {};
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

std::string ChildProcess::last_words() const {
  struct stat file {};
  ::fstat(errors_.number(), &file);
  std::string text(std::min(kLastWords, static_cast<std::size_t>(file.st_size)), '\0');
  const ssize_t size =
      ::pread(errors_.number(), text.data(), text.size(), file.st_size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  text.erase(text.find_last_not_of(" \n") + 1);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::optional<int> ChildProcess::wait_until(Clock::time_point deadline) {
  while (!status_ && id_ > 0) {
    int status = 0;
    if (::waitpid(id_, &status, WNOHANG) == id_) {
      status_ = status;
    } else if (Clock::now() >= deadline) {
      break;
    } else {
      std::this_thread::sleep_for(kExitPoll);
    }
  }
  return status_;
}

void ChildProcess::kill() {
  if (id_ > 0 && !status_) {
    ::kill(id_, SIGKILL);
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    status_ = status;
  }
}

std::string status_text(int status) {
  return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                             : fmt::format("exit status {}", WEXITSTATUS(status));
}

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
