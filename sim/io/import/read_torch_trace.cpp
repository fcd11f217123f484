#include "sim/io/import/read_torch_trace.hpp"

#include <istream>

#include <nlohmann/json.hpp>

#include "sim/io/import/json_source.hpp"
#include "sim/io/import/torch_handler.hpp"
#include "sim/io/import/torch_recording.hpp"
#include "sim/io/open_input.hpp"

namespace warpshop::io {

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
