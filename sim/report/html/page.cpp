#include "sim/report/html/page.hpp"

#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/decimals.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/result/file_openings.hpp"

namespace warpshop::report::html {
namespace {

/// Nothing is fetched, whatever a name tries.
constexpr std::string_view kPolicy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The style sheet of every page: light and dark, for screens from 320 pixels on and for paper. Drawings use its
/// classes: `k0` … `k7` for what is told apart, `h0` … `h8` for more and more of something.
std::string_view page_style() {
  return R"css(
:root{color-scheme:light dark;--paper:#fff;--ink:#1a1d21;--soft:#59616b;--line:#d9dde2;--faint:#eef0f3;--lane:#f6f7f9;
--accent:#0b62c4;--wash:#e8f1fc;--bad:#b3261e;--hatch:#c3c9d1}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e6e9ed;--soft:#a2abb6;--line:#363d46;--faint:#20252b;
--lane:#1b1f25;--accent:#79b4ff;--wash:#1a2a3f;--bad:#ff8f86;--hatch:#454d58}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,"Liberation Sans",sans-serif}
header,main,footer{max-width:1180px;margin:0 auto;padding:0 24px}
header{padding-top:36px}
h1,h2,h3{line-height:1.25;font-weight:650;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:25px;margin:4px 0 14px;letter-spacing:-.01em}
h2{font-size:18px;margin:40px 0 10px}
h3{font-size:15px;margin:26px 0 8px}
.kicker{margin:0;color:var(--soft);font-size:13px;letter-spacing:.02em}
.answer{max-width:none;margin:0 0 14px;padding:14px 18px;background:var(--wash);border-left:4px solid var(--accent);
border-radius:0 6px 6px 0;font-size:17px;line-height:1.45;overflow-wrap:anywhere}
.caveats{margin:0 0 8px;padding-left:20px;color:var(--soft);font-size:13.5px}
.caveats li{margin:2px 0;overflow-wrap:anywhere}
p{max-width:80ch;overflow-wrap:anywhere}
.note,.legend{color:var(--soft);font-size:13px;margin:6px 0 0}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
a{color:var(--accent)}
article+article{border-top:1px solid var(--line);margin-top:48px}
.scroll{overflow-x:auto;max-width:100%;scrollbar-width:thin}
.scroll:focus-visible,summary:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);
outline-offset:2px;border-radius:3px}
table{border-collapse:collapse;font-size:13.5px;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:13px;padding:2px 0 6px;white-space:normal}
th,td{padding:4px 10px;text-align:right;border-bottom:1px solid var(--faint);vertical-align:baseline;white-space:nowrap}
thead th{color:var(--soft);font-weight:500;border-bottom:1px solid var(--line)}
tbody th{font-weight:400;text-align:left}
th:first-child,td:first-child{padding-left:0}
th.left,td.left{text-align:left}
td.left{white-space:normal;overflow-wrap:anywhere}
td.left:last-child{min-width:20em}

td.left:has(svg){min-width:0;vertical-align:middle;padding-top:0;padding-bottom:0}
caption span{display:inline-block;position:sticky;left:0;max-width:min(100%,calc(100vw - 30px))}
tr.marked th,tr.marked td{font-weight:650}
tbody tr:hover{background:var(--lane)}
td svg{display:inline-block;vertical-align:middle}
figure{margin:14px 0 22px}
figcaption{font-weight:600;font-size:14px;margin-bottom:4px;overflow-wrap:anywhere}
figcaption span{font-weight:400;color:var(--soft)}
details{margin-top:6px;font-size:13.5px}
summary{cursor:pointer;color:var(--soft);width:max-content;max-width:100%}
summary:hover{color:var(--ink)}
.chart{display:block;width:100%;height:auto}
.wide{min-width:880px}
.boxes{max-width:860px;min-width:640px}
.half{max-width:640px;min-width:520px}
.small{min-width:260px;max-width:330px}
.tiles{display:flex;flex-wrap:wrap;gap:4px 26px}
.tiles figure{margin:8px 0;max-width:100%}
.legend{display:flex;flex-wrap:wrap;gap:3px 16px;padding:0;list-style:none}
.legend svg{vertical-align:-2px;margin-right:6px}
svg text{font-family:inherit;font-size:11.5px;fill:var(--ink);font-variant-numeric:tabular-nums}
svg .t{fill:var(--soft)}
svg .end{text-anchor:end}
svg .mid{text-anchor:middle}
svg .in{fill:#15181c;pointer-events:none}
svg .strong{font-weight:650}
.grid{stroke:var(--line);stroke-width:1;shape-rendering:crispEdges}
.axis{stroke:var(--soft);stroke-width:1;shape-rendering:crispEdges}
.lane{fill:var(--lane)}
.idle{fill:url(#idle)}
.both{fill:url(#both);pointer-events:none}
.dense{fill:var(--soft);fill-opacity:.62}
.swatch{fill:var(--lane);stroke:var(--line)}
.plate{fill:var(--paper)}
.hatch{stroke:var(--hatch);stroke-width:1}
.hatch2{stroke:#15181c;stroke-width:1.1;opacity:.55}
.bound{stroke:var(--accent);stroke-width:1.4;stroke-dasharray:5 3}
.ends{stroke:var(--ink);stroke-width:1.4}
.accent{fill:var(--accent)}
.wash{fill:var(--wash);stroke:var(--accent)}
.plain{fill:var(--soft)}
.bad{fill:var(--bad)}
.badline{stroke:var(--bad);stroke-width:1.2}
.dueline{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 3}
.diagonal{stroke:var(--soft);stroke-width:1;stroke-dasharray:4 3}
.line{fill:none;stroke-width:1.8;stroke-linejoin:round}
.whisker{stroke:var(--ink);stroke-width:1.2;fill:none}
.dash1{stroke-dasharray:6 3}.dash2{stroke-dasharray:2 2.5}.dash3{stroke-dasharray:8 3 2 3}
.k0{fill:#9cc3ee;stroke:#2b5f9e}.k1{fill:#f5c08a;stroke:#a05a10}.k2{fill:#a5d6a0;stroke:#2f7a36}
.k3{fill:#eab0cf;stroke:#9c3a72}.k4{fill:#ece28f;stroke:#857413}.k5{fill:#94d8d4;stroke:#1c7672}
.k6{fill:#c5b7ec;stroke:#5c46a5}.k7{fill:#cfd3d8;stroke:#565d66}
.line.k0,.line.k1,.line.k2,.line.k3,.line.k4,.line.k5,.line.k6,.line.k7{fill:none}
@media screen and (prefers-color-scheme:dark){.line.k0{stroke:#7fb2ee}.line.k1{stroke:#eda75c}.line.k2{stroke:#86c780}
.line.k3{stroke:#e08fbd}.line.k4{stroke:#ddd05f}.line.k5{stroke:#6ecac5}.line.k6{stroke:#b29fe8}.line.k7{stroke:#b4bac2}}
td.h0,td.h1,td.h2,td.h3,td.h4,td.h5,td.h6,td.h7,td.h8{color:#15181c;text-align:center}
td.h0{background:#f1f4f8}td.h1{background:#e1ebf6}td.h2{background:#cfe0f4}td.h3{background:#bcd5f1}
td.h4{background:#a8c9ee}td.h5{background:#93bceb}td.h6{background:#7eafe6}td.h7{background:#6aa2e1}
td.h8{background:#5896dc}
@media screen and (prefers-color-scheme:dark){td.h0,td.h1,td.h2,td.h3,td.h4,td.h5,td.h6,td.h7,td.h8{color:#eef2f6}
td.h0{background:#1c242d}td.h1{background:#1e2b39}td.h2{background:#203346}td.h3{background:#223b54}
td.h4{background:#244463}td.h5{background:#264d72}td.h6{background:#285782}td.h7{background:#2a6092}
td.h8{background:#2c6aa3}}
.bar:hover,.bar:focus{stroke-width:2.4}
.tools{display:flex;gap:6px;margin:2px 0 4px}
.tools button{font:inherit;font-size:13px;min-width:30px;padding:1px 9px;border:1px solid var(--line);border-radius:5px;
background:var(--lane);color:var(--ink);cursor:pointer}
footer{margin-top:56px;padding-top:14px;padding-bottom:36px;border-top:1px solid var(--line);color:var(--soft);
font-size:13px}
footer dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0}
footer dt{grid-column:1}footer dd{margin:0;grid-column:2;overflow-wrap:anywhere;min-width:0}
.hidden{position:absolute;width:0;height:0;overflow:hidden}
@media (max-width:600px){header,main,footer{padding-left:14px;padding-right:14px}header{padding-top:20px}
h1{font-size:21px}.answer{font-size:15.5px;padding:11px 13px}footer dl{grid-template-columns:1fr}
footer dt,footer dd{grid-column:1}footer dd{margin-bottom:6px}}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--faint:#ddd;--lane:#f4f4f4;
--accent:#0b4fa0;--wash:#eef4fb;--bad:#b3261e;--hatch:#bbb}
body{font-size:10.5pt}header,main,footer{max-width:none;padding-left:0;padding-right:0}.tools{display:none}
.scroll{overflow:visible}.wide,.half,.boxes,.small{min-width:0}figure,tr{break-inside:avoid}h1,h2,h3{break-after:avoid}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
@media (prefers-reduced-motion:no-preference){.bar{transition:stroke-width .08s}}
)css";
}

/// Patterns that drawings fill with, by reference: `#idle`, `#both`.
std::string_view page_patterns() {
  return
      R"svg(<svg class="hidden" aria-hidden="true" focusable="false"><defs>
<pattern id="idle" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="7"/></pattern>
<pattern id="both" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><line class="hatch2" x1="0" y1="0" x2="0" y2="4"/></pattern>
</defs></svg>
)svg";
}

void write_head(std::ostream& out, const std::string& title) {
  out << fmt::format(
      "{}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" "
      "content=\"{}\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}",
      kReportOpening, kPolicy, escaped(title), page_style(), page_patterns());
}

void write_answer(std::ostream& out, const Chapter& chapter) {
  out << fmt::format("<p class=\"answer\">{}</p>\n", escaped(chapter.answer));
  if (!chapter.caveats.empty()) {
    out << "<ul class=\"caveats\">\n";
    for (const std::string& caveat : chapter.caveats) {
      out << fmt::format("<li>{}</li>\n", escaped(caveat));
    }
    out << "</ul>\n";
  }
}

void write_sections(std::ostream& out, const std::vector<Section>& sections, int level) {
  for (const Section& section : sections) {
    out << fmt::format("<section>\n<h{0}>{1}</h{0}>\n{2}</section>\n", level, escaped(section.heading), section.body);
  }
}

/// All answers, with links to what is behind them.
void write_contents(std::ostream& out, const std::vector<Chapter>& chapters) {
  out << "<ol>\n";
  for (std::size_t i = 0; i < chapters.size(); ++i) {
    out << fmt::format("<li><a href=\"#chapter-{}\">{}</a> {}</li>\n", i + 1, escaped(chapters[i].question),
                       escaped(chapters[i].answer));
  }
  out << "</ol>\n";
}

void write_footer(std::ostream& out, const std::vector<Chapter>& chapters, const PageOrigin& origin) {
  out << fmt::format("<footer>\n<dl>\n<dt>made by</dt><dd><code>{}</code></dd>\n<dt>version</dt><dd>warpshop {}</dd>\n",
                     escaped(origin.command), escaped(origin.version));
  std::set<std::uint64_t> seeds;
  for (const Chapter& chapter : chapters) {
    if (chapter.seed) {
      seeds.insert(*chapter.seed);
    }
  }
  if (!seeds.empty()) {
    out << fmt::format("<dt>seed</dt><dd>{}</dd>\n", fmt::join(seeds, ", "));
  }
  if (!origin.inputs.empty()) {
    out << "<dt>made from</dt><dd>";
    for (std::size_t i = 0; i < origin.inputs.size(); ++i) {
      out << fmt::format("{}{} <code>{}</code>", i == 0 ? "" : "<br>", escaped(origin.inputs[i].name),
                         escaped(origin.inputs[i].key));
    }
    out << "</dd>\n";
  }
  out << "</dl>\n</footer>\n";
}

/// What makes charts with class `zoom` larger: buttons, + - 0 on the keyboard, Ctrl and the wheel. Pages are whole
/// without it. Moves what is to the right of a chart's labels (data-x0) by changing coordinates, so that text keeps its
/// shape.
std::string_view page_script() {
  return R"js(
"use strict";
for(const svg of document.querySelectorAll("svg.zoom")){
const box=svg.parentElement,view=svg.viewBox.baseVal,full=view.width,x0=+svg.dataset.x0;
const moved=[...svg.querySelectorAll(".z *")].filter(e=>["rect","line","text","polygon","path"].includes(e.localName));
const names=["x","x1","x2"],start=new Map(moved.map(e=>[e,Object.fromEntries([...names,"width"].filter(
n=>e.hasAttribute(n)).map(n=>[n,+e.getAttribute(n)]))]));
const labels=svg.querySelector(".names");let zoom=1;
const place=()=>{if(labels){const shift=box.scrollLeft*view.width/svg.getBoundingClientRect().width;
labels.setAttribute("transform","translate("+(zoom>1?shift:0)+" 0)")}};
const set=(to,at)=>{to=Math.min(64,Math.max(1,to));const hold=(box.scrollLeft+at-0)/zoom;zoom=to;
for(const [e,was] of start){for(const n of names)if(n in was)e.setAttribute(n,x0+(was[n]-x0)*zoom);
if("width" in was&&e.localName==="rect")e.setAttribute("width",was.width*zoom);
if(e.localName==="polygon"||e.localName==="path")e.setAttribute("transform",e.localName==="path"?
"translate("+x0*(1-zoom)+" 0) scale("+zoom+" 1)":"translate("+(+e.dataset.x-x0)*(zoom-1)+" 0)")}
const width=x0+(full-x0)*zoom;svg.setAttribute("viewBox","0 0 "+width+" "+view.height);
svg.style.width=zoom>1?100*width/full+"%":"";svg.style.minWidth=zoom>1?Math.max(880,box.clientWidth)*width/full+"px":"";
box.scrollLeft=hold*zoom-at;place()};
const tools=document.createElement("div");tools.className="tools";
for(const [text,name,act] of [["+","zoom in",()=>set(zoom*2,box.clientWidth/2)],["−","zoom out",()=>set(zoom/2,
box.clientWidth/2)],["1:1","show all",()=>set(1,0)]]){const b=document.createElement("button");b.type="button";
b.textContent=text;b.title=name;b.setAttribute("aria-label",name+": "+box.getAttribute("aria-label"));
b.onclick=act;tools.append(b)}
box.before(tools);box.addEventListener("scroll",place,{passive:true});
box.addEventListener("keydown",e=>{const by={"+":2,"=":2,"-":.5,"0":0}[e.key];if(by!==undefined&&!e.ctrlKey&&!e.metaKey){
set(by?zoom*by:1,box.clientWidth/2);e.preventDefault()}});
box.addEventListener("wheel",e=>{if(e.ctrlKey){set(zoom*(e.deltaY<0?1.25:.8),e.clientX-
box.getBoundingClientRect().left);e.preventDefault()}},{passive:false})}
)js";
}

}  // namespace

void write_page(std::ostream& out, const std::vector<Chapter>& chapters, const std::vector<Section>& appendix,
                const PageOrigin& origin) {
  const bool single = chapters.size() == 1;
  const std::string title = single ? chapters.front().question : number_of(chapters.size(), "answer");
  write_head(out, title);
  out << fmt::format("<header>\n<p class=\"kicker\">warpshop</p>\n<h1>{}</h1>\n", escaped(title));
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
    out << fmt::format("<article id=\"chapter-{}\">\n<h2>{}</h2>\n", i + 1, escaped(chapters[i].question));
    write_answer(out, chapters[i]);
    write_sections(out, chapters[i].sections, 3);
    out << "</article>\n";
  }
  write_sections(out, appendix, 2);
  out << "</main>\n";
  write_footer(out, chapters, origin);
  out << fmt::format("<script>{}</script>\n</body>\n</html>\n", page_script());
}

}  // namespace warpshop::report::html
