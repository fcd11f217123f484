#include "sim/io/import/sqlite_file.hpp"

#include <array>
#include <cstddef>
#include <fstream>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

/// What every SQLite 3 database starts with, its final NUL included.
constexpr std::string_view kSqliteMagic{"SQLite format 3\0", 16};

/// Rows of what is read have five columns at least: no sound file has more of them than one in so many bytes.
constexpr std::int64_t kLeastRowBytes = 6;
/// A step for every byte is more than three times what the widest table of an export takes.
constexpr std::int64_t kStepsPerByte = 4;
constexpr int kStepsAtOnce = 1000;

extern "C" int count_steps(void* left) {
  return --*static_cast<std::int64_t*>(left) < 0 ? 1 : 0;
}

/// Reading of tables, and nothing else.
extern "C" int allow(void* /*unused*/, int action, const char* name, const char* /*unused*/, const char* /*unused*/,
                     const char* /*unused*/) {
  const bool tells = action == SQLITE_PRAGMA && name != nullptr && std::string_view(name) == "table_info";
  return action == SQLITE_SELECT || action == SQLITE_READ || tells ? SQLITE_OK : SQLITE_DENY;
}

std::string opening_of(const std::filesystem::path& file, bool& readable) {
  std::ifstream stream(file, std::ios::binary);
  std::string opening(kSqliteMagic.size(), '\0');
  stream.read(opening.data(), static_cast<std::streamsize>(opening.size()));
  readable = stream.good() || stream.eof();
  opening.resize(static_cast<std::size_t>(stream.gcount()));
  return opening;
}

/// A file's name as SQLite takes it, for reading alone and without looking for journals beside it: whatever could end
/// the path or begin a parameter (`?`, `#`, `%`), and all that is not plain ASCII, as %XX.
std::string read_only_uri(const std::filesystem::path& file) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  // An absolute path stands behind an authority, which is empty; otherwise `//a` would name one.
  std::string uri = file.is_absolute() ? "file://" : "file:";
  for (const char character : file.string()) {
    if (kPlain.find(character) != std::string_view::npos) {
      uri += character;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    }
  }
  return uri + "?mode=ro&immutable=1";
}

}  // namespace

SqliteFile::SqliteFile(const std::filesystem::path& file, std::string expected)
    : state_(std::make_unique<State>(State{.name = file.string(), .expected = std::move(expected)})) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) {
    refuse("cannot be opened (" + error.message() + ")");
  }
  if (std::filesystem::is_directory(status)) {
    refuse("is a directory");
  }
  if (!std::filesystem::is_regular_file(status)) {
    refuse("is no regular file");
  }
  bool readable = false;
  const std::string opening = opening_of(file, readable);
  if (!readable) {
    refuse("cannot be read");
  }
  if (opening.empty()) {
    refuse("is empty");
  }
  if (opening != kSqliteMagic) {
    const std::string ending = file.extension().string();
    const bool report = ending == ".nsys-rep" || ending == ".qdrep" || ending == ".qdstrm";
    const bool json = opening.front() == '{' || opening.front() == '[';
    refuse(report ? "is a report that has not been exported" : json ? "is JSON" : "is no SQLite database");
  }
  refuse_journals(file);
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 44U;
  if (error || size > kLargestFile) {
    refuse("cannot be read");
  }
  constexpr std::int64_t kSmallFile = 10'000'000;  // steps for what does not grow with the file
  state_->steps_left = (kSmallFile + kStepsPerByte * static_cast<std::int64_t>(size)) / kStepsAtOnce;
  state_->rows_left = static_cast<std::int64_t>(size) / kLeastRowBytes;
  open(file);
  // Views and virtual tables may call themselves tables; how they were made tells them apart.
  SqliteRows made(*this,
                  "SELECT name, sql, type = 'table' AND rootpage > 0 FROM main.sqlite_master "
                  "WHERE type IN ('table', 'view')",
                  "schema");
  while (made.next()) {
    if (const std::optional<std::string_view> table = made.text(0)) {
      const std::string name(*table);
      const std::optional<std::string_view> sql = made.text(1);
      const bool is_table = sql && sql->starts_with("CREATE TABLE ") && made.integer(2) == 1;
      (is_table ? tables_ : others_).insert(name);
    }
  }
}

void SqliteFile::refuse_journals(const std::filesystem::path& file) const {
  constexpr std::string_view kRollback{"\xD9\xD5\x05\xF9\x20\xA1\x63\xD7", 8};
  for (const std::string_view ending : {"-wal", "-journal"}) {
    std::filesystem::path beside = file;
    beside += ending;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(beside, ignored)) {
      continue;
    }
    std::ifstream stream(beside, std::ios::binary);
    std::string opening(kRollback.size(), '\0');
    stream.read(opening.data(), static_cast<std::streamsize>(opening.size()));
    const bool read = stream.gcount() == static_cast<std::streamsize>(opening.size());
    if (read && (ending == "-wal" || opening == kRollback)) {
      refuse("is not all of the database: its writer left " + beside.filename().string() + " beside it");
    }
  }
}

bool SqliteFile::has(std::string_view table) const {
  if (!tables_.contains(table) && others_.contains(table)) {
    refuse("calls something else than a table " + std::string(table));
  }
  return tables_.contains(table);
}

std::vector<std::string_view> SqliteFile::tables(std::string_view start) const {
  std::vector<std::string_view> names;
  for (auto at = tables_.lower_bound(start); at != tables_.end() && at->starts_with(start); ++at) {
    names.push_back(*at);
  }
  return names;
}

void SqliteFile::open(const std::filesystem::path& file) {
  sqlite3* database = nullptr;
  const int code = ::sqlite3_open_v2(read_only_uri(file).c_str(), &database,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) {
    fail(*state_, database, code, "file");
  }
  confine();
}

