#include "base/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tesselle/errors.hpp"

namespace tesselle {

MappedFile::MappedFile(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw InputError({path}, std::string("cannot open: ") + std::strerror(errno));
  struct stat info {};
  const bool known = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  size_ = known ? static_cast<std::size_t>(info.st_size) : 0;
  if (size_ > 0) data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (!known)
    throw InputError({path}, S_ISDIR(info.st_mode) ? "is a directory, expected a file" : "is not a regular file");
  if (data_ == MAP_FAILED) throw InputError({path}, "cannot be mapped into memory");
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(data_, size_);
}

}  // namespace tesselle
