#include "sim/report/html/page.hpp"

#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "sim/report/html/markup.hpp"
#include "sim/report/html/page_style.hpp"
#include "sim/result/file_openings.hpp"

namespace warpshop::report::html {
namespace {

/// Nothing is fetched, whatever a name tries.
constexpr std::string_view kPolicy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

void write_head(std::ostream& out, const std::string& title) {
  fmt::print(out,
             "{}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
             "content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" "
             "content=\"{}\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}",
             kReportOpening, kPolicy, escaped(title), page_style(), page_patterns());
}

void write_answer(std::ostream& out, const Chapter& chapter) {
  fmt::print(out, "<p class=\"answer\">{}</p>\n", escaped(chapter.answer));
  if (!chapter.caveats.empty()) {
    out << "<ul class=\"caveats\">\n";
    for (const std::string& caveat : chapter.caveats) {
      fmt::print(out, "<li>{}</li>\n", escaped(caveat));
    }
    out << "</ul>\n";
  }
}

void write_sections(std::ostream& out, const std::vector<Section>& sections, int level) {
  for (const Section& section : sections) {
    fmt::print(out, "<section>\n<h{0}>{1}</h{0}>\n{2}</section>\n", level, escaped(section.heading), section.body);
  }
}

/// All answers, with links to what is behind them.
void write_contents(std::ostream& out, const std::vector<Chapter>& chapters) {
  out << "<ol>\n";
  for (std::size_t i = 0; i < chapters.size(); ++i) {
    fmt::print(out, "<li><a href=\"#chapter-{}\">{}</a> {}</li>\n", i + 1, escaped(chapters[i].question),
               escaped(chapters[i].answer));
  }
  out << "</ol>\n";
}

void write_footer(std::ostream& out, const std::vector<Chapter>& chapters, const PageOrigin& origin) {
  fmt::print(out, "<footer>\n<dl>\n<dt>made by</dt><dd><code>{}</code></dd>\n<dt>version</dt><dd>warpshop {}</dd>\n",
             escaped(origin.command), escaped(origin.version));
  std::set<std::uint64_t> seeds;
  for (const Chapter& chapter : chapters) {
    if (chapter.seed) {
      seeds.insert(*chapter.seed);
    }
  }
  if (!seeds.empty()) {
    fmt::print(out, "<dt>seed</dt><dd>{}</dd>\n", fmt::join(seeds, ", "));
  }
  if (!origin.inputs.empty()) {
    out << "<dt>made from</dt><dd>";
    for (std::size_t i = 0; i < origin.inputs.size(); ++i) {
      fmt::print(out, "{}{} <code>{}</code>", i == 0 ? "" : "<br>", escaped(origin.inputs[i].name),
                 escaped(origin.inputs[i].key));
    }
    out << "</dd>\n";
  }
  out << "</dl>\n</footer>\n";
}

}  // namespace

void write_page(std::ostream& out, const std::vector<Chapter>& chapters, const std::vector<Section>& appendix,
                const PageOrigin& origin) {
  const bool single = chapters.size() == 1;
  const std::string title = single ? chapters.front().question : number_of(chapters.size(), "answer");
  write_head(out, title);
  fmt::print(out, "<header>\n<p class=\"kicker\">warpshop</p>\n<h1>{}</h1>\n", escaped(title));
  if (single) {
    write_answer(out, chapters.front());
  } else if (!chapters.empty()) {
    write_contents(out, chapters);
  }
  out << "</header>\n<main>\n";
  if (single) {
    write_sections(out, chapters.front().sections, 2);
  }
  for (std::size_t i = 0; !single && i < chapters.size(); ++i) {
    fmt::print(out, "<article id=\"chapter-{}\">\n<h2>{}</h2>\n", i + 1, escaped(chapters[i].question));
    write_answer(out, chapters[i]);
    write_sections(out, chapters[i].sections, 3);
    out << "</article>\n";
  }
  write_sections(out, appendix, 2);
  out << "</main>\n";
  write_footer(out, chapters, origin);
  fmt::print(out, "<script>{}</script>\n</body>\n</html>\n", page_script());
}

}  // namespace warpshop::report::html