void SqliteFile::confine() {
  sqlite3* const database = database_.get();
  constexpr std::array kLimits{std::pair{SQLITE_LIMIT_LENGTH, 1 << 24},
                               std::pair{SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
                               std::pair{SQLITE_LIMIT_EXPR_DEPTH, 100},
                               std::pair{SQLITE_LIMIT_COMPOUND_SELECT, 10},
                               std::pair{SQLITE_LIMIT_ATTACHED, 0},
                               std::pair{SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                               std::pair{SQLITE_LIMIT_WORKER_THREADS, 0},
                               std::pair{SQLITE_LIMIT_VARIABLE_NUMBER, 10},
                               std::pair{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100}};
  for (const auto& [limit, most] : kLimits) {
    ::sqlite3_limit(database, limit, most);
  }
  constexpr std::array kSwitches{
      std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},   std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      std::pair{SQLITE_DBCONFIG_ENABLE_VIEW, 0}, std::pair{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      std::pair{SQLITE_DBCONFIG_ENABLE_FKEY, 0}, std::pair{SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}};
  for (const auto& [what, value] : kSwitches) {
    ::sqlite3_db_config(database, what, value, nullptr);
  }
  ::sqlite3_progress_handler(database, kStepsAtOnce, count_steps, &state_->steps_left);
  // No memory map: a file that is cut short meanwhile would end the process.
  const int code = ::sqlite3_exec(database,
                                  "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; "
                                  "PRAGMA query_only=ON; PRAGMA temp_store=MEMORY",
                                  nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) {
    fail(*state_, database, code, "file");
  }
  ::sqlite3_set_authorizer(database, allow, nullptr);
}

std::set<std::string, std::less<>> SqliteFile::columns(std::string_view table) const {
  std::set<std::string, std::less<>> names;
  SqliteRows rows(*this, "PRAGMA main.table_info(\"" + std::string(table) + "\")", "table " + std::string(table));
  while (rows.next()) {
    constexpr std::size_t kName = 1;
    if (const std::optional<std::string_view> name = rows.text(kName)) {
      names.emplace(*name);
    }
  }
  return names;
}

void SqliteFile::refuse(const std::string& what) const {
  throw InputError(state_->name, {}, what + ", expected " + state_->expected);
}

void SqliteFile::fail(const State& state, sqlite3* database, int code, std::string_view doing) {
  constexpr int kPrimary = 0xFF;
  std::string what;
  switch (code & kPrimary) {
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_NOTADB:
      what = "is no SQLite database";
      break;
    case SQLITE_INTERRUPT:
      what = "holds more than a file of its size can hold: it is damaged, or was made to keep its reader busy";
      break;
    case SQLITE_CORRUPT:
    case SQLITE_IOERR:
      what = "is damaged or not whole (" + std::string(doing) + ")";
      break;
    default:
      what = "cannot be read (" + std::string(doing) + ": " +
             (database != nullptr ? ::sqlite3_errmsg(database) : ::sqlite3_errstr(code)) + ")";
  }
  throw InputError(state.name, {}, what + ", expected " + state.expected);
}

void SqliteFile::Close::operator()(sqlite3* database) const noexcept {
  ::sqlite3_close(database);
}

SqliteRows::SqliteRows(const SqliteFile& file, const std::string& sql, std::string doing)
    : state_(file.state_.get()), database_(file.database_.get()), doing_(std::move(doing)) {
  sqlite3_stmt* statement = nullptr;
  const int code = ::sqlite3_prepare_v2(database_, sql.c_str(), static_cast<int>(sql.size()) + 1, &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) {
    SqliteFile::fail(*state_, database_, code, doing_);
  }
}

void SqliteRows::restart(std::int64_t parameter) {
  ::sqlite3_reset(statement_.get());
  const int code = ::sqlite3_bind_int64(statement_.get(), 1, parameter);
  if (code != SQLITE_OK) {
    SqliteFile::fail(*state_, database_, code, doing_);
  }
}

bool SqliteRows::next() {
  const int code = ::sqlite3_step(statement_.get());
  if (code == SQLITE_DONE) {
    return false;
  }
  if (code != SQLITE_ROW) {
    SqliteFile::fail(*state_, database_, code, doing_);
  }
  if (--state_->rows_left < 0) {
    SqliteFile::fail(*state_, database_, SQLITE_INTERRUPT, doing_);
  }
  return true;
}

bool SqliteRows::is_null(std::size_t column) const {
  return ::sqlite3_column_type(statement_.get(), static_cast<int>(column)) == SQLITE_NULL;
}

std::optional<std::int64_t> SqliteRows::integer(std::size_t column) const {
  const int position = static_cast<int>(column);
  const bool is_one = ::sqlite3_column_type(statement_.get(), position) == SQLITE_INTEGER;
  return is_one ? std::optional<std::int64_t>(::sqlite3_column_int64(statement_.get(), position)) : std::nullopt;
}

std::optional<std::string_view> SqliteRows::text(std::size_t column) const {
  const int position = static_cast<int>(column);
  if (::sqlite3_column_type(statement_.get(), position) != SQLITE_TEXT) {
    return std::nullopt;
  }
  const unsigned char* const characters = ::sqlite3_column_text(statement_.get(), position);
  if (characters == nullptr) {
    throw std::bad_alloc();
  }
  const int length = ::sqlite3_column_bytes(statement_.get(), position);
  return std::string_view(reinterpret_cast<const char*>(characters), static_cast<std::size_t>(length));
}

void SqliteRows::Finalise::operator()(sqlite3_stmt* statement) const noexcept {
  ::sqlite3_finalize(statement);
}

}  // namespace warpshop::io
