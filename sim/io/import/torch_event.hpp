#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop::io {

/// What of a value of JSON is used: numbers and strings.
struct TorchScalar {
  std::optional<std::int64_t> whole = {};  ///< a whole number, where it is one that fits
  std::string_view text = {};              ///< of a string, or of a number that is not in `whole`
  bool is_null = false;
  bool is_string = false;

  /// The value times 10^places; nothing: neither a number nor a string with one, or out of range.
  std::optional<std::int64_t> scaled(int places) const;
};

/// What events of a trace are about, as far as they are used.
enum class TorchCategory : std::uint8_t {
  other,
  kernel,
  copy,
  memset,
  call,
  synchronisation,
  event_record,
  annotation
};

/// Whether events of a category are commands of the GPU.
constexpr bool is_command(TorchCategory category) {
  return category == TorchCategory::kernel || category == TorchCategory::copy || category == TorchCategory::memset;
}

/// What an event has under a name of JSON.
enum class TorchField : std::uint8_t {
  // Whole numbers.
  device,
  context,
  stream,
  correlation,
  bytes,
  registers,
  shared_memory,
  awaited_stream,
  awaited_record,
  awaited_event,
  event,
  // Others.
  phase,
  category,
  name,
  pid,
  tid,
  start,
  duration,
  arguments,
  sync_kind,
  grid,
  block,
  none,
};
inline constexpr std::size_t kTorchNumbers = static_cast<std::size_t>(TorchField::event) + 1;

/// Of an event itself, and of its `args`.
TorchField torch_event_field(std::string_view key);
TorchField torch_argument_field(std::string_view key);

/// A process or thread: a number, or a text.
struct TorchIdentity {
  std::int64_t number = 0;
  std::string text = {};
  friend auto operator<=>(const TorchIdentity&, const TorchIdentity&) = default;
};

/// A value of an event that cannot be used. It matters only where its field does.
struct TorchMistake {
  TorchField field = TorchField::none;
  Mark mark;
  std::string message;
};

/// One event as it stands in the file.
struct TorchEvent {
  Mark mark = {};
  char phase = 0;
  TorchCategory category = TorchCategory::other;
  std::string name = {};
  TorchIdentity process = {};
  TorchIdentity thread = {};
  std::optional<std::chrono::nanoseconds> start = {};
  std::optional<std::chrono::nanoseconds> duration = {};  ///< ≥ 0
  std::array<std::optional<std::int64_t>, kTorchNumbers> numbers = {};
  std::string sync_kind = {};
  std::array<std::int64_t, 3> grid = {};
  std::array<std::int64_t, 3> block = {};
  std::vector<TorchMistake> mistakes = {};

  const std::optional<std::int64_t>& number(TorchField field) const { return numbers[static_cast<std::size_t>(field)]; }

  /// Says where a value stands.
  using Place = std::function<Mark()>;

  /// Takes the value of a field that is neither grid nor block.
  void set(TorchField field, const TorchScalar& value, const Place& place);
  /// Takes one of three numbers of grid or block.
  void set_dimension(TorchField field, std::size_t position, const TorchScalar& value, const Place& place);

 private:
  void complain(TorchField field, const Place& place, std::string message);
  void set_time(TorchField field, const TorchScalar& value, const Place& place);
};

/// A decimal number, such as `-12`, `1695835542514261.123` or `1.5e3`, times 10^places, rounded to the nearest whole
/// number, halves away from 0; exact where a double is not. Nothing if the text is no number, or the result is beyond
/// ±(2^63 - 1).
std::optional<std::int64_t> scaled_decimal(std::string_view text, int places);

}  // namespace warpshop::io
