#pragma once

#include <exception>
#include <string>

namespace warpshop::cli {

/// SIGINT, SIGTERM and SIGHUP end the program with 128 + signal (130 for Ctrl-C) and leave no half-written file. One
/// that is ignored stays so, as nohup wants it. stderr says `stopping…`. So does SIGPIPE (141), without a word: whoever
/// read the output has had enough. A file that grows beyond the limit (SIGXFSZ) is a failure to write, like a full
/// disk.
void install_interrupt_handlers();

/// From now on act() is called before a signal ends the program, in its handler: it calls what is safe there alone.
void at_once_before_the_end(void (*act)());

/// From now on SIGPIPE does not end the program: it goes on to write what it has to write to files, and fails to write
/// to whoever has had enough.
void outlive_closed_pipes();
/// Throws Interrupted, so that it ends as above, if there was a SIGPIPE since then.
void end_if_pipe_was_closed();

/// How long a guard lets its work take after a signal.
enum class Patience {
  short_while,  ///< the program ends within a second as above, put in order or not; a timer sees to that
  endless,      ///< until tasks have been seen through
};

/// While one lives, a first signal does not end the program but is kept, for work that has something to put in order
/// (a server to stop, tasks to see through); a second one ends it as above.
class InterruptGuard {
 public:
  explicit InterruptGuard(Patience patience);
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// Whether a signal came.
  bool interrupted() const;
  /// Throws Interrupted if one did.
  void check() const;
};

/// While one lives, `stopping…` is followed by this text in brackets: what becomes of what was done.
class InterruptText {
 public:
  explicit InterruptText(std::string text);
  InterruptText(const InterruptText&) = delete;
  InterruptText& operator=(const InterruptText&) = delete;
  ~InterruptText();

 private:
  std::string said_;
};

/// The program was told to end, and has put things in order: exit code 128 + signal.
class Interrupted : public std::exception {
 public:
  explicit Interrupted(int signal) : signal_(signal) {}
  int signal() const { return signal_; }
  const char* what() const noexcept override { return "interrupted"; }

 private:
  int signal_;
};

}  // namespace warpshop::cli
