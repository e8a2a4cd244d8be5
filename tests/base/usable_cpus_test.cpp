#include "base/usable_cpus.hpp"

#include <doctest/doctest.h>

#include "base/files.hpp"
#include "support/run_program.hpp"

namespace tesselle {
namespace {

void write_limit(const std::filesystem::path& file, const char* text) {
  std::filesystem::create_directories(file.parent_path());
  write_file_atomically(file, text);
}

}  // namespace

TEST_CASE("the quota of a control group, rounded up; groups above count as well") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path root = folder.file("cgroup");
  write_limit(root / "job/task/cpu.max", "max 100000\n");
  CHECK(!cgroup_cpus("0::/job/task\n", root));
  write_limit(root / "job/cpu.max", "250000 100000\n");
  CHECK(cgroup_cpus("0::/job/task\n", root) == 3u);
  write_limit(root / "job/task/cpu.max", "50000 100000\n");
  CHECK(cgroup_cpus("0::/job/task\n", root) == 1u);
  CHECK(cgroup_cpus("0::/elsewhere\n", root) == std::nullopt);
}

TEST_CASE("the quota of version 1, and texts that are none") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path root = folder.file("cgroup"), group = root / "cpu,cpuacct/docker/a";
  write_limit(group / "cpu.cfs_quota_us", "-1\n");
  write_limit(group / "cpu.cfs_period_us", "100000\n");
  CHECK(!cgroup_cpus("3:cpuset:/\n2:cpu,cpuacct:/docker/a\n", root));
  write_limit(group / "cpu.cfs_quota_us", "400000\n");
  CHECK(cgroup_cpus("3:cpuset:/\n2:cpu,cpuacct:/docker/a\n", root) == 4u);
  write_limit(group / "cpu.cfs_quota_us", "many\n");
  CHECK(!cgroup_cpus("2:cpu,cpuacct:/docker/a\n", root));
  CHECK(!cgroup_cpus("", root));
  CHECK(!cgroup_cpus("no colons", root));
}

TEST_CASE("there is always a processor to use") { CHECK(usable_cpus() >= 1); }

}  // namespace tesselle
