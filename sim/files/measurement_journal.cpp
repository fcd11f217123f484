#include "sim/files/measurement_journal.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/error.hpp"

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

/// What is wrong with samples that are to be of a shape; empty: nothing.
std::string difference(const MeasuredSamples& samples, const JournalShape& shape) {
  const auto too_many = [&](const std::vector<Millis>& times) { return times.size() > shape.samples; };
  if (samples.plans.size() != shape.plans) {
    return fmt::format("samples of {} plans, expected those of {}", samples.plans.size(), shape.plans);
  }
  if (std::any_of(samples.plans.begin(), samples.plans.end(), too_many) ||
      std::any_of(samples.rivals.begin(), samples.rivals.end(),
                  [&](const Rival& rival) { return too_many(rival.samples); })) {
    return fmt::format("more samples than were asked for, expected at most {} each", shape.samples);
  }
  if (!std::equal(samples.rivals.begin(), samples.rivals.end(), shape.rivals.begin(), shape.rivals.end(),
                  [](const Rival& rival, const std::string& name) { return rival.name == name; })) {
    return fmt::format("rivals that were not asked for, expected {} by the names of --rivals", shape.rivals.size());
  }
  if (!samples.wrong.empty() && samples.wrong.back() >= shape.tasks) {
    return fmt::format("the position {} in wrong, expected 0 to {}", samples.wrong.back(), shape.tasks - 1);
  }
  return "";
}

}  // namespace

MeasurementJournal::MeasurementJournal(fs::path file) : file_(std::move(file)) {
  std::error_code error;
  const fs::file_status status = fs::status(file_, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw InputError(file_.string(), {}, "is no regular file, expected a journal or a new file");
  }
  open();
  if (fs::file_size(file_, error) > io::kLargestText) {
    throw InputError(file_.string(), {}, "is too large, expected a journal of at most 64 MiB");
  }
  std::ifstream in(file_, std::ios::binary);
  if (!in) {
    throw InputError(file_.string(), {}, "cannot be read, expected a journal or a new file");
  }
  read(std::string(std::istreambuf_iterator<char>(in), {}));
}

/// For writing, which nothing does yet.
void MeasurementJournal::open() {
  constexpr mode_t kMode = 0666;  // less the umask
  const int descriptor = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
  if (descriptor < 0) {
    throw InputError(file_.string(), {}, not_writable(errno));
  }
  buffer_.attach(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError(file_.string(), {}, "is in use by another process, expected a journal that no other writes to");
  }
}

void MeasurementJournal::read(std::string_view text) {
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    const std::string_view line = text.substr(start, end - start);  // to the end where there is none
    ++lines_;
    try {
      auto [key, samples] = io::parse_journal_line(line, file_.string(), lines_);
      known_.emplace(std::move(key), Entry{.samples = std::move(samples), .line = lines_});
      lacks_line_end_ = end == std::string_view::npos;
    } catch (const InputError&) {
      if (end != std::string_view::npos || !io::is_cut_journal_line(line, lines_ > 1)) {
        throw;
      }
      --lines_;
      is_cut_ = true;
      cut_at_ = start;
    }
    start = end == std::string_view::npos ? text.size() : end + 1;
  }
}

const MeasuredSamples* MeasurementJournal::find(const std::string& key, const JournalShape& shape) const {
  const auto found = known_.find(key);
  if (found == known_.end()) {
    return nullptr;
  }
  if (const std::string wrong = difference(found->second.samples, shape); !wrong.empty()) {
    throw InputError(file_.string(), {.line = found->second.line, .column = 1},
                     fmt::format("this is not what this command measured: {}", wrong));
  }
  return &found->second.samples;
}

void MeasurementJournal::append(const std::string& key, const MeasuredSamples& samples) {
  if (std::exchange(is_cut_, false) && ::ftruncate(buffer_.descriptor(), static_cast<off_t>(cut_at_)) != 0) {
    fail_to_write(errno);
  }
  std::ostream out(&buffer_);
  out << (std::exchange(lacks_line_end_, false) ? "\n" : "") + io::journal_line(key, samples) + '\n' << std::flush;
  if (!out) {
    fail_to_write(buffer_.error());
  }
  known_[key] = {.samples = samples, .line = ++lines_};
}

void MeasurementJournal::fail_to_write(int error) const {
  throw std::runtime_error(file_.string() + ": cannot be written: " + system_message(error));
}

}  // namespace warpshop::files
