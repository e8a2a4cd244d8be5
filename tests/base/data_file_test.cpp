#include "base/data_file.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstring>

#include "base/hash.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

/// zstd's frame of `megabytes` of zeros, four bytes for every 128 kB of them.
std::string frame_of_zeros(std::uint64_t megabytes) {
  const std::uint64_t size = megabytes << 20, blocks = megabytes * 8;
  std::string frame("\x28\xb5\x2f\xfd\xe0", 5);
  frame.append(reinterpret_cast<const char*>(&size), sizeof size);
  for (std::uint64_t block = 1; block <= blocks; ++block) {
    const std::uint32_t run = (1u << 17) << 3 | 1u << 1 | (block == blocks);
    frame.append(reinterpret_cast<const char*>(&run), 3).append(1, '\0');
  }
  return frame;
}

/// A data file whose author has computed the right checksum.
std::string forged(std::uint64_t contents, const std::string& frame) {
  std::string file("tsldata\n");
  Fnv64 hash;
  const auto add = [&](auto number) {
    file.append(reinterpret_cast<const char*>(&number), sizeof number);
    hash.add(static_cast<std::int64_t>(number));
  };
  add(std::uint32_t{2}), add(static_cast<std::uint32_t>(DataFile::Kind::openings));
  add(std::uint64_t{7}), add(contents), add(std::uint64_t{frame.size()});
  hash.add(frame);
  const std::uint64_t checksum = hash.value();
  return file.append(reinterpret_cast<const char*>(&checksum), sizeof checksum) + frame;
}

}  // namespace

TEST_CASE("a small data file cannot fill the memory") {
  const TemporaryFolder folder;
  const std::string file = folder.file("f");
  write_text(file, forged(1 << 20, frame_of_zeros(1)));
  CHECK(read_data_file(file, DataFile::Kind::openings).contents == std::string(1 << 20, '\0'));
  for (const std::uint64_t megabytes : {64, 4096, 30'000}) {
    const std::string frame = frame_of_zeros(megabytes);
    REQUIRE(frame.size() < 1'000'000);
    write_text(file, forged(megabytes << 20, frame));
    CHECK_THROWS_AS(read_data_file(file, DataFile::Kind::openings), InputError);
  }
}

TEST_CASE("uniform contents are read as they were written") {
  const TemporaryFolder folder;
  const std::string file = folder.file("f");
  const DataFile zeros{DataFile::Kind::finals, 5, std::string(40 << 20, '\0')};
  write_data_file(file, zeros);
  CHECK(read_data_file(file, DataFile::Kind::finals).contents == zeros.contents);
}
