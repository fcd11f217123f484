#include "sim/io/open_input.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

using namespace std::chrono_literals;

std::string all_of(const std::filesystem::path& file, Fifo fifo, std::chrono::milliseconds patience) {
  InputFile in(file, fifo, patience);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string refusal_of(const std::filesystem::path& file, Fifo fifo, std::chrono::milliseconds patience) {
  try {
    all_of(file, fifo, patience);
  } catch (const InputError& error) {
    return std::string(error.message());
  }
  return "none";
}

TEST(OpenInput, AFifoIsReadOnlyWhereItIsAwaitedAndSomethingWritesToIt) {
  const test::ScratchFolder scratch;
  const std::filesystem::path fifo = scratch / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(refusal_of(fifo, Fifo::refused, 10s),
            "is a FIFO, which might be waited for without end, expected a file; what a command is given itself may be "
            "one");
  EXPECT_EQ(refusal_of(fifo, Fifo::awaited, 50ms),
            "is a FIFO to which nothing was written for 0.05 s, expected a file, or something that writes to it");
  // Somebody has it open, and writes nothing.
  const int held = ::open(fifo.c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_NE(refusal_of(fifo, Fifo::awaited, 50ms), "none");
  ::close(held);
  const std::string text(300'000, 'x');  // more than the pipe holds
  std::jthread writer([&] { std::ofstream(fifo) << text; });
  EXPECT_EQ(all_of(fifo, Fifo::awaited, 10s), text);
}

TEST(OpenInput, APipeThatIsOpenAlreadyIsNoFifo) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ASSERT_EQ(::write(ends[1], "text", 4), 4);
  ::close(ends[1]);
  EXPECT_EQ(all_of("/dev/fd/" + std::to_string(ends[0]), Fifo::refused, 0ms), "text");
  ::close(ends[0]);
}

TEST(OpenInput, ADirectoryAndWhatIsNotThereAreRefused) {
  const test::ScratchFolder scratch;
  EXPECT_EQ(refusal_of(scratch / "", Fifo::awaited, 0ms), "is a directory, expected a file");
  EXPECT_EQ(refusal_of(scratch / "none", Fifo::awaited, 0ms),
            "cannot be opened (No such file or directory), expected a readable file");
}

}  // namespace
}  // namespace warpshop::io
