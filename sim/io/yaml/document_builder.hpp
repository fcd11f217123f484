#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/locator.hpp"
#include "sim/io/yaml/lookahead.hpp"

namespace warpshop::io {

/// Builds nodes out of the parser's events and hands them on; refuses what plain YAML does not need.
class DocumentBuilder : public YAML::EventHandler {
 public:
  /// All but the receiver outlive this and describe the same text.
  DocumentBuilder(const Text& text, Locator& locator, LookaheadBuffer& lookahead, DocumentReceiver& receiver)
      : text_(text), locator_(locator), lookahead_(lookahead), receiver_(receiver) {}

  bool has_document() const { return documents_ > 0; }
  Mark root_mark() const { return root_mark_; }
  Mark last_mark() const { return last_mark_; }
  /// Throws InputError if the parser was cut off.
  void check_lookahead() const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override { check_lookahead(); }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  void check_size() const;
  void check_plain(const YAML::Mark& mark, YAML::anchor_t anchor);
  bool expects_key() const;
  void open(NodeKind kind, const YAML::Mark& mark, YAML::anchor_t anchor);
  void close();
  void complete(YamlNode node);
  void complete_key(YamlNode node);
  [[noreturn]] void refuse(Mark mark, std::string_view what) const;

  const Text& text_;
  Locator& locator_;
  LookaheadBuffer& lookahead_;
  DocumentReceiver& receiver_;
  std::size_t documents_ = 0;
  Mark root_mark_;
  Mark last_mark_{1, 1};         ///< of the last thing reported
  std::vector<YamlNode> open_;   ///< collections that have not ended, from the top level inwards
  std::size_t nodes_ = 0;        ///< in the entry that is being built
  bool takes_elements_ = false;  ///< open_[1] is a sequence that is handed on element by element
};

}  // namespace warpshop::io
