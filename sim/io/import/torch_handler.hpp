#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "sim/io/import/json_source.hpp"
#include "sim/io/import/torch_event.hpp"
#include "sim/io/import/torch_gpu.hpp"
#include "sim/io/import/torch_recording.hpp"

namespace warpshop::io {

/// What nlohmann's SAX parser tells of a trace; only one event is held at a time. Throws InputError. (Functions answer
/// whether to go on: always.)
class TorchHandler {
 public:
  /// More levels of objects and arrays than any trace has.
  static constexpr std::size_t kDeepest = 64;

  /// Both outlive this.
  TorchHandler(JsonSource& source, TorchRecording& recording) : source_(source), recording_(recording) {}

  bool null() { return value({.is_null = true}); }
  bool boolean(bool /*value*/) { return value({}); }
  bool number_integer(std::int64_t number) { return value({.whole = number}); }
  bool number_unsigned(std::uint64_t number);
  bool number_float(double number, const std::string& text);
  bool string(std::string& text) { return value({.text = text, .is_string = true}); }
  bool binary(std::vector<std::uint8_t>& /*value*/) { return true; }
  bool key(std::string& key);
  bool start_object(std::size_t /*size*/);
  bool end_object();
  bool start_array(std::size_t /*size*/);
  bool end_array();
  bool parse_error(std::size_t position, const std::string& last_token, const std::exception& error);

 private:
  /// What is being read.
  enum class Level : std::uint8_t { document, trace, events, event, arguments, dimensions, devices, device, elsewhere };

  Level level() const { return levels_.empty() ? Level::document : levels_.back(); }
  void enter(Level level);
  bool value(const TorchScalar& scalar);

  JsonSource& source_;
  TorchRecording& recording_;
  std::vector<Level> levels_;
  std::string key_;                      ///< of trace or device
  TorchField field_ = TorchField::none;  ///< of event
  TorchField argument_ = TorchField::none;
  std::size_t dimension_ = 0;     ///< of grid or block
  std::uint64_t key_offset_ = 0;  ///< of the last one
  TorchEvent event_;
  TorchGpu gpu_;
};

}  // namespace warpshop::io
