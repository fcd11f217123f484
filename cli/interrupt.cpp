#include "cli/interrupt.hpp"

#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include <sys/time.h>
#include <unistd.h>

#include "sim/files/output_file.hpp"

namespace warpshop::cli {
namespace {

volatile std::sig_atomic_t kept_signal = 0;
volatile std::sig_atomic_t guarded = 0;
volatile std::sig_atomic_t patient = 0;
volatile std::sig_atomic_t on_terminal = 0;
volatile std::sig_atomic_t outlives_pipes = 0;
volatile std::sig_atomic_t pipe_was_closed = 0;
const std::string* volatile text_said = nullptr;
void (*volatile act_before_the_end)() = nullptr;

// What a guard that is not patient gives the work it guards, so that the program ends within a second.
constexpr suseconds_t kPatienceMicroseconds = 700'000;

void say(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void say_stopping() {
  constexpr std::string_view kClearLine = "\r\x1b[K";  // of what progress has shown there
  if (on_terminal != 0) {
    say(kClearLine);
  }
  say("warpshop: stopping…");
  if (text_said != nullptr) {
    say(*text_said);
  }
  say("\n");
}

[[noreturn]] void end_now(int signal) {
  if (act_before_the_end != nullptr) {
    act_before_the_end();
  }
  files::remove_open_temporaries();
  _exit(128 + signal);
}

// Only calls that are safe in a signal handler, here and in what it calls.
extern "C" void end_by_signal(int signal) {
  const int error = errno;
  if (signal == SIGPIPE && outlives_pipes != 0) {
    pipe_was_closed = 1;
    return;
  }
  if (kept_signal != 0 || signal == SIGPIPE) {
    end_now(signal);
  }
  say_stopping();
  if (guarded == 0) {
    end_now(signal);
  }
  kept_signal = signal;
  if (patient == 0) {
    itimerval once{};
    once.it_value.tv_usec = kPatienceMicroseconds;
    setitimer(ITIMER_REAL, &once, nullptr);
  }
  errno = error;
}

extern "C" void end_by_timer(int /*signal*/) {
  end_now(kept_signal);
}
/// Caught rather than ignored, which programs that this one starts would inherit.
extern "C" void go_on(int /*signal*/) {}

/// What ends a program that does not ask for it.
extern "C" void act_and_end(int signal) {
  act_before_the_end();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void catch_unless_ignored(int signal, void (*handler)(int)) {
  struct sigaction before {};
  if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
    std::signal(signal, handler);
  }
}

}  // namespace

void install_interrupt_handlers() {
  on_terminal = isatty(STDERR_FILENO);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    catch_unless_ignored(signal, end_by_signal);
  }
  std::signal(SIGXFSZ, go_on);
}

void at_once_before_the_end(void (*act)()) {
  act_before_the_end = act;
  for (const int signal : {SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM}) {
    catch_unless_ignored(signal, act_and_end);
  }
}

void outlive_closed_pipes() {
  outlives_pipes = 1;
}

void end_if_pipe_was_closed() {
  if (pipe_was_closed != 0) {
    throw Interrupted(SIGPIPE);
  }
}

InterruptGuard::InterruptGuard(Patience patience) {
  std::signal(SIGALRM, end_by_timer);
  kept_signal = 0;
  patient = patience == Patience::endless ? 1 : 0;
  guarded = 1;
}

InterruptGuard::~InterruptGuard() {
  guarded = 0;
}

InterruptText::InterruptText(std::string text) : said_(" (" + std::move(text) + ')') {
  text_said = &said_;
}

InterruptText::~InterruptText() {
  text_said = nullptr;
}

bool InterruptGuard::interrupted() const {
  return kept_signal != 0;
}

void InterruptGuard::check() const {
  if (interrupted()) {
    throw Interrupted(kept_signal);
  }
}

}  // namespace warpshop::cli
