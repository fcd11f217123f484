#include "sim/report/html/svg.hpp"

#include <fmt/format.h>

#include "sim/report/html/markup.hpp"

namespace warpshop::report::html {

Svg::Svg(std::string_view shape, double width, double height, std::string_view title, std::string_view description) {
  head_ = fmt::format("chart {}", shape);
  attributes_ = fmt::format(R"( viewBox="0 0 {} {}" role="img")", coordinate(width), coordinate(height));
  title_ = fmt::format("<title>{}</title>", escaped(title));
  if (!description.empty()) {
    title_ += fmt::format("<desc>{}</desc>", escaped(description));
  }
}

void Svg::zoomable(double x0) {
  head_ += " zoom";
  attributes_ += fmt::format(R"( data-x0="{}")", coordinate(x0));
}

void Svg::open_group(std::string_view classes) {
  body_ += fmt::format("<g class=\"{}\">\n", classes);
}

void Svg::close_group() {
  body_ += "</g>\n";
}

void Svg::end(std::string_view hover) {
  if (hover.empty()) {
    body_ += "/>\n";
  } else {
    body_ += fmt::format("><title>{}</title>", escaped(hover));
  }
}

void Svg::rect(std::string_view classes, double x, double y, double width, double height, std::string_view hover,
               double round) {
  body_ += fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}")", classes, coordinate(x),
                       coordinate(y), coordinate(width), coordinate(height));
  if (round > 0) {
    body_ += fmt::format(R"( rx="{}")", coordinate(round));
  }
  end(hover);
  body_ += hover.empty() ? "" : "</rect>\n";
}

void Svg::line(std::string_view classes, double x1, double y1, double x2, double y2, std::string_view hover) {
  body_ += fmt::format(R"(<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}")", classes, coordinate(x1), coordinate(y1),
                       coordinate(x2), coordinate(y2));
  end(hover);
  body_ += hover.empty() ? "" : "</line>\n";
}

void Svg::text(std::string_view classes, double x, double y, std::string_view content) {
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", classes, coordinate(x), coordinate(y),
                       escaped(content));
}

void Svg::circle(std::string_view classes, double x, double y, double radius, std::string_view hover) {
  body_ += fmt::format(R"(<circle class="{}" cx="{}" cy="{}" r="{}")", classes, coordinate(x), coordinate(y),
                       coordinate(radius));
  end(hover);
  body_ += hover.empty() ? "" : "</circle>\n";
}

void Svg::polygon(std::string_view classes, std::string_view points, double x, std::string_view hover) {
  body_ += fmt::format(R"(<polygon class="{}" data-x="{}" points="{}")", classes, coordinate(x), points);
  end(hover);
  body_ += hover.empty() ? "" : "</polygon>\n";
}

void Svg::polyline(std::string_view classes, std::string_view points) {
  body_ += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", classes, points);
}

void Svg::path(std::string_view classes, std::string_view commands, std::string_view hover) {
  body_ += fmt::format(R"(<path class="{}" vector-effect="non-scaling-stroke" d="{}")", classes, commands);
  end(hover);
  body_ += hover.empty() ? "" : "</path>\n";
}

std::string Svg::markup() const {
  return fmt::format("<svg class=\"{}\"{}>{}\n{}</svg>\n", head_, attributes_, title_, body_);
}

std::string figure(std::string_view caption, std::string_view more, const std::string& svg, const std::string& below,
                   const std::string& data) {
  std::string text = fmt::format("<figure><figcaption>{}", escaped(caption));
  text += more.empty() ? "" : fmt::format(" <span>{}</span>", escaped(more));
  text +=
      fmt::format("</figcaption>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">{}</div>\n{}",
                  escaped(caption), svg, below);
  text += data.empty() ? "" : "<details><summary>figures of this chart</summary>\n" + data + "</details>\n";
  return text + "</figure>\n";
}

void Legend::add(std::string_view classes, std::string_view text, std::string_view under) {
  constexpr std::string_view kPlace = R"(x="1" y="1" width="16" height="10")";
  items_ +=
      fmt::format(R"(<li><svg width="18" height="12" aria-hidden="true"><rect class="{0}" {1}/><rect class="{2}" {1}/>)"
                  "</svg>{3}</li>\n",
                  under, kPlace, classes, escaped(text));
}

void Legend::add_line(std::string_view classes, std::string_view text) {
  items_ += fmt::format(R"(<li><svg width="24" height="12" aria-hidden="true"><line class="{}" x1="1" y1="6" x2="23" )"
                        "y2=\"6\"/></svg>{}</li>\n",
                        classes, escaped(text));
}

std::string Legend::markup() const {
  return items_.empty() ? "" : "<ul class=\"legend\">\n" + items_ + "</ul>\n";
}

}  // namespace warpshop::report::html
