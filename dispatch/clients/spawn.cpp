#include "dispatch/clients/spawn.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/model/device_error.hpp"

namespace warpshop::dispatch {
namespace {

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

Spawned spawn(const std::vector<std::string>& command, const Environment& environment, Orphan orphan) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> all_variables = variables(environment);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> variable_pointers = pointers(all_variables);

  // A socket and not two pipes: writing to one that is closed need not raise a signal.
  std::array<int, 2> ends{-1, -1};
  ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data());
  FileDescriptor channel = owned(ends[0]);
  const FileDescriptor its_channel = owned(ends[1]);
  FileDescriptor errors = owned(::memfd_create("stderr", MFD_CLOEXEC));
  std::array<int, 2> failure{-1, -1};
  [[maybe_unused]] const int made = ::pipe2(failure.data(), O_CLOEXEC);
  const FileDescriptor failure_read = owned(failure[0]);
  FileDescriptor failure_write = owned(failure[1]);

  const pid_t parent = ::getpid();
  const pid_t id = ::fork();
  if (id == 0) {
    become(argument_pointers.data(), variable_pointers.data(), its_channel.number(), errors.number(),
           failure_write.number(), parent, orphan);
  }
  int reason = id < 0 ? errno : 0;
  failure_write.close();
  if (id > 0 && ::read(failure_read.number(), &reason, sizeof(reason)) > 0) {
    while (::waitpid(id, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (reason != 0) {
    throw DeviceError(fmt::format("start {}: {}", command.front(), std::generic_category().message(reason)));
  }
  return {.id = id, .channel = std::move(channel), .errors = std::move(errors)};
}

}  // namespace warpshop::dispatch
