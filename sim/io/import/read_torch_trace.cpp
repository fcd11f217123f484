#include "sim/io/import/read_torch_trace.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <istream>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/io/import/json_source.hpp"
#include "sim/io/import/torch_event.hpp"
#include "sim/io/import/torch_recording.hpp"
#include "sim/io/open_input.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

struct Capability {
  std::int64_t major;
  std::int64_t minor;
  std::int64_t ctas;
};

/// From each of these on.
constexpr std::array<Capability, 12> kCapabilities{{{0, 0, 8},
                                                    {3, 0, 16},
                                                    {5, 0, 32},
                                                    {7, 5, 16},
                                                    {8, 0, 32},
                                                    {8, 6, 16},
                                                    {8, 9, 24},
                                                    {9, 0, 32},
                                                    {10, 0, 32},
                                                    {11, 0, 24},
                                                    {12, 0, 24},
                                                    {12, 1, 24}}};

bool is_within(std::int64_t value, std::int64_t most) {
  return value > 0 && value <= most;
}

constexpr std::string_view kSharedMemoryOfRocm = "maxSharedMemoryPerMultiProcessor";

/// The most CTAs that an SM of a compute capability holds: CUDA C++ Programming Guide 13, table "Technical
/// specifications per compute capability". What it does not know is taken for the next older one that it does.
std::int64_t most_ctas_of(std::int64_t major, std::int64_t minor) {
  std::int64_t ctas = kCapabilities.front().ctas;
  for (const Capability& capability : kCapabilities) {
    if (capability.major < major || (capability.major == major && capability.minor <= minor)) {
      ctas = capability.ctas;
    }
  }
  return ctas;
}

/// One of a trace's `deviceProperties`, as far as they are used. What is out of range counts as not recorded.
class TorchGpu {
 public:
  void set(std::string_view key, const TorchScalar& value) {
    constexpr std::array<std::pair<std::string_view, std::int64_t TorchGpu::*>, 11> kNumbers{
        {{"id", &TorchGpu::device_},
         {"totalGlobalMem", &TorchGpu::memory_},
         {"computeMajor", &TorchGpu::major_},
         {"computeMinor", &TorchGpu::minor_},
         {"numSms", &TorchGpu::sms_},
         {"regsPerMultiprocessor", &TorchGpu::registers_},
         {"regsPerBlock", &TorchGpu::registers_of_block_},
         {"warpSize", &TorchGpu::warp_},
         {"sharedMemPerMultiprocessor", &TorchGpu::shared_memory_},
         {kSharedMemoryOfRocm, &TorchGpu::shared_memory_},
         {"maxThreadsPerMultiprocessor", &TorchGpu::threads_}}};
    if (key == "name") {
      name_ = printable(value.text);
    }
    rocm_ = rocm_ || key == kSharedMemoryOfRocm;
    for (const auto& [called, number] : kNumbers) {
      if (key == called) {
        this->*number = value.scaled(0).value_or(-1);
      }
    }
  }

  /// Nothing if it has no number. CTAs per SM, which are not recorded, follow from the compute capability. ROCm's
  /// Kineto, which calls shared memory by another name, has neither these nor registers per SM (a compute unit): one
  /// workgroup may have all registers of a unit, and no unit holds more workgroups than wavefronts.
  std::optional<RecordedGpu> finish() const {
    constexpr std::int64_t kMostPerSm = std::int64_t{1} << 30;
    if (device_ < 0 || device_ > std::numeric_limits<std::int32_t>::max()) {
      return std::nullopt;
    }
    RecordedGpu gpu{.device = static_cast<std::uint32_t>(device_), .name = name_};
    const SmModel sm{.count = sms_,
                     .registers = rocm_ ? registers_of_block_ : registers_,
                     .shared_memory = {shared_memory_},
                     .threads = threads_,
                     .ctas = !rocm_      ? most_ctas_of(major_, minor_)
                             : warp_ > 0 ? threads_ / warp_
                                         : 0};
    if (is_within(memory_, kLargestWhole)) {
      gpu.memory = Bytes{memory_};
    }
    if (is_within(sm.count, kMostSms) && is_within(sm.registers, kMostPerSm) &&
        is_within(sm.shared_memory.count, kMostPerSm) && is_within(sm.threads, kMostPerSm) &&
        is_within(sm.ctas, kMostPerSm)) {
      gpu.sm = sm;
    }
    return gpu;
  }

 private:
  std::int64_t device_ = -1;
  std::string name_;
  std::int64_t memory_ = 0, major_ = 0, minor_ = 0;
  std::int64_t sms_ = 0, registers_ = 0, registers_of_block_ = 0, shared_memory_ = 0, threads_ = 0, warp_ = 0;
  bool rocm_ = false;
};

