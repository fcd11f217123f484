#include "cli/output.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include <CLI/CLI.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/completion.hpp"
#include "cli/interrupt.hpp"
#include "cli/result_origin.hpp"
#include "sim/files/text_key.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/html/device_sections.hpp"

namespace warpshop::cli {
namespace {

constexpr std::array<std::string_view, 12> kChangesNothing{"--report", "--output", "--format", "--json",
                                                           "--csv",    "--trace",  "--paje",   "--trace-form",
                                                           "--rows",   "--jobs",   "--quiet",  "--resume"};

/// As a shell takes it.
std::string as_argument(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+@%#";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos && text.front() != '#') {
    return text;
  }
  if (printable(text) != text) {
    return in_dollar_quotes(text);
  }
  return in_shell_quotes(text);
}

std::string joined_results(const CLI::Option& option) {
  std::string text;
  for (const std::string& result : option.results()) {
    text += (text.empty() ? "" : std::string{option.get_delimiter()}) + result;
  }
  return text;
}

/// The command that was parsed, as it may be typed again: `warpshop compare 'my jobs.yaml' --device k20c`. Without what
/// changes no figure: where results go, how they look there, how many threads there are, notes.
std::string command_line(const CLI::App& command) {
  std::string text = "warpshop " + command.get_name();
  std::set<const CLI::Option*> told;
  for (const CLI::Option* option : command.parse_order()) {
    const std::string name = option->get_positional() ? "" : option->get_name();
    if (!told.insert(option).second ||
        std::find(kChangesNothing.begin(), kChangesNothing.end(), name) != kChangesNothing.end()) {
      continue;
    }
    if (option->get_expected_max() == 0) {
      text += ' ' + name;
    } else if (option->get_delimiter() != '\0') {
      text += (name.empty() ? "" : ' ' + name) + ' ' + as_argument(joined_results(*option));
    } else {
      for (const std::string& result : option->results()) {
        text += (name.empty() ? "" : ' ' + name) + ' ' + as_argument(result);
      }
    }
  }
  return text;
}

}  // namespace

ReportFile::ReportFile(const CLI::App* command) : asked_(command != nullptr) {
  if (asked_) {
    origin_.command = command_line(*command);
    origin_.version = version();
  }
}

void ReportFile::add(report::html::Chapter chapter) {
  if (asked()) {
    chapters_.push_back(std::move(chapter));
  }
}

void ReportFile::made_from(const std::string& name, const std::string& content) {
  const bool known = std::any_of(origin_.inputs.begin(), origin_.inputs.end(),
                                 [&](const report::html::PageInput& input) { return input.name == name; });
  if (asked() && !known) {
    origin_.inputs.push_back({.name = name, .key = files::text_key(content)});
  }
}

void ReportFile::made_from(const std::filesystem::path& file) {
  std::error_code error;
  if (asked() && std::filesystem::is_regular_file(file, error)) {  // and not standard input
    made_from(as_utf8(file.string()), io::read_text(file).bytes);
  }
}

void ReportFile::made_from(std::span<const Device> devices) {
  for (const Device& device : devices) {
    if (asked() && std::find(devices_.begin(), devices_.end(), device) == devices_.end()) {
      std::ostringstream text;
      io::write_device(text, device);
      made_from("profile " + device.name, text.str());
      devices_.push_back(device);
    }
  }
}

void ReportFile::write(std::ostream& out) const {
  std::vector<report::html::Section> appendix;
  for (const Device& device : devices_) {
    std::vector<report::html::Section> sections = report::html::device_sections(device);
    std::move(sections.begin(), sections.end(), std::back_inserter(appendix));
  }
  report::html::write_page(out, chapters_, appendix, origin_);
}

namespace {

constexpr std::string_view kReport = "--report";

/// What names a file for results of a format: --json.
std::string option_of(const format::Any& format) {
  return std::visit([](const auto& any) { return "--" + std::string(any.kName); }, format);
}

/// A terminal may be so simple that it shows escape sequences as they are.
bool understands_escapes() {
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) != "dumb";
}

/// Whether the locale's characters are UTF-8, by LC_ALL, else LC_CTYPE, else LANG.
bool shows_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      std::string locale(value);
      std::transform(locale.begin(), locale.end(), locale.begin(), [](char letter) {
        return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
      });
      return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
    }
  }
  return false;
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
      outlive_closed_pipes();
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

void Output::for_next_result(const std::function<void(std::ostream& out, const format::Any& format)>& print) {
  const auto print_to = [&](std::ostream& out, format::Any format) {
    std::visit([this](auto& any) { any.first = first_; }, format);
    print(out, format);
  };
  print_to(stream(), std::holds_alternative<format::Table>(format_) ? format::Any(style()) : format_);
  for (const format::Any& format : {format::Any(format::Json{}), format::Any(format::Csv{})}) {
    if (std::ostream* const out = file(option_of(format))) {
      print_to(*out, format);
    }
  }
  first_ = false;
}

void Output::commit() {
  if (std::ostream* page = file(kReport)) {
    report_.write(*page);
  }
  if (file_) {
    file_->finish();
  }
  for (auto& [option, beside] : beside_) {
    beside.finish();
  }
  if (file_) {
    file_->commit();
  }
  for (auto& [option, beside] : beside_) {
    beside.commit();
  }
  if (!file_) {  // last: what is in files is not lost for it
    check_standard_output();
  }
}

void check_standard_output() {
  if (!std::cout.flush()) {
    end_if_pipe_was_closed();
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

namespace {

constexpr std::chrono::seconds kBetweenLines{15};

/// WARPSHOP_PROGRESS=0: nobody wants lines, whose number says how fast the machine is.
bool wants_lines() {
  const char* wanted = std::getenv("WARPSHOP_PROGRESS");
  return wanted == nullptr || std::string_view(wanted) != "0";
}

}  // namespace

Progress::Progress(const OutputOptions& options)
    : enabled_(!options.quiet && isatty(STDERR_FILENO) == 1 && understands_escapes()),
      in_lines_(!options.quiet && !enabled_ && wants_lines()) {}

void Progress::show(const std::string& text) {
  if (enabled_) {
    std::cerr << "\r\x1b[K" << printable(text) << std::flush;
    shown_ = true;
  } else if (in_lines_ && Clock::now() - last_line_ >= kBetweenLines) {
    std::cerr << "warpshop: " << printable(text) << '\n';
    last_line_ = Clock::now();
  }
}

void Progress::clear() {
  if (shown_) {
    std::cerr << "\r\x1b[K" << std::flush;
    shown_ = false;
  }
}

namespace {

constexpr std::size_t kUsual = 80;

/// 0: not set, or no number.
std::size_t named_columns() {
  const char* columns = std::getenv("COLUMNS");
  const std::string_view text = columns == nullptr ? "" : columns;
  std::size_t width = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  return error == std::errc{} && stop == text.data() + text.size() ? width : 0;
}

}  // namespace

std::size_t terminal_width(std::size_t otherwise) {
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  struct winsize size {};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  const std::size_t named = named_columns();
  return named > 0 ? named : terminal ? kUsual : otherwise;
}

}  // namespace warpshop::cli
