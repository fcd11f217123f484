#include "cli/output.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <variant>

#include <unistd.h>

#include "cli/terminal.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::cli {

namespace {

constexpr std::string_view kReport = "--report";

/// A terminal may be so simple that it shows escape sequences as they are.
bool understands_escapes() {
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) != "dumb";
}

}  // namespace

Output::Output(const OutputOptions& options, const std::vector<std::filesystem::path>& read, Heading heading)
    : report_(options.file(kReport).empty() ? nullptr : options.reports_on),
      format_(format::named(options.format)),
      gantt_(options.gantt) {
  std::vector<WrittenFile> written{{"--output", options.output}};
  written.insert(written.end(), options.files.begin(), options.files.end());
  check_written_files(written, read);
  if (!options.output.empty() && options.output != kStandardOutput) {
    file_ = std::make_unique<files::OutputFile>(options.output, options.kind);
    if (heading == Heading::of_table && std::holds_alternative<format::Table>(format_) && !file_->is_in_place()) {
      file_->stream() << format::Table::kOpening;
    }
  }
  for (const auto& [option, file, kind] : options.files) {
    if (!file.empty()) {
      beside_.try_emplace(option, file, kind);
    }
  }
}

std::ostream& Output::stream() {
  return file_ ? file_->stream() : std::cout;
}

std::ostream* Output::file(std::string_view option) {
  const auto found = beside_.find(option);
  return found == beside_.end() ? nullptr : &found->second.stream();
}

bool Output::on_terminal() const {
  return !file_ && isatty(STDOUT_FILENO) == 1;
}

bool Output::colour() const {
  const char* no_color = std::getenv("NO_COLOR");
  return on_terminal() && understands_escapes() && (no_color == nullptr || *no_color == '\0');
}

format::Table Output::style() const {
  return {.colour = colour(),
          .width = file_ ? 0 : terminal_width(0),
          .charts = gantt_ || on_terminal(),
          .unicode = shows_unicode()};
}

format::Any Output::next_format() {
  format::Any next = format_;
  if (auto* const table = std::get_if<format::Table>(&next)) {
    *table = style();
  }
  std::visit([this](auto& format) { format.first = first_; }, next);
  first_ = false;
  return next;
}

void Output::commit() {
  if (std::ostream* page = file(kReport)) {
    report_.write(*page);
  }
  if (file_) {
    file_->commit();
  } else {
    check_standard_output();
  }
  for (auto& [option, beside] : beside_) {
    beside.commit();
  }
}

void check_standard_output() {
  if (!std::cout.flush()) {
    throw std::runtime_error("cannot write to standard output");
  }
}

void note(const OutputOptions& options, const std::string& text) {
  if (!options.quiet) {
    std::cerr << "warpshop: " << printable(text) << '\n';
  }
}

void Notes::show(std::span<const Note> notes) {
  for (const Note& each : notes) {
    if (!each.once || shown_.insert(each.line()).second) {
      note(options_, each.line());
    }
  }
}

Progress::Progress(const OutputOptions& options)
    : enabled_(!options.quiet && isatty(STDERR_FILENO) == 1 && understands_escapes()) {}

void Progress::show(const std::string& text) {
  if (enabled_) {
    std::cerr << "\r\x1b[K" << printable(text) << std::flush;
    shown_ = true;
  }
}

void Progress::clear() {
  if (shown_) {
    std::cerr << "\r\x1b[K" << std::flush;
    shown_ = false;
  }
}

}  // namespace warpshop::cli
