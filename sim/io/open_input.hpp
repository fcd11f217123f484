#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <istream>
#include <streambuf>

namespace warpshop::io {

/// What becomes of a FIFO, which is waited for until something writes to it. Only what a command was given itself may
/// be one: who named it there knows of it. A pipe that is open already, as `<(…)` and /dev/stdin are, is none.
enum class Fifo : bool { refused, awaited };

/// How long a FIFO is waited for.
inline constexpr std::chrono::milliseconds kFifoPatience{10'000};

/// A file to read, byte by byte.
class InputFile : public std::istream {
 public:
  /// Throws InputError without a line: it cannot be opened, is a directory, is a FIFO that is refused, or one to which
  /// nothing is written for so long.
  explicit InputFile(const std::filesystem::path& file, Fifo fifo = Fifo::refused,
                     std::chrono::milliseconds patience = kFifoPatience);

 private:
  class Buffer : public std::streambuf {
   public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() override;
    /// Takes the descriptor over.
    void attach(int descriptor) { descriptor_ = descriptor; }

   protected:
    int_type underflow() override;

   private:
    int descriptor_ = -1;
    std::array<char, 1 << 16> bytes_{};
  };

  Buffer buffer_;
};

}  // namespace warpshop::io
