#include "sim/io/document.hpp"

#include <algorithm>
#include <istream>
#include <string_view>
#include <utility>

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "sim/io/document_builder.hpp"
#include "sim/io/locator.hpp"
#include "sim/io/lookahead.hpp"

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

Mark parse(const Text& text, Locator& locator, LookaheadBuffer& lookahead, DocumentReceiver& receiver) {
  DocumentBuilder builder(text, locator, lookahead, receiver);
  std::istream stream(&lookahead);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    builder.check_lookahead();
    const Mark mark = error.mark.pos < 0 ? Mark{} : locator.locate(static_cast<std::size_t>(error.mark.pos));
    throw InputError(text.file, mark, error.msg + ", expected valid YAML");
  }
  builder.check_lookahead();
  if (!builder.has_document()) {
    throw InputError(text.file, {}, "is empty, expected a map with a schema");
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
