#include "cli/man_page.hpp"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpshop::cli {
namespace {

/// Text as it is to be read: no line of it is taken for a request, dashes can be searched for and copied.
std::string escaped(std::string_view text) {
  std::string result = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char character : text) {
    result += character == '\\'   ? "\\e"
              : character == '-'  ? "\\-"
              : character == '|'  ? "|\\:"  // a line may be broken there
              : character == '\n' ? " "
              : character == '`'  ? "\\(ga"
              : character == '^'  ? "\\(ha"
              : character == '~'  ? "\\(ti"
                                  : std::string(1, character);
  }
  return result;
}

std::string sentence(const std::string& text) {
  return text.empty() || text.ends_with('.') || text.ends_with('?') ? text : text + '.';
}

std::string option_text(const DescribedOption& option) {
  std::string head;
  for (const std::string& name : option.names) {
    head += (head.empty() ? "" : ", ") + ("\\fB" + escaped(name) + "\\fR");
  }
  head += option.value.empty() || option.is_place ? "" : " \\fI" + escaped(option.value) + "\\fR";
  std::string text = ".TP\n" + head + '\n' + escaped(sentence(option.what)) + '\n';
  if (option.kind == ValueKind::word && option.names.front() != "POLICY" && option.names.front() != "--policy") {
    text += escaped(fmt::format("One of: {}.", fmt::join(option.words, ", "))) + '\n';
  }
  text += option.by_default.empty() ? "" : escaped("Default: " + option.by_default + ".") + '\n';
  return text;
}

std::string synopsis(const DescribedCommand& command) {
  std::string text = "\\fBwarpshop " + escaped(command.name) + "\\fR";
  for (const DescribedOption& option : command.options) {
    if (option.is_place) {
      const std::string place = "\\fI" + escaped(option.names.front()) + "\\fR" + (option.repeats ? " ..." : "");
      text += option.is_required ? ' ' + place : " [" + place + ']';
    } else if (option.is_required) {
      text += " \\fB" + escaped(option.names.back()) + "\\fR \\fI" + escaped(option.value) + "\\fR";
    }
  }
  return text + " [\\fIoptions\\fR]";
}

constexpr std::string_view kEnd = R"(.SH EXIT STATUS
0: done.
1: failure while running.
2: usage or input.
3: no GPU or driver.
4: measured outside the tolerance.
128 + signal: interrupted.
.SH ENVIRONMENT
.TP
\fBCOLUMNS\fR
How wide tables, charts and help are where there is no terminal.
.TP
\fBNO_COLOR\fR
If it is set, nothing is coloured.
.TP
\fBLC_ALL\fR, \fBLC_CTYPE\fR, \fBLANG\fR
Charts have blocks where they name UTF\-8, else ASCII.
.TP
\fBXDG_DATA_HOME\fR
Profiles that \fBcalibrate\fR has measured are in \fIwarpshop/devices\fR there; \fI~/.local/share\fR by default.
.SH EXAMPLES
.nf
warpshop compare JOBS.yaml \-\-device k20c
warpshop compare JOBS.yaml \-\-device k20c \-\-gantt fifo,best
warpshop simulate JOBS.yaml \-\-device titanx \-\-trace T.json
.fi
)";

}  // namespace

std::string man_page(const DescribedProgram& program, const std::string& version) {
  std::string text = fmt::format(".TH WARPSHOP 1 \"\" \"warpshop {}\" \"User Commands\"\n", escaped(version));
  text += ".SH NAME\nwarpshop \\- order GPU tasks, and share a GPU between them\n.SH SYNOPSIS\n";
  for (const DescribedCommand& command : in_a_row(program.commands)) {
    text += command.commands.empty() ? synopsis(command) + "\n.br\n" : "";
  }
  text += ".SH DESCRIPTION\n" + escaped(program.what) + '\n' +
          escaped(
              "A task is a copy in, a kernel and a copy out. warpshop says what every order of tasks would take on "
              "a GPU, and every way of sharing it, proves which order is best, runs it, and prints how far off it "
              "was.") +
          "\n.SH OPTIONS\n";
  for (const DescribedOption& option : program.options) {
    text += option_text(option);
  }
  text += ".SH COMMANDS\n";
  for (const DescribedCommand& command : in_a_row(program.commands)) {
    text += ".SS " + escaped(command.name) + '\n' + escaped(sentence(command.what)) + '\n';
    for (const DescribedOption& option : command.options) {
      text += option_text(option);
    }
  }
  return text.append(kEnd);
}

}  // namespace warpshop::cli
