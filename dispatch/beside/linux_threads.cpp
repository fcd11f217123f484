#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "dispatch/beside/machine_threads.hpp"

namespace warpshop::dispatch {
namespace {

/// What a file of /proc of a thread says; safe in a signal handler.
class ProcText {
 public:
  ProcText(int thread, std::string_view name) {
    constexpr std::string_view kProc = "/proc/";
    std::array<char, 64> path{};
    char* end = kProc.copy(path.data(), kProc.size()) + path.data();
    end = std::to_chars(end, path.data() + 32, thread).ptr;
    name.copy(end, name.size());  // the rest is 0
    const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
      const ssize_t read = ::read(file, text_.data(), text_.size());
      size_ = read > 0 ? static_cast<std::size_t>(read) : 0;
      ::close(file);
    }
  }
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, 1024> text_{};
  std::size_t size_ = 0;
};

/// The next number, and what follows it.
std::optional<std::uint64_t> next_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc{} ? std::optional(number) : std::nullopt;
}

std::errc answer(bool done) {
  return done ? std::errc{} : static_cast<std::errc>(errno);
}

}  // namespace

std::vector<int> LinuxThreads::of_process(int process) {
  std::vector<int> threads;
  std::error_code error;  // gone: an empty list
  std::filesystem::directory_iterator entry("/proc/" + std::to_string(process) + "/task", error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    int thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    threads.push_back(thread);
  }
  return threads;
}

/// Field 22 of stat, the 20th behind the name, which stands in brackets and may hold anything.
std::optional<std::uint64_t> LinuxThreads::started(int thread) const {
  const ProcText stat(thread, "/stat");
  std::string_view text = stat.text();
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string_view::npos) {
    return {};
  }
  text.remove_prefix(name_end + 1);
  constexpr int kFields = 20;
  for (int field = 0; field < kFields; ++field) {
    text.remove_prefix(std::min(text.find(' '), text.size()));
    text.remove_prefix(std::min<std::size_t>(1, text.size()));
  }
  return next_number(text);
}

// The system calls themselves: they take sets of any size, and say of how many bytes theirs is.
std::errc LinuxThreads::cores_of(int thread, CoreSet& cores) const {
  cores = {};
  auto* set = reinterpret_cast<cpu_set_t*>(cores.words().data());
  return answer(::sched_getaffinity(thread, sizeof(CoreSet::Words), set) == 0);
}

std::errc LinuxThreads::set_cores(int thread, const CoreSet& cores) const {
  const auto* set = reinterpret_cast<const cpu_set_t*>(cores.words().data());
  return answer(::sched_setaffinity(thread, sizeof(CoreSet::Words), set) == 0);
}

/// schedstat: ns that it ran, ns that it waited in a queue of a core, how often it ran.
std::optional<ThreadTimes> LinuxThreads::times(int thread) const {
  const ProcText schedstat(thread, "/schedstat");
  std::string_view text = schedstat.text();
  const auto ran = next_number(text);
  const auto waited = next_number(text);
  if (!ran || !waited) {
    return {};
  }
  const auto millis = [](std::uint64_t count) { return Millis{static_cast<double>(count) / 1e6}; };
  return ThreadTimes{millis(*ran), millis(*waited)};
}

}  // namespace warpshop::dispatch
