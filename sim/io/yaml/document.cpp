#include "sim/io/yaml/document.hpp"

#include <algorithm>
#include <istream>
#include <string_view>
#include <utility>

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "sim/io/yaml/document_builder.hpp"
#include "sim/io/yaml/locator.hpp"
#include "sim/io/yaml/lookahead.hpp"

namespace warpshop::io {
namespace {

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

[[noreturn]] void refuse(const YAML::Exception& error, const Text& text, Locator& locator, Mark last) {
  if (error.mark.pos < 0) {
    throw InputError(text.file, last, error.msg + ", expected valid YAML");
  }
  const auto position = static_cast<std::size_t>(error.mark.pos);
  throw InputError(text.file, locator.locate(position),
                   is_indented_by_tab(text.bytes, position) ? "a tab in the indentation, expected spaces"
                                                            : error.msg + ", expected valid YAML");
}

Mark parse(const Text& text, Locator& locator, LookaheadBuffer& lookahead, DocumentReceiver& receiver) {
  DocumentBuilder builder(text, locator, lookahead, receiver);
  std::istream stream(&lookahead);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    builder.check_lookahead();
    refuse(error, text, locator, builder.last_mark());
  }
  builder.check_lookahead();
  if (!builder.has_document()) {
    throw InputError(text.file, Mark{1, 1}, "is empty, expected a map with a schema");
  }
  return builder.root_mark();
}

}  // namespace

Mark read_document(Text text, DocumentReceiver& receiver) {
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
  return parse(text, locator, lookahead, receiver);
}

}  // namespace warpshop::io
