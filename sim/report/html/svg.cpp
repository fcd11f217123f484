#include "sim/report/html/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"
#include "sim/report/gantt_axis.hpp"

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

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string coordinate(double value) {
  constexpr double kLargest = 1e9;
  if (!(std::abs(value) <= kLargest)) {
    return "0";
  }
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

namespace {

std::vector<Tick> log_ticks(const Axis& axis) {
  std::vector<Tick> ticks;
  const bool few = axis.high / axis.low < 1000;
  for (double power = std::pow(10, std::floor(std::log10(axis.low))); power <= axis.high; power *= 10) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = digit * power;
      if ((digit == 1 || few) && value >= axis.low * (1 - 1e-9) && value <= axis.high * (1 + 1e-9)) {
        ticks.push_back({value, fmt::format("{:.4g}", value)});
      }
    }
  }
  return ticks;
}

}  // namespace

double Axis::at(double value) const {
  const double part = log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  const double place = from + (to - from) * part;
  return std::isfinite(place) ? place : from;
}

std::vector<Tick> ticks_of(const Axis& axis, int count) {
  const double length = axis.high - axis.low;
  if (!(length > 0) || !std::isfinite(length)) {
    return {};
  }
  if (axis.log) {
    return log_ticks(axis);
  }
  const double step = round_step(length / count);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  std::vector<Tick> ticks;
  for (double i = std::ceil(axis.low / step - 1e-9); i * step <= axis.high + step * 1e-9; ++i) {
    const double value = i == 0 ? 0 : i * step;
    ticks.push_back({value, decimals > 6 || std::abs(value) >= 1e7 ? fmt::format("{:.6g}", value)
                                                                   : fmt::format("{:.{}f}", value, decimals)});
  }
  return ticks;
}

void draw_bottom_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double top, double bottom,
                      std::string_view name) {
  for (const Tick& tick : ticks) {
    const double x = axis.at(tick.value);
    svg.line("grid", x, top, x, bottom + 4);
    svg.text("t mid", x, bottom + 17, tick.text);
  }
  svg.text("t end", axis.to, bottom + 32, name);
}

void draw_left_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double left, double right,
                    std::string_view name) {
  for (const Tick& tick : ticks) {
    const double y = axis.at(tick.value);
    svg.line("grid", left, y, right, y);
    svg.text("t end", left - 7, y + 4, tick.text);
  }
  svg.text("t", 2, std::min(axis.from, axis.to) - 10, name);
}

Axis axis_over(double low, double high, double from, double to) {
  double length = high - low;
  if (!(length > 0)) {
    length = std::max(std::abs(high) * 0.1, 1e-9);
    low -= length / 2;
    high += length / 2;
  }
  const double step = round_step(length / 6);
  return {.low = std::floor(low / step + 1e-9) * step,
          .high = std::ceil(high / step - 1e-9) * step,
          .from = from,
          .to = to};
}

}  // namespace warpshop::report::html
