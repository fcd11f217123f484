#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

namespace warpshop::dispatch {

/// A file descriptor of this process. Move-only.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  int number() const { return number_; }
  void close() {
    if (number_ >= 0) {
      ::close(std::exchange(number_, -1));
    }
  }

 private:
  int number_ = -1;
};

/// What a child process finds in its environment beside what this one has; no value: it does not find that variable.
using Environment = std::map<std::string, std::optional<std::string>>;

/// What becomes of a child when the thread that started it ends, by a signal or otherwise.
enum class Orphan : std::uint8_t { killed, goes_on };

/// A running program whose stdin and stdout are ours, and whose stderr is kept. Move-only; its destructor kills it.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// command: the path of the program, then its arguments. Nothing else that is open here is open there if it was
  /// opened as is usual (O_CLOEXEC), and no signal is blocked. Throws DeviceError: it cannot be started.
  ChildProcess(const std::vector<std::string>& command, const Environment& environment, Orphan orphan = Orphan::killed);
  ChildProcess(ChildProcess&& other) noexcept = default;
  ChildProcess& operator=(ChildProcess&& other) = delete;
  ~ChildProcess();

  pid_t id() const { return id_; }
  /// To poll for what it says.
  int channel() const { return channel_.number(); }

  /// Raises no signal; what it no longer reads is lost.
  void write(std::string_view text) const;
  /// It reads the end of its stdin.
  void close_input() const;
  /// Takes in what it has said so far. false: it will say no more.
  bool receive();
  /// The next whole line of what was taken in, without its end.
  std::optional<std::string> next_line();
  /// All that was taken in and is not a line that was given out.
  const std::string& received() const { return received_; }
  /// The last lines that it wrote to stderr, in one; may be empty.
  std::string last_words() const;

  /// How it ended, as waitpid() says; none: it still runs then.
  std::optional<int> wait_until(Clock::time_point deadline);
  void kill();

 private:
  pid_t id_ = -1;
  std::optional<int> status_;  ///< it has ended
  FileDescriptor channel_;     ///< a socket: the other end is its stdin and its stdout; none: it has moved away
  FileDescriptor errors_;      ///< a file without a name: its stderr
  std::string received_;
};

/// `exit status 3`, or `signal 9`.
std::string status_text(int status);

/// The path of a program, looked up on PATH as a shell does.
std::optional<std::string> find_program(const std::string& name);

/// What came of a program.
struct ProgramResult {
  std::optional<int> status;  ///< as waitpid() says; none: it took too long and was killed
  std::string output;         ///< of stdout
  std::string last_words;     ///< of stderr
  bool succeeded() const { return status == 0; }
};

/// Runs a program that reads `input`; of processes that it leaves behind, nothing is waited for. Throws DeviceError: it
/// cannot be started.
ProgramResult run_program(const std::vector<std::string>& command, const Environment& environment,
                          std::string_view input, std::chrono::milliseconds timeout);

}  // namespace warpshop::dispatch
