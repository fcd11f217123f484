#pragma once

#include <array>
#include <streambuf>
#include <string>
#include <system_error>

namespace warpshop::files {

/// Writes to a file descriptor and remembers why that failed.
class FileBuffer : public std::streambuf {
 public:
  FileBuffer() { reset(); }
  FileBuffer(const FileBuffer&) = delete;
  FileBuffer& operator=(const FileBuffer&) = delete;
  ~FileBuffer() override { close(); }

  /// Takes the descriptor over.
  void attach(int descriptor) { descriptor_ = descriptor; }
  int descriptor() const { return descriptor_; }
  /// errno of the first failure, 0: none.
  int error() const { return error_; }
  /// Closes without writing what is still buffered; false if the system reports a failure.
  bool close();

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  void reset() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }
  bool write_all();

  int descriptor_ = -1;
  int error_ = 0;
  std::array<char, 1 << 16> buffer_{};
};

/// What the system says of a value of errno.
inline std::string system_message(int error) {
  return std::generic_category().message(error);
}

/// For errors: why a file cannot be opened for writing, by errno, and what was expected.
inline std::string not_writable(int error) {
  return "cannot be written (" + system_message(error) + "), expected a file in a folder that can be written";
}

}  // namespace warpshop::files
