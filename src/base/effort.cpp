#include "base/effort.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <ctime>

namespace tesselle {
namespace {

/// By the clock that counts every switch; getrusage gives user time in shares of ticks, so a short piece of work may
/// show none.
double process_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Threads started later are counted too (inherit); -1 if the machine or its settings forbid it.
int open_instruction_counter() {
  perf_event_attr attributes;
  std::memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.inherit = 1;
  return static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
}

}  // namespace

CpuStopwatch::CpuStopwatch(double already_seconds) : start_(process_seconds() - already_seconds) {}

double CpuStopwatch::seconds() const { return process_seconds() - start_; }

EffortMeter::EffortMeter() : counter_(open_instruction_counter()) {}

EffortMeter::~EffortMeter() {
  if (counter_ >= 0) ::close(counter_);
}

std::optional<std::uint64_t> EffortMeter::instructions() const {
  std::uint64_t count = 0;
  if (counter_ < 0 || ::read(counter_, &count, sizeof count) != sizeof count) return std::nullopt;
  return count;
}

}  // namespace tesselle
