#include "base/usable_cpus.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace tesselle {
namespace {

/// Files under /proc and /sys have no size, so they are read until they end.
std::string contents_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Microseconds of processor time in each period; "max" and -1 are no limit.
std::optional<unsigned> cpus_of_quota(const std::string& quota_and_period) {
  std::istringstream words(quota_and_period);
  double quota = 0, period = 0;
  if (!(words >> quota >> period) || !(quota > 0) || !(period > 0)) return std::nullopt;
  return static_cast<unsigned>(std::clamp(std::ceil(quota / period), 1.0, 1e6));
}

void lower(std::optional<unsigned>& least, std::optional<unsigned> limit) {
  if (limit) least = std::min(least.value_or(*limit), *limit);
}

/// A group is also held to the limits of those above it. Inside a container the path may lie outside what is mounted;
/// then only the mounted root speaks.
template <class Read>
std::optional<unsigned> lowest_of_group(const std::filesystem::path& mount, std::filesystem::path group, Read read) {
  std::optional<unsigned> least;
  for (group = group.relative_path(); !group.empty(); group = group.parent_path()) lower(least, read(mount / group));
  lower(least, read(mount));
  return least;
}

std::optional<unsigned> quota_v2(const std::filesystem::path& group) {
  return cpus_of_quota(contents_of(group / "cpu.max"));
}
std::optional<unsigned> quota_v1(const std::filesystem::path& group) {
  return cpus_of_quota(contents_of(group / "cpu.cfs_quota_us") + " " + contents_of(group / "cpu.cfs_period_us"));
}

unsigned cpus_of_affinity() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
}

std::optional<unsigned> cpus_of_slurm_task() {
  const char* text = std::getenv("SLURM_CPUS_PER_TASK");
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = text;
  unsigned cpus = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), cpus);
  const bool number = error == std::errc{} && end == digits.data() + digits.size() && cpus > 0;
  return number ? std::optional(cpus) : std::nullopt;
}

}  // namespace

std::optional<unsigned> cgroup_cpus(std::string_view membership, const std::filesystem::path& root) {
  std::optional<unsigned> least;
  std::istringstream lines{std::string(membership)};
  for (std::string line; std::getline(lines, line);) {  // "4:cpu,cpuacct:/path", or "0::/path" for version 2
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
    if (controllers.empty())
      lower(least, lowest_of_group(root, group, quota_v2));
    else if (("," + controllers + ",").find(",cpu,") != std::string::npos)
      for (const std::string& mount : {std::string("cpu"), controllers})
        lower(least, lowest_of_group(root / mount, group, quota_v1));
  }
  return least;
}

unsigned usable_cpus() {
  unsigned cpus = cpus_of_affinity();
  for (const auto& limit : {cgroup_cpus(contents_of("/proc/self/cgroup"), "/sys/fs/cgroup"), cpus_of_slurm_task()})
    cpus = std::min(cpus, limit.value_or(cpus));
  return cpus;
}

}  // namespace tesselle
