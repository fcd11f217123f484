#include "cli/interrupt.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include <sys/time.h>
#include <unistd.h>

#include "sim/files/output_file.hpp"

namespace warpshop::cli {
namespace {

// A handler runs on any thread: atomics that need no lock may be used there.
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<const std::string*>::is_always_lock_free);
std::atomic<int> kept_signal = 0;
std::atomic<bool> guarded = false;
std::atomic<bool> patient = false;
std::atomic<bool> on_terminal = false;
std::atomic<bool> outlives_pipes = false;
std::atomic<bool> pipe_was_closed = false;
std::atomic<const std::string*> text_said = nullptr;
std::atomic<void (*)()> act_before_the_end = nullptr;

// What a guard that is not patient gives the work it guards, so that the program ends within a second.
constexpr suseconds_t kPatienceMicroseconds = 700'000;

void say(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void say_stopping() {
  constexpr std::string_view kClearLine = "\r\x1b[K";  // of what progress has shown there
  if (on_terminal) {
    say(kClearLine);
  }
  say("warpshop: stopping…");
  if (const std::string* text = text_said) {
    say(*text);
  }
  say("\n");
}

[[noreturn]] void end_now(int signal) {
  if (void (*const act)() = act_before_the_end) {
    act();
  }
  files::remove_open_temporaries();
  _exit(128 + signal);
}

// Only calls that are safe in a signal handler, here and in what it calls.
extern "C" void end_by_signal(int signal) {
  const int error = errno;
  if (signal == SIGPIPE && outlives_pipes) {
    pipe_was_closed = true;
    return;
  }
  if (kept_signal != 0 || signal == SIGPIPE) {
    end_now(signal);
  }
  say_stopping();
  if (!guarded) {
    end_now(signal);
  }
  kept_signal = signal;
  if (!patient) {
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
  act_before_the_end.load()();
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
  on_terminal = isatty(STDERR_FILENO) != 0;
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
  outlives_pipes = true;
}

void end_if_pipe_was_closed() {
  if (pipe_was_closed) {
    throw Interrupted(SIGPIPE);
  }
}

InterruptGuard::InterruptGuard(Patience patience) {
  std::signal(SIGALRM, end_by_timer);
  kept_signal = 0;
  patient = patience == Patience::endless;
  guarded = true;
}

InterruptGuard::~InterruptGuard() {
  guarded = false;
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
