#include "sim/io/yaml/document.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <istream>
#include <string_view>
#include <utility>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// Turns byte offsets into lines and columns, both from 1; columns count characters, where yaml-cpp's count bytes.
/// Offsets that grow cost no more than the bytes between them.
class Locator {
 public:
  /// `bytes` outlives this. `inserted` bytes at offset `where` are not the user's and do not count.
  Locator(std::string_view bytes, std::size_t where, std::size_t inserted)
      : bytes_(bytes), where_(where), inserted_(inserted) {}

  Mark locate(std::size_t offset) {
    offset = std::min(offset, bytes_.size());
    if (offset < offset_) {
      offset_ = 0;
      mark_ = {1, 1};
    }
    for (; offset_ < offset; ++offset_) {
      const char byte = bytes_[offset_];
      if (byte == '\n') {
        mark_ = {mark_.line + 1, 1};
      } else if (!continues_character(byte) && (offset_ < where_ || offset_ >= where_ + inserted_)) {
        ++mark_.column;
      }
    }
    return mark_;
  }

 private:
  std::string_view bytes_;
  std::size_t where_;
  std::size_t inserted_;
  std::size_t offset_ = 0;  ///< mark_ belongs to it
  Mark mark_{1, 1};
};

/// Feeds a text to the YAML parser in small portions, and ends it early when the parser has taken in too much without
/// reporting anything. (yaml-cpp keeps a bracket, and all that follows, in a queue of some hundred bytes per token
/// until it knows that the bracket does not start a key: 64 MiB of '[' would need 12 GiB.)
class LookaheadBuffer : public std::streambuf {
 public:
  /// `text` outlives this.
  explicit LookaheadBuffer(std::string& text);

  /// The parser reported something.
  void progress() { indicators_ = 0; }
  bool exceeded() const { return indicators_ > kMostIndicators; }

 protected:
  int_type underflow() override {
    constexpr std::ptrdiff_t kPortion = 2048;
    constexpr std::string_view kIndicators = "[]{},:?&*!'\"";
    if (gptr() == egptr()) {
      const std::ptrdiff_t portion = std::min<std::ptrdiff_t>(kPortion, end_ - gptr());
      if (portion == 0 || exceeded()) {
        return traits_type::eof();
      }
      indicators_ += static_cast<std::size_t>(std::count_if(gptr(), gptr() + portion, [&](char character) {
        return kIndicators.find(character) != std::string_view::npos;
      }));
      setg(eback(), gptr(), gptr() + portion);
    }
    return traits_type::to_int_type(*gptr());
  }

 private:
  /// Characters that may start or end a token, out of which a legitimate entry has far fewer.
  static constexpr std::size_t kMostIndicators = std::size_t{1} << 20;

  char* end_;
  std::size_t indicators_ = 0;
};

LookaheadBuffer::LookaheadBuffer(std::string& text) : end_(text.data() + text.size()) {
  setg(text.data(), text.data(), text.data());
}

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

/// Builds nodes out of the parser's events and hands them on; refuses what plain YAML does not need.
class DocumentBuilder : public YAML::EventHandler {
 public:
  /// All outlive this; text, locator and lookahead are of the same text.
  DocumentBuilder(const Text& text, Locator& locator, LookaheadBuffer& lookahead, TopLevel& top_level,
                  DocumentReceiver& receiver)
      : text_(text), locator_(locator), lookahead_(lookahead), top_level_(top_level), receiver_(receiver) {}

  bool has_document() const { return documents_ > 0; }
  const YamlNode& root() const { return root_; }
  Mark last_mark() const { return last_mark_; }

