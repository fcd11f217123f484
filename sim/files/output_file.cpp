#include "sim/files/output_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/model/error.hpp"

namespace warpshop::files {

GzipBuffer::GzipBuffer(std::streambuf& sink) : sink_(sink) {
  constexpr int kGzip = 15 + 16;  // the largest window, and a gzip header
  constexpr int kMemory = 8;      // zlib's default
  if (deflateInit2(&zlib_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  setp(plain_.data(), plain_.data() + plain_.size());
}

GzipBuffer::~GzipBuffer() {
  deflateEnd(&zlib_);
}

bool GzipBuffer::finish() {
  return compress(Z_FINISH);
}

GzipBuffer::int_type GzipBuffer::overflow(int_type character) {
  if (!compress(Z_NO_FLUSH)) {
    return traits_type::eof();
  }
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

bool GzipBuffer::compress(int flush) {
  zlib_.next_in = reinterpret_cast<Bytef*>(pbase());
  zlib_.avail_in = static_cast<uInt>(pptr() - pbase());
  do {
    zlib_.next_out = reinterpret_cast<Bytef*>(packed_.data());
    zlib_.avail_out = static_cast<uInt>(packed_.size());
    deflate(&zlib_, flush);
    const auto size = static_cast<std::streamsize>(packed_.size() - zlib_.avail_out);
    if (sink_.sputn(packed_.data(), size) != size) {
      return false;
    }
  } while (zlib_.avail_out == 0);
  setp(plain_.data(), plain_.data() + plain_.size());
  return true;
}

namespace {

namespace fs = std::filesystem;

bool is_temporary_name(const std::string& name) {
  static const std::regex pattern(R"(\.warpshop-[0-9]+-[0-9]+\.tmp)");
  return std::regex_match(name, pattern);
}

/// O_NONBLOCK: a pipe of that name is not waited for.
void remove_if_stale(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    return;
  }
  struct stat status {};
  const bool ours = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
                    status.st_nlink == 1;
  if (ours && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    ::unlink(file.c_str());
  }
  ::close(descriptor);
}

/// The name of a temporary: `.warpshop-PROCESS-NUMBER.tmp`, different at each call. Whoever writes it holds a lock on
/// it (flock) for as long as it is open, which ends with the process, however that ends.
std::string temporary_name() {
  static std::atomic<unsigned> made{0};
  return fmt::format(".warpshop-{}-{}.tmp", ::getpid(), made++);
}

/// Removes the temporaries in a folder whose processes were killed: regular files of this user's with such a name that
/// nobody holds a lock on. Those of other processes at work, and where locks are not to be had, stay.
void remove_stale_temporaries(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
  while (!error && entry != fs::directory_iterator{}) {
    if (is_temporary_name(entry->path().filename().string())) {
      found.push_back(entry->path());
    }
    entry.increment(error);
  }
  for (const fs::path& file : found) {
    remove_if_stale(file);
  }
}

/// Path of an open temporary for the signal handler; valid while it is set. A program has few files open at once.
struct Registration {
  std::array<char, 4096> path{};
  std::atomic<bool> is_set{false};
};
static_assert(std::atomic<bool>::is_always_lock_free);
std::array<Registration, 16> registrations;  // more than a command has files

void register_temporary(const std::string& path) {
  const auto free = std::find_if(registrations.begin(), registrations.end(),
                                 [](const Registration& registration) { return !registration.is_set; });
  if (free != registrations.end() && path.size() < free->path.size()) {
    std::memcpy(free->path.data(), path.c_str(), path.size() + 1);
    free->is_set = true;
  }
}

void unregister_temporary(const std::string& path) {
  for (Registration& registration : registrations) {
    if (registration.is_set && path == registration.path.data()) {
      registration.is_set = false;
    }
  }
}

constexpr std::size_t kMostLinks = 40;

/// A path, and what it names by links, one after another, whether the last exists or not.
std::vector<fs::path> link_chain(const fs::path& path) {
  std::vector<fs::path> chain{path};
  std::error_code error;
  while (chain.size() <= kMostLinks && fs::is_symlink(fs::symlink_status(chain.back(), error))) {
    chain.push_back(chain.back().parent_path() / fs::read_symlink(chain.back(), error));
  }
  return chain;
}

/// Whether a path names a file that is open already, such as standard output.
bool is_open_file(const fs::path& path) {
  std::error_code error;
  const std::string full = fs::absolute(path, error).lexically_normal().string();
  return full.starts_with("/proc/") || full.starts_with("/dev/fd/");
}

}  // namespace

OutputFile::OutputFile(const fs::path& target, FileKind kind, std::chrono::milliseconds patience)
    : shown_(target), kind_(kind) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  const std::vector<fs::path> links = link_chain(target);
  if (fs::is_directory(status)) {
    fail_to_open(EISDIR);
  }
  if (fs::is_fifo(status)) {
    open_pipe(patience);
  } else if ((fs::exists(status) && !fs::is_regular_file(status)) ||
             std::any_of(links.begin(), links.end(), is_open_file)) {
    open_in_place();
  } else {
    target_ = links.back();
    if (fs::is_symlink(fs::symlink_status(target_, error))) {
      fail_to_open(ELOOP);
    }
    if (!is_replaceable(target_, kind_)) {
      throw InputError(shown_.string(), {}, what_is_expected(kind_));
    }
    open_temporary();
  }
  if (shown_.extension() == ".gz") {
    stream_.rdbuf(&gzip_.emplace(buffer_));
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    unregister_temporary(temporary_.string());
  }
}

void OutputFile::open_in_place() {
  const int descriptor = ::open(shown_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) {
    fail_to_open(errno);
  }
  buffer_.attach(descriptor);
}

/// Without O_NONBLOCK, open() would wait for a reader for good.
void OutputFile::open_pipe(std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kStep{10};
  for (std::chrono::milliseconds waited{0};; waited += kStep) {
    const int descriptor = ::open(shown_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK);
    if (descriptor >= 0) {
      ::fcntl(descriptor, F_SETFL, O_APPEND);  // a slow reader is waited for
      buffer_.attach(descriptor);
      return;
    }
    if (errno != ENXIO) {
      fail_to_open(errno);
    }
    if (waited >= patience) {
      throw InputError(shown_.string(), {}, "is a named pipe that nobody reads, expected a reader of it, or a file");
    }
    std::this_thread::sleep_for(kStep);
  }
}

void OutputFile::open_temporary() {
  constexpr int kMostAttempts = 1000;
  struct stat existing {};
  const bool exists = ::stat(target_.c_str(), &existing) == 0;
  if (!exists && errno != ENOENT) {  // a name that is too long, …
    fail_to_open(errno);
  }
  if (target_.filename().empty() || (exists && ::access(target_.c_str(), W_OK) != 0)) {
    fail_to_open(exists ? errno : ENOENT);
  }
  remove_stale_temporaries(target_.parent_path());
  for (int attempt = 0; !create_temporary(); ++attempt) {
    if (attempt == kMostAttempts) {
      fail_to_open(EEXIST);
    }
  }
  if (exists) {
    ::fchmod(buffer_.descriptor(), existing.st_mode & 07777);  // a file of somebody else's keeps what it can
  }
}

/// False: the name is taken, or another process took the temporary for a stale one before it was locked.
bool OutputFile::create_temporary() {
  constexpr mode_t kMode = 0666;  // less the umask
  temporary_ = target_.parent_path() / temporary_name();
  register_temporary(temporary_.string());
  const int descriptor = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  const int error = errno;
  struct stat status {};
  if (descriptor >= 0 &&
      (::flock(descriptor, LOCK_EX) != 0 || ::fstat(descriptor, &status) != 0 || status.st_nlink > 0)) {
    buffer_.attach(descriptor);
    return true;
  }
  unregister_temporary(temporary_.string());
  temporary_.clear();
  if (descriptor < 0 && error != EEXIST) {
    fail_to_open(error);
  }
  if (descriptor >= 0) {
    ::close(descriptor);
  }
  return false;
}

void OutputFile::finish() {
  stream_.flush();
  const bool packed = !gzip_ || (gzip_->finish() && buffer_.pubsync() == 0);
  if (!stream_ || !packed) {
    fail_to_write(buffer_.error() != 0 ? buffer_.error() : EIO);
  }
  if (!temporary_.empty() && ::fsync(buffer_.descriptor()) != 0) {
    fail_to_write(errno);
  }
  if (!temporary_.empty() && !is_replaceable(target_, kind_)) {
    throw std::runtime_error(shown_.string() + ": " + what_is_expected(kind_));
  }
  finished_ = true;
}

/// Renames while the temporary is open, and so locked: nobody takes it for a stale one.
void OutputFile::commit() {
  if (!finished_) {
    finish();
  }
  if (!temporary_.empty()) {
    if (!put_in_place()) {
      fail_to_write(errno);
    }
    unregister_temporary(temporary_.string());
    temporary_.clear();
  }
  if (!buffer_.close()) {
    fail_to_write(errno);
  }
}

/// A link, other than a new name, fails where there is a file already. Where there are no links, a manifest is renamed.
bool OutputFile::put_in_place() const {
  if (kind_ == FileKind::manifest && (::link(temporary_.c_str(), target_.c_str()) == 0 || errno == EEXIST)) {
    return ::unlink(temporary_.c_str()) == 0;
  }
  return ::rename(temporary_.c_str(), target_.c_str()) == 0;
}

void OutputFile::fail_to_open(int error) const {
  throw InputError(shown_.string(), {}, not_writable(error));
}

void OutputFile::fail_to_write(int error) const {
  throw std::runtime_error(shown_.string() + ": cannot be written: " + system_message(error));
}

fs::path link_target(const fs::path& path) {
  return link_chain(path).back();
}

void remove_open_temporaries() noexcept {
  for (const Registration& registration : registrations) {
    if (registration.is_set) {
      ::unlink(registration.path.data());
    }
  }
}

}  // namespace warpshop::files
