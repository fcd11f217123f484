#include "cli/output.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
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
  ::setenv("TERM", "xterm", 1);
  EXPECT_TRUE(coloured({}, nullptr));
  EXPECT_TRUE(coloured({}, ""));
  EXPECT_FALSE(coloured({}, "1"));
}

/// A terminal of that width; 0: it does not say.
int terminal(unsigned short columns) {
  const int file = terminal();
  struct winsize size {};
  size.ws_col = columns;
  return ::ioctl(file, TIOCSWINSZ, &size) == 0 ? file : -1;
}

std::size_t width_of(const OutputOptions& options, const char* columns) {
  if (columns == nullptr) {
    ::unsetenv("COLUMNS");
  } else {
    ::setenv("COLUMNS", columns, 1);
  }
  const std::size_t width = Output(options).style().width;
  ::unsetenv("COLUMNS");
  return width;
}

TEST(Output, IsAsWideAsTheTerminal) {
  const StandardOutput redirected(terminal(72));
  EXPECT_EQ(width_of({}, nullptr), 72U);
  EXPECT_EQ(width_of({}, "100"), 72U);
}

TEST(Output, IsAsWideAsIsNamedWhereTheTerminalDoesNotSay) {
  const StandardOutput redirected(terminal(0));
  EXPECT_EQ(width_of({}, nullptr), 80U);
  EXPECT_EQ(width_of({}, "100"), 100U);
  EXPECT_EQ(width_of({}, "wide"), 80U);
  EXPECT_EQ(width_of({}, "-3"), 80U);
}

TEST(Output, HasNoWidthInAFile) {
  const test::ScratchFolder folder;
  const StandardOutput redirected(terminal(72));
  EXPECT_EQ(width_of({.output = (folder / "result.txt").string()}, "100"), 0U);
}

TEST(Output, HasNoWidthWithoutATerminalUnlessOneIsNamed) {
  const StandardOutput redirected(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  EXPECT_EQ(width_of({}, nullptr), 0U);
  EXPECT_EQ(width_of({}, "100"), 100U);
}

TEST(Output, IsNotColouredOnATerminalThatKnowsNoEscapeSequences) {
  const StandardOutput redirected(terminal());
  ::setenv("TERM", "dumb", 1);
  EXPECT_FALSE(coloured({}, nullptr));
  ::setenv("TERM", "xterm", 1);
  EXPECT_TRUE(coloured({}, nullptr));
}

TEST(Output, ToADashIsStandardOutput) {
  const test::ScratchFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  OutputOptions options;
  options.output = "-";
  Output output(options);
  EXPECT_EQ(&output.stream(), &std::cout);
  output.commit();
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
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