  /// Throws InputError if the parser was cut off.
  void check_lookahead() const {
    if (lookahead_.exceeded() || nodes_ > kMostNodes) {
      refuse(last_mark_,
             "what follows is too long for one entry, expected shorter entries, and a long list to start on the line "
             "of its key");
    }
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    check_lookahead();
    if (++documents_ > 1) {
      refuse(locate(mark), "more text after the end of the document, expected one YAML document");
    }
  }
  void OnDocumentEnd() override { check_lookahead(); }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (anchor != 0 || is_written_null(text_.bytes, offset_of(mark)) || open_.empty() || expects_key()) {
      complete(plain_node(NodeKind::null, mark, anchor));
      return;
    }
    check_lookahead();
    if (open_.back().kind == NodeKind::sequence) {
      refuse(locator_.locate(empty_entry_before(text_.bytes, offset_of(mark))),
             "an empty entry in a list, expected a value");
    }
    YamlNode left_out;
    left_out.mark = open_.back().children.back().mark;
    left_out.file = &text_.file;
    complete(std::move(left_out));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    refuse(locate(mark), "YAML aliases are not allowed, expected a plain value");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = plain_node(NodeKind::scalar, mark, anchor);
    if (!is_utf8(value)) {
      // yaml-cpp 0.7 makes one byte of "\N" and of "\_"; the text itself is known to be UTF-8
      refuse(node.mark, in_quotes(value) + R"( has an escape \N or \_, expected \u0085 or \u00a0)");
    }
    node.plain = tag == "?";
    node.text = value;
    complete(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(plain_node(NodeKind::sequence, mark, anchor));
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(plain_node(NodeKind::map, mark, anchor));
  }
  void OnMapEnd() override { close(); }

 private:
  [[noreturn]] void refuse(Mark mark, std::string_view what) const { throw InputError(text_.file, mark, what); }

  static std::size_t offset_of(const YAML::Mark& mark) { return static_cast<std::size_t>(std::max(mark.pos, 0)); }
  Mark locate(const YAML::Mark& mark) { return locator_.locate(offset_of(mark)); }

  bool expects_key() const {
    return !open_.empty() && open_.back().kind == NodeKind::map && open_.back().children.size() % 2 == 0;
  }

  /// A tag cannot be told from its value in the events: a quoted scalar comes with the tag '!' as well.
  YamlNode plain_node(NodeKind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    check_lookahead();
    lookahead_.progress();
    ++nodes_;
    last_mark_ = locate(mark);
    if (offset_of(mark) < text_.bytes.size() && text_.bytes[offset_of(mark)] == '!') {
      refuse(last_mark_, "YAML tags are not allowed, expected a plain value");
    }
    if (anchor != 0) {
      refuse(last_mark_, "YAML anchors are not allowed, expected a plain value");
    }
    YamlNode node;
    node.kind = kind;
    node.mark = last_mark_;
    node.file = &text_.file;
    return node;
  }

  void open(YamlNode node) {
    if (expects_key()) {
      // yaml-cpp takes an unclosed bracket for the start of a key
      refuse(node.mark, describe(node) + " as a key, or a bracket that is never closed, expected a name");
    }
    if (open_.empty()) {
      if (node.kind != NodeKind::map) {
        refuse(node.mark, "a list at the top level, expected a map with a schema");
      }
      root_ = node;
    }
    if (open_.size() == kDeepest) {
      refuse(node.mark, "nested too deeply, expected at most 16 levels");
    }
    if (open_.size() == 1) {
      takes_elements_ = node.kind == NodeKind::sequence && receiver_.takes_elements(open_.back().children.back());
    }
    open_.push_back(std::move(node));
  }

  void close() {
    check_lookahead();
    YamlNode node = std::move(open_.back());
    open_.pop_back();
    if (!open_.empty()) {
      complete(std::move(node));
    }
  }

  void complete(YamlNode node) {
    if (open_.empty()) {
      refuse(node.mark, describe(node) + " at the top level, expected a map with a schema");
    }
    std::vector<YamlNode>& siblings = open_.back().children;
    if (expects_key()) {
      if (node.kind != NodeKind::scalar) {
        refuse(node.mark, describe(node) + " as a key, expected a name");
      }
      if (open_.size() == 1) {
        top_level_.add(node);
      }
      siblings.push_back(std::move(node));
    } else if (open_.size() == 1) {
      nodes_ = 0;
      if (siblings.back().text == "schema") {
        top_level_.check_schema(node);
      }
      receiver_.entry(siblings.back(), node);
      siblings.clear();
    } else if (open_.size() == 2 && takes_elements_) {
      nodes_ = 0;
      receiver_.element(open_.front().children.back(), node);
    } else {
      siblings.push_back(std::move(node));
    }
  }

