#include "sim/io/yaml/document_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::size_t kDeepest = 16;
constexpr std::size_t kMostNodes = std::size_t{1} << 21;  // of one entry

/// Whether a null value was written out at `offset`, rather than left out before what stands there.
bool is_written_null(std::string_view bytes, std::size_t offset) {
  constexpr std::array<std::string_view, 4> kWords{"~", "null", "Null", "NULL"};
  const std::string_view rest = offset < bytes.size() ? bytes.substr(offset) : std::string_view{};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return rest.starts_with(word) && (rest.size() == word.size() ||
                                      std::string_view{" \t\r\n,]}"}.find(rest[word.size()]) != std::string_view::npos);
  });
}

/// Offset of the '-' of a block entry that was left empty, where the parser reports what stands after it; `offset`
/// itself in a flow list.
std::size_t empty_entry_before(std::string_view bytes, std::size_t offset) {
  std::size_t end = std::min(offset, bytes.size());
  std::size_t line = end;
  while (line > 0 && !(end < bytes.size() && bytes[end] == ',')) {
    line = bytes.substr(0, end).rfind('\n') + 1;  // the first line: npos + 1 = 0
    const std::size_t first = bytes.find_first_not_of(" \t", line);
    if (first < end && bytes[first] == '-') {
      return first;
    }
    end = line - 1;
  }
  return offset;
}

std::size_t offset_of(const YAML::Mark& mark) {
  return static_cast<std::size_t>(std::max(mark.pos, 0));
}

}  // namespace

void DocumentBuilder::refuse(Mark mark, std::string_view what) const {
  throw InputError(text_.file, mark, what);
}

void DocumentBuilder::check_lookahead() const {
  if (lookahead_.exceeded() || nodes_ > kMostNodes) {
    refuse(last_mark_,
           "what follows is too long for one entry, expected shorter entries, and a long list to start on the line of "
           "its key");
  }
}

/// A tag cannot be told from its value in the events: a quoted scalar comes with the tag '!' as well.
void DocumentBuilder::check_plain(const YAML::Mark& mark, YAML::anchor_t anchor) {
  check_lookahead();
  lookahead_.progress();
  ++nodes_;
  last_mark_ = locator_.locate(offset_of(mark));
  if (offset_of(mark) < text_.bytes.size() && text_.bytes[offset_of(mark)] == '!') {
    refuse(last_mark_, "YAML tags are not allowed, expected a plain value");
  }
  if (anchor != 0) {
    refuse(last_mark_, "YAML anchors are not allowed, expected a plain value");
  }
}

void DocumentBuilder::OnDocumentStart(const YAML::Mark& mark) {
  check_lookahead();
  if (++documents_ > 1) {
    refuse(locator_.locate(offset_of(mark)), "more text after the end of the document, expected one YAML document");
  }
}

void DocumentBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const bool stands_here = anchor != 0 || is_written_null(text_.bytes, offset_of(mark));
  YamlNode node;
  if (!open_.empty() && open_.back().kind == NodeKind::map && !expects_key() && !stands_here) {
    check_lookahead();
    node.mark = open_.back().children.back().mark;
  } else if (!open_.empty() && open_.back().kind == NodeKind::sequence && !stands_here) {
    check_lookahead();
    refuse(locator_.locate(empty_entry_before(text_.bytes, offset_of(mark))),
           "an empty entry in a list, expected a value");
  } else {
    check_plain(mark, anchor);
    node.mark = last_mark_;
  }
  complete(std::move(node));
}

void DocumentBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  refuse(locator_.locate(offset_of(mark)), "YAML aliases are not allowed, expected a plain value");
}

void DocumentBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                               const std::string& value) {
  check_plain(mark, anchor);
  if (!is_utf8(value)) {
    // yaml-cpp 0.7 makes one byte of "\N" and of "\_"; the text itself is known to be UTF-8
    refuse(last_mark_, in_quotes(value) + R"( has an escape \N or \_, expected \u0085 or \u00a0)");
  }
  YamlNode node;
  node.kind = NodeKind::scalar;
  node.plain = tag == "?";
  node.mark = last_mark_;
  node.text = value;
  complete(std::move(node));
}

void DocumentBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                                      YAML::EmitterStyle::value /*style*/) {
  open(NodeKind::sequence, mark, anchor);
}

void DocumentBuilder::OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                                 YAML::EmitterStyle::value /*style*/) {
  open(NodeKind::map, mark, anchor);
}

bool DocumentBuilder::expects_key() const {
  return !open_.empty() && open_.back().kind == NodeKind::map && open_.back().children.size() % 2 == 0;
}

void DocumentBuilder::open(NodeKind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
  check_plain(mark, anchor);
  YamlNode node;
  node.kind = kind;
  node.mark = last_mark_;
  if (expects_key()) {
    // yaml-cpp takes an unclosed bracket for the start of a key
    refuse(node.mark, describe(node) + " as a key, or a bracket that is never closed, expected a name");
  }
  if (open_.empty()) {
    if (kind != NodeKind::map) {
      refuse(node.mark, "a list at the top level, expected a map with a schema");
    }
    root_mark_ = node.mark;
  }
  if (open_.size() == kDeepest) {
    refuse(node.mark, "nested too deeply, expected at most 16 levels");
  }
  if (open_.size() == 1) {
    takes_elements_ = kind == NodeKind::sequence && receiver_.takes_elements(open_.back().children.back());
  }
  open_.push_back(std::move(node));
}

void DocumentBuilder::close() {
  check_lookahead();
  YamlNode node = std::move(open_.back());
  open_.pop_back();
  if (!open_.empty()) {
    complete(std::move(node));
  }
}

void DocumentBuilder::complete_key(YamlNode node) {
  if (node.kind != NodeKind::scalar) {
    refuse(node.mark, describe(node) + " as a key, expected a name");
  }
  if (open_.size() == 1) {
    receiver_.key(node);
  }
  open_.back().children.push_back(std::move(node));
}

void DocumentBuilder::complete(YamlNode node) {
  if (open_.empty()) {
    refuse(node.mark, describe(node) + " at the top level, expected a map with a schema");
  }
  std::vector<YamlNode>& siblings = open_.back().children;
  if (expects_key()) {
    complete_key(std::move(node));
  } else if (open_.size() == 1) {
    nodes_ = 0;
    receiver_.entry(siblings.back(), node);
    siblings.clear();
  } else if (open_.size() == 2 && takes_elements_) {
    nodes_ = 0;
    receiver_.element(node);
  } else {
    siblings.push_back(std::move(node));
  }
}

}  // namespace warpshop::io
