#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace warpshop::io {

/// A database of somebody else, open for reading alone: nothing is written beside it, no code of its schema runs, and
/// one that was made to keep its reader busy is given up. Move-only; what it hands out must not outlive it.
class SqliteFile {
 public:
  /// `expected` ends every message: `expected an export of …`. Throws InputError that names the file where it cannot be
  /// read, is no regular file, is empty, or is no SQLite database.
  SqliteFile(const std::filesystem::path& file, std::string expected);

  /// As it is called in messages.
  const std::string& name() const { return state_->name; }
  /// Whether it has a table of that name. Throws InputError where that is a view or a virtual table.
  bool has(std::string_view table) const;
  /// The names of its tables that start so.
  std::vector<std::string_view> tables(std::string_view start) const;
  /// Of a table that it has, without computed ones.
  std::set<std::string, std::less<>> columns(std::string_view table) const;
  /// Throws InputError `FILE: what, expected …`.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  friend class SqliteRows;

  /// What stays where it is when the file is moved.
  struct State {
    std::string name;
    std::string expected;
    std::int64_t steps_left = 0;  ///< thousands of steps of SQLite's machine
    std::int64_t rows_left = 0;
  };
  struct Close {
    void operator()(sqlite3* database) const noexcept;
  };

  /// Throws InputError: a journal or a write-ahead log lies beside the file, so part of the export is not in it.
  void refuse_journals(const std::filesystem::path& file) const;
  void open(const std::filesystem::path& file);
  void confine();
  [[noreturn]] static void fail(const State& state, sqlite3* database, int code, std::string_view doing);

  std::unique_ptr<State> state_;
  std::unique_ptr<sqlite3, Close> database_;
  std::set<std::string, std::less<>> tables_;
  std::set<std::string, std::less<>> others_;  ///< views and virtual tables
};

/// The rows that a statement yields, one at a time. Move-only.
class SqliteRows {
 public:
  /// `sql` is this program's own; `doing` names it in errors, such as `table StringIds`. Throws InputError.
  SqliteRows(const SqliteFile& file, const std::string& sql, std::string doing);

  /// Starts again from the first row, with that value for the statement's one parameter.
  void restart(std::int64_t parameter);
  /// Goes to the next row; false: there is none. Throws InputError for a damaged file.
  bool next();

  bool is_null(std::size_t column) const;
  /// Nothing where it is none.
  std::optional<std::int64_t> integer(std::size_t column) const;
  /// The same of a text, in UTF-8 unless the file lies; until next() or restart().
  std::optional<std::string_view> text(std::size_t column) const;

 private:
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };

  SqliteFile::State* state_;
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalise> statement_;
  std::string doing_;
};

}  // namespace warpshop::io
