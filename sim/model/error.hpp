#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/model/utf8.hpp"

namespace warpshop {

/// Where in a file something stands; line and column count from 1, 0 means that it came from no file.
struct Mark {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// What a user wrote cannot be used (exit code 2). what() reads `file:line:column: what is wrong, what was expected`;
/// without a line it names the file alone, without a file it is the message alone. All of it is printable() text in one
/// line, whatever the file is called and holds.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(printable(message)) {}
  InputError(std::string_view file, Mark mark, std::string_view message)
      : std::runtime_error(printable(located(file, mark, message))),
        mark_(mark),
        place_(std::string_view(what()).size() - printable(message).size()) {}

  Mark mark() const { return mark_; }
  /// Without its place.
  std::string_view message() const { return std::string_view(what()).substr(place_); }

 private:
  static std::string located(std::string_view file, Mark mark, std::string_view message) {
    std::string text{file};
    if (mark.line > 0) {
      text += ':' + std::to_string(mark.line) + ':' + std::to_string(mark.column);
    }
    if (!text.empty()) {
      text += ": ";
    }
    return text.append(message);
  }

  Mark mark_;
  std::size_t place_ = 0;  ///< length of what stands before the message
};

/// A GPU that is not there (exit code 3), or that fails while running (exit code 1). what() names the step.
class DeviceError : public std::runtime_error {
 public:
  enum class Kind {
    absent,  ///< there is no such device, or it cannot be used now
    failed,  ///< what was asked of it
    lost,    ///< a command that was under way; whatever is asked next is only told so
    hangs    ///< what runs on it never ends: the process can only end without waiting for anything
  };

  explicit DeviceError(const std::string& message, Kind kind = Kind::failed)
      : std::runtime_error(message), kind_(kind) {}

  Kind kind() const { return kind_; }
  /// The same failure, with the step that it happened in put before it: `step: message`. Of kind lost: with the step
  /// that was told behind it, as it may be another's failure.
  DeviceError during(const std::string& step) const {
    return DeviceError(kind_ == Kind::lost ? what() + (", " + step) : step + ": " + what(), kind_);
  }

 private:
  Kind kind_;
};

}  // namespace warpshop
