#include "sim/io/import/read_trtexec.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "sim/io/csv/csv_lines.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr double kShortestInference = 1e-12;  // ms; or none at all
constexpr double kLongestInference = 1e12;

/// What one line of a summary says.
struct Median {
  Millis time{0};
  Mark mark;
};

class Summary {
 public:
  explicit Summary(const Text& text) : text_(text) {
    each_csv_line(text.bytes, [&](std::string_view line, std::uint32_t number) { take(line, number); });
    if (!in_summary_) {
      throw InputError(text.file, {},
                       "holds no performance summary of trtexec, expected '=== Performance summary ===' of TensorRT 8 "
                       "or later");
    }
    for (const auto& [median, called] :
         {std::pair{&in_, "H2D Latency"}, {&compute_, "GPU Compute Time"}, {&out_, "D2H Latency"}}) {
      if (!*median) {
        throw InputError(text.file, summary_,
                         fmt::format("a summary without {0}, expected '{0}: … median = … ms'", called));
      }
    }
  }

  TrtexecTask task(const std::string& name) const {
    TrtexecTask found;
    found.workload.name = name;
    Task& task = found.workload.tasks.emplace_back();
    task.name = name;
    task.kernel.emplace();
    task.kernel->work = compute_->time;
    for (const auto& [copy, stage] : {std::pair{&in_, &task.h2d}, {&out_, &task.d2h}}) {
      if (*copy && (*copy)->time > Millis{0}) {
        stage->emplace();
        (*stage)->amount = (*copy)->time;
      }
    }
    if (compute_->time <= Millis{0}) {
      throw InputError(text_.file, compute_->mark, "no time at all, expected what an inference takes");
    }
    found.streams = streams_;
    found.enqueue = enqueue_ ? std::optional(enqueue_->time) : std::nullopt;
    return found;
  }

 private:
  void take(std::string_view line, std::uint32_t number) {
    if (line.find("=== Performance summary ===") != std::string_view::npos) {
      in_summary_ = true;
      summary_ = {.line = number, .column = 1};
      in_ = compute_ = out_ = enqueue_ = std::nullopt;
    } else if (in_summary_) {
      take_median(line, number, "] H2D Latency: ", in_);
      take_median(line, number, "] GPU Compute Time: ", compute_);
      take_median(line, number, "] D2H Latency: ", out_);
      take_median(line, number, "] Enqueue Time: ", enqueue_);
    } else if (const std::size_t at = line.find("] Streams: "); at != std::string_view::npos) {
      streams_ = number_in(line.substr(at + std::string_view("] Streams: ").size()));
    } else if (const std::size_t inferences = line.find("] Inference Streams: ");
               inferences != std::string_view::npos) {
      streams_ = number_in(line.substr(inferences + std::string_view("] Inference Streams: ").size()));
    }
  }
  static std::optional<double> number_in(std::string_view text) {
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
  }
  void take_median(std::string_view line, std::uint32_t number, std::string_view what, std::optional<Median>& into) {
    if (line.find(what) == std::string_view::npos) {
      return;
    }
    constexpr std::string_view kMedian = "median = ";
    const std::size_t at = line.find(kMedian, line.find(what));
    const std::size_t start = at == std::string_view::npos ? line.size() : at + kMedian.size();
    const Mark mark{.line = number, .column = static_cast<std::uint32_t>(character_count(line.substr(0, start))) + 1};
    const std::string_view rest = line.substr(start);
    const std::optional<double> value = number_in(rest);
    const std::size_t unit = rest.find_first_not_of("0123456789.eE+-");
    if (!value || unit == std::string_view::npos || !rest.substr(unit).starts_with(" ms") ||
        *value > kLongestInference || (*value > 0 && *value < kShortestInference)) {
      throw InputError(text_.file, mark,
                       fmt::format("{} says no median in ms, expected such as 'median = 1.39775 ms'",
                                   in_quotes(what.substr(2, what.size() - 4))));
    }
    into = Median{.time = Millis{*value}, .mark = mark};
  }

  const Text& text_;
  bool in_summary_ = false;
  Mark summary_;
  std::optional<Median> in_, compute_, out_, enqueue_;
  std::optional<double> streams_;
};

}  // namespace

TrtexecTask read_trtexec(const std::filesystem::path& file, const std::string& name) {
  const Text text = read_text(file, Fifo::awaited);
  return Summary(text).task(name);
}

TrtexecTask read_trtexec(std::istream& stream, const std::string& file_name, const std::string& name) {
  const Text text = read_text(stream, file_name);
  return Summary(text).task(name);
}

}  // namespace warpshop::io
