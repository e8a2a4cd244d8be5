#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace tesselle {

/// How many processors this process may use, at least 1: its affinity, the quota of its control group and, in a Slurm
/// job, SLURM_CPUS_PER_TASK; the smallest counts.
unsigned usable_cpus();

/// The processors that the control groups of a process allow, rounded up; nullopt if they set no limit. `membership` is
/// the text of /proc/self/cgroup, `root` is where the groups are mounted (versions 1 and 2).
std::optional<unsigned> cgroup_cpus(std::string_view membership, const std::filesystem::path& root);

}  // namespace tesselle