  const Text& text_;
  Locator& locator_;
  LookaheadBuffer& lookahead_;
  TopLevel& top_level_;
  DocumentReceiver& receiver_;
  std::size_t documents_ = 0;
  YamlNode root_;
  Mark last_mark_{1, 1};         ///< of the last thing reported
  std::vector<YamlNode> open_;   ///< collections that have not ended, from the top level inwards
  std::size_t nodes_ = 0;        ///< in the entry that is being built
  bool takes_elements_ = false;  ///< open_[1] is a sequence that is handed on element by element
};

/// Offset of the first byte that is neither space nor comment.
std::size_t start_of_content(std::string_view bytes) {
  std::size_t position = bytes.find_first_not_of(" \t\r\n");
  while (position < bytes.size() && bytes[position] == '#') {
    position = bytes.find_first_not_of(" \t\r\n", std::min(bytes.find('\n', position), bytes.size()));
  }
  return std::min(position, bytes.size());
}

/// Whether the line on which `position` lies has a tab in its indentation.
bool is_indented_by_tab(std::string_view bytes, std::size_t position) {
  const std::size_t line = position == 0 ? 0 : bytes.rfind('\n', position - 1) + 1;  // the first: npos + 1 = 0
  const std::string_view rest = bytes.substr(std::min(line, bytes.size()));
  return rest.substr(0, rest.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

[[noreturn]] void refuse_syntax(const YAML::Exception& error, const Text& text, Locator& locator, Mark last) {
  if (error.mark.pos < 0) {
    throw InputError(text.file, last, error.msg + ", expected valid YAML");
  }
  const auto position = static_cast<std::size_t>(error.mark.pos);
  throw InputError(text.file, locator.locate(position),
                   is_indented_by_tab(text.bytes, position) ? "a tab in the indentation, expected spaces"
                                                            : error.msg + ", expected valid YAML");
}

/// Keeps all of a document.
class MapReceiver : public DocumentReceiver {
 public:
  void entry(const YamlNode& key, const YamlNode& value) override {
    entries_.push_back(key);
    entries_.push_back(value);
  }
  std::vector<YamlNode> take() { return std::move(entries_); }

 private:
  std::vector<YamlNode> entries_;
};

}  // namespace

YamlNode read_document(Text& text, TopLevel& top_level, DocumentReceiver& receiver) {
  // yaml-cpp reads all of a flow map that may be a key before it reports any of it; what follows a '---' on the same
  // line may not.
  constexpr std::string_view kDocumentStart = "--- ";
  const std::size_t content = start_of_content(text.bytes);
  const bool is_flow = content < text.bytes.size() && (text.bytes[content] == '{' || text.bytes[content] == '[');
  if (is_flow) {
    text.bytes.insert(content, kDocumentStart);
  }
  Locator locator(text.bytes, content, is_flow ? kDocumentStart.size() : 0);
  LookaheadBuffer lookahead(text.bytes);
  DocumentBuilder builder(text, locator, lookahead, top_level, receiver);
  std::istream stream(&lookahead);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    builder.check_lookahead();
    refuse_syntax(error, text, locator, builder.last_mark());
  }
  builder.check_lookahead();
  if (!builder.has_document()) {
    throw InputError(text.file, Mark{1, 1}, "is empty, expected a map with a schema");
  }
  top_level.require_needed(builder.root());
  return builder.root();
}

YamlNode read_map(Text& text, TopLevel& top_level) {
  MapReceiver receiver;
  YamlNode map = read_document(text, top_level, receiver);
  map.children = receiver.take();
  return map;
}

}  // namespace warpshop::io
