#include "dispatch/clients/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::chrono::milliseconds kExitPoll{1};
constexpr std::chrono::milliseconds kOutputPoll{5};
constexpr std::size_t kLastWords = 500;  // bytes

constexpr int kCannotStart = 127;

/// Takes care of a new descriptor, and keeps it clear of those that a child gets as its stdin, stdout and stderr.
FileDescriptor owned(int number) {
  FileDescriptor descriptor(number);
  if (number >= 0 && number <= STDERR_FILENO) {
    descriptor = FileDescriptor(::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
  if (descriptor.number() < 0) {
    throw DeviceError("start a process: " + std::generic_category().message(errno));
  }
  return descriptor;
}

std::vector<std::string> variables(const Environment& environment) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (environment.find(text.substr(0, text.find('='))) == environment.end()) {
      all.push_back(text);
    }
  }
  for (const auto& [name, value] : environment) {
    if (value) {
      all.push_back(name + '=' + *value);
    }
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> all;
  all.reserve(strings.size() + 1);
  for (std::string& string : strings) {
    all.push_back(string.data());
  }
  all.push_back(nullptr);
  return all;
}

/// What the child does between fork() and exec(), where only async-signal-safe calls are allowed.
[[noreturn]] void become(char* const* arguments, char* const* environment, int channel, int errors, int failure,
                         pid_t parent, Orphan orphan) {
  if (orphan == Orphan::killed) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGHUP}) {
    ::signal(signal, SIG_IGN);  // of the terminal: the parent hears them too, and sees to its children
  }
  if (::getppid() == parent && ::dup2(channel, STDIN_FILENO) >= 0 && ::dup2(channel, STDOUT_FILENO) >= 0 &&
      ::dup2(errors, STDERR_FILENO) >= 0) {
    ::execve(arguments[0], arguments, environment);
  }
  const int reason = errno;
  [[maybe_unused]] const ssize_t written = ::write(failure, &reason, sizeof(reason));
  ::_exit(kCannotStart);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const Environment& environment, Orphan orphan) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> all_variables = variables(environment);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> variable_pointers = pointers(all_variables);

  // A socket and not two pipes: writing to one that is closed need not raise a signal.
  std::array<int, 2> ends{-1, -1};
  ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data());
  channel_ = owned(ends[0]);
  const FileDescriptor its_channel = owned(ends[1]);
  errors_ = owned(::memfd_create("stderr", MFD_CLOEXEC));
  std::array<int, 2> failure{-1, -1};
  [[maybe_unused]] const int made = ::pipe2(failure.data(), O_CLOEXEC);
  const FileDescriptor failure_read = owned(failure[0]);
  FileDescriptor failure_write = owned(failure[1]);

  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ == 0) {
    become(argument_pointers.data(), variable_pointers.data(), its_channel.number(), errors_.number(),
           failure_write.number(), parent, orphan);
  }
  int reason = id_ < 0 ? errno : 0;
  failure_write.close();
  if (id_ > 0 && ::read(failure_read.number(), &reason, sizeof(reason)) > 0) {
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (reason != 0) {
    throw DeviceError(fmt::format("start {}: {}", command.front(), std::generic_category().message(reason)));
  }
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
  while (!status_) {
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
  if (channel_.number() >= 0 && !status_) {
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
