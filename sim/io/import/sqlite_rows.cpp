#include <cstddef>
#include <new>
#include <utility>

#include <sqlite3.h>

#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {

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

SqliteRows::Type SqliteRows::type(int column) const {
  switch (::sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_NULL:
      return Type::null;
    case SQLITE_INTEGER:
      return Type::integer;
    case SQLITE_TEXT:
      return Type::text;
    default:
      return Type::other;
  }
}

std::int64_t SqliteRows::integer(int column) const {
  return ::sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqliteRows::text(int column) const {
  const unsigned char* const characters = ::sqlite3_column_text(statement_.get(), column);
  if (characters == nullptr) {
    throw std::bad_alloc();
  }
  const int length = ::sqlite3_column_bytes(statement_.get(), column);
  return {reinterpret_cast<const char*>(characters), static_cast<std::size_t>(length)};
}

void SqliteRows::Finalise::operator()(sqlite3_stmt* statement) const noexcept {
  ::sqlite3_finalize(statement);
}

}  // namespace warpshop::io
