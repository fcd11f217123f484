#include "cli/output.hpp"

#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/scratch_folder.hpp"

namespace warpshop::cli {
namespace {

/// Standard output is a file for as long as this lives.
class StandardOutput {
 public:
  explicit StandardOutput(int file) : before_(::dup(STDOUT_FILENO)) {
    if (file < 0 || before_ < 0 || ::dup2(file, STDOUT_FILENO) < 0) {
      throw std::runtime_error("standard output cannot be redirected");
    }
    ::close(file);
  }
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() {
    ::dup2(before_, STDOUT_FILENO);
    ::close(before_);
  }

 private:
  int before_;
};

/// A terminal that nobody looks at.
int terminal() {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  return terminal >= 0 && ::grantpt(terminal) == 0 ? terminal : -1;
}

bool coloured(const OutputOptions& options, const char* no_color) {
  if (no_color == nullptr) {
    ::unsetenv("NO_COLOR");
  } else {
    ::setenv("NO_COLOR", no_color, 1);
  }
  const bool colour = Output(options).colour();
  ::unsetenv("NO_COLOR");
  return colour;
}

TEST(Output, IsColouredOnATerminalUnlessNoColorIsSet) {
  const StandardOutput redirected(terminal());
  EXPECT_TRUE(coloured({}, nullptr));
  EXPECT_TRUE(coloured({}, ""));
  EXPECT_FALSE(coloured({}, "1"));
}

TEST(Output, IsNotColouredInAFile) {
  const test::ScratchFolder folder;
  {
    const StandardOutput redirected(terminal());
    OutputOptions options;
    options.output = folder / "result";
    EXPECT_FALSE(coloured(options, nullptr));
  }
  const StandardOutput redirected(::open((folder / "redirected").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  EXPECT_FALSE(coloured({}, nullptr));
}

}  // namespace
}  // namespace warpshop::cli