/// What nlohmann says is wrong, without the place as it counts it and what it read last.
std::string reason_of(std::string_view message) {
  constexpr std::string_view kColumn = ", column ";
  constexpr std::string_view kColon = ": ";
  constexpr std::string_view kKind = "] ";  // [json.exception.parse_error.101]
  if (const std::size_t kind = message.find(kKind); kind != std::string_view::npos) {
    message.remove_prefix(kind + kKind.size());
  }
  if (const std::size_t column = message.find(kColumn); column != std::string_view::npos) {
    message.remove_prefix(column + kColumn.size());
  }
  if (const std::size_t colon = message.find(kColon); colon != std::string_view::npos) {
    message.remove_prefix(colon + kColon.size());
  }
  std::string reason{message.substr(0, message.find("; last read: "))};
  constexpr std::string_view kExpected = "; expected ";
  if (const std::size_t expected = reason.find(kExpected); expected != std::string::npos) {
    reason[expected] = ',';
  }
  return reason;
}

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
  bool number_unsigned(std::uint64_t number) {
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (number > kMost) {
      return value({.text = std::to_string(number)});
    }
    return value({.whole = static_cast<std::int64_t>(number)});
  }

  /// The text, as a double has not all digits of a time.
  bool number_float(double /*number*/, const std::string& text) { return value({.text = text}); }

  bool string(std::string& text) { return value({.text = text, .is_string = true}); }
  bool binary(std::vector<std::uint8_t>& /*value*/) { return true; }
  bool key(std::string& key) {
    constexpr std::uint64_t kQuotes = 2;
    source_.progress();
    key_offset_ = source_.offset() - std::min<std::uint64_t>(source_.offset(), key.size() + kQuotes);
    switch (level()) {
      case Level::event:
        field_ = torch_event_field(key);
        break;
      case Level::arguments:
        argument_ = torch_argument_field(key);
        break;
      case Level::trace:
      case Level::device:
        key_ = key;
        break;
      default:
        break;
    }
    return true;
  }

  bool start_object(std::size_t /*size*/) {
    Level next = Level::elsewhere;
    switch (level()) {
      case Level::document:
        next = Level::trace;
        break;
      case Level::events:
        next = Level::event;
        event_ = {};
        event_.mark = source_.mark();
        --event_.mark.column;
        field_ = TorchField::none;
        break;
      case Level::event:
        next = field_ == TorchField::arguments ? Level::arguments : Level::elsewhere;
        argument_ = TorchField::none;
        break;
      case Level::devices:
        next = Level::device;
        gpu_ = {};
        break;
      default:
        break;
    }
    enter(next);
    return true;
  }

  bool end_object() {
    source_.progress();
    const Level ended = level();
    levels_.pop_back();
    if (ended == Level::event) {
      recording_.add(event_);
    } else if (ended == Level::device) {
      if (std::optional<RecordedGpu> gpu = gpu_.finish()) {
        recording_.add(std::move(*gpu));
      }
    }
    return true;
  }

  bool start_array(std::size_t /*size*/) {
    Level next = Level::elsewhere;
    if (level() == Level::document || (level() == Level::trace && key_ == "traceEvents")) {
      next = Level::events;
    } else if (level() == Level::trace && key_ == "deviceProperties") {
      next = Level::devices;
    } else if (level() == Level::arguments && (argument_ == TorchField::grid || argument_ == TorchField::block)) {
      next = Level::dimensions;
      dimension_ = 0;
    }
    enter(next);
    return true;
  }

  bool end_array() {
    source_.progress();
    levels_.pop_back();
    return true;
  }

  /// The place is that of the last byte of what is wrong.
  bool parse_error(std::size_t position, const std::string& /*last_token*/, const std::exception& error) {
    const std::string reason = reason_of(error.what());
    // The array of events alone needs no `]`, says the Trace Event Format, nor is a comma too many behind its last
    // event.
    const bool is_open_array = levels_.size() == 1 && level() == Level::events;
    if (is_open_array && reason.find("unexpected end of input") != std::string::npos) {
      return false;
    }
    const bool says_what = reason.find(", expected ") != std::string::npos;
    source_.refuse(source_.mark_at(position - std::min<std::size_t>(position, 1)),
                   says_what ? reason : fmt::format("{}, expected {}", reason, source_.expected()));
  }

 private:
  /// What is being read.
  enum class Level : std::uint8_t { document, trace, events, event, arguments, dimensions, devices, device, elsewhere };

  Level level() const { return levels_.empty() ? Level::document : levels_.back(); }
  void enter(Level level) {
    source_.progress();
    if (levels_.size() >= kDeepest) {
      source_.refuse(source_.mark_at(source_.offset() - 1),
                     fmt::format("nested too deeply, expected at most {} levels", kDeepest));
    }
    levels_.push_back(level);
  }

  bool value(const TorchScalar& scalar) {
    const auto place = [this] { return source_.mark_at(key_offset_); };
    source_.progress();
    switch (level()) {
      case Level::event:
        if (field_ != TorchField::none) {
          event_.set(field_, scalar, place);
        }
        break;
      case Level::arguments:
        if (argument_ != TorchField::none) {
          event_.set(argument_, scalar, place);
        }
        break;
      case Level::dimensions:
        event_.set_dimension(argument_, dimension_++, scalar, place);
        break;
      case Level::device:
        gpu_.set(key_, scalar);
        break;
      default:
        break;
    }
    return true;
  }

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

}  // namespace

RecordedTrace read_torch_trace(std::istream& stream, const std::string& file_name) {
  JsonSource source(stream, file_name, "a trace of the PyTorch profiler with CUDA activities (JSON, plain or gzip)");
  TorchRecording recording(file_name);
  TorchHandler handler(source, recording);
  std::istream text(&source);
  nlohmann::json::sax_parse(text, &handler);
  return recording.finish(source.expected());
}

RecordedTrace read_torch_trace(const std::filesystem::path& file) {
  InputFile stream(file, Fifo::awaited);
  return read_torch_trace(stream, file.string());
}

}  // namespace warpshop::io
