#include <csignal>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

/// Commits one fault of the named kind; without sanitizers and assertions it ends normally.
int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "";
  volatile int offset = argc + 6;
  if (kind == "address") {
    char* memory = static_cast<char*>(std::malloc(4));
    std::memset(memory, 0, 4);
    const char seen = memory[offset];
    std::free(memory);
    return seen == 77 ? 3 : 0;
  }
  if (kind == "undefined") {
    volatile int largest = std::numeric_limits<int>::max();
    const int sum = largest + offset;
    return sum == 0 ? 3 : 0;
  }
  if (kind == "race") {
    int shared = 0;
    std::thread other([&] { shared += offset; });
    shared += offset;
    other.join();
    return shared == 3 ? 3 : 0;
  }
  if (kind == "assertions") {
    std::signal(SIGABRT, [](int) { std::_Exit(1); });  // CTest takes an abort for a failure, whatever is printed
    const std::vector<int> numbers(2);
    return numbers[static_cast<std::size_t>(offset)] == 77 ? 3 : 0;
  }
  return 0;
}
