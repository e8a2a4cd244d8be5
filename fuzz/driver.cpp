// Mutates inputs and feeds them to a target, the same way every time: for runs in the test suite, and for machines
// without libFuzzer. (The targets themselves have libFuzzer's interface.)
//
//     toml_fuzz [--runs N] [--seed S] [--seconds T] [FILE or FOLDER…]
//
// Files, and those in folders, are additional seeds. When a property is violated the input is written to
// <program>-failure.bin first.

#include <sys/mman.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/rng.hpp"
#include "property.hpp"
#include "seeds.hpp"

/// There only if the program was built with sanitizers, which end it without a signal.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

using tesselle::Rng;

constexpr std::size_t largest_input = 1 << 14;
constexpr std::size_t largest_corpus = 2000;

std::string current_input, failure_file;

extern "C" void save_input() {
  if (std::FILE* file = std::fopen(failure_file.c_str(), "wb")) {
    std::fwrite(current_input.data(), 1, current_input.size(), file);
    std::fclose(file);
  }
}

extern "C" void save_input_and_stop(int signal) {
  save_input();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::size_t position(Rng& rng, const std::string& text) {
  return rng.below(static_cast<std::uint32_t>(text.size() + 1));
}

class Mutator {
 public:
  Mutator(Rng& rng, const std::vector<std::string>& corpus, const std::vector<std::string>& words)
      : rng_(rng), corpus_(corpus), words_(words) {}

  std::string next() {
    std::string text = pick(corpus_);
    for (std::uint32_t changes = 1 + rng_.below(4); changes > 0; --changes) change(text);
    if (text.size() > largest_input) text.resize(largest_input);
    return text;
  }

 private:
  const std::string& pick(const std::vector<std::string>& list) {
    return list[rng_.below(static_cast<std::uint32_t>(list.size()))];
  }

  std::size_t length() { return 1 + rng_.below(rng_.below(4) == 0 ? 200 : 8); }

  void change(std::string& text) {
    const std::size_t at = position(rng_, text);
    switch (rng_.below(9)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(rng_.below(256));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << rng_.below(8)));
        break;
      case 2:
        text.erase(at, length());
        break;
      case 3:
        text.insert(at, text.substr(position(rng_, text), length()));
        break;
      case 4:
      case 5:
        text.insert(at, pick(words_));
        break;
      case 6:
        change_digit(text, at);
        break;
      case 7:
        splice(text, at);
        break;
      default:
        swap_parts(text, at);
    }
  }

  void change_digit(std::string& text, std::size_t at) {
    const std::size_t digit = text.find_first_of("0123456789", at);
    if (digit != text.npos) text[digit] = static_cast<char>('0' + rng_.below(10));
  }

  void splice(std::string& text, std::size_t at) {
    const std::string& other = pick(corpus_);
    text = text.substr(0, at) + other.substr(position(rng_, other));
  }

  void swap_parts(std::string& text, std::size_t at) {
    const std::string part = text.substr(at, length());
    text.erase(at, part.size());
    text.insert(position(rng_, text), part);
  }

  Rng& rng_;
  const std::vector<std::string>& corpus_;
  const std::vector<std::string>& words_;
};

/// Memory that ends where the process may not read: a reader that looks past the end of its input is stopped there,
/// without a sanitizer, too.
class FencedInput {
 public:
  const std::uint8_t* put(const std::string& text) const {
    if (text.size() > size) throw std::length_error("an input of more than a megabyte");
    return static_cast<const std::uint8_t*>(std::memcpy(begin_ + size - text.size(), text.data(), text.size()));
  }

 private:
  static constexpr std::size_t size = 1 << 20, fence = 1 << 12;
  static char* fenced() {
    void* memory = ::mmap(nullptr, size + fence, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    char* begin = static_cast<char*>(memory);
    ::mprotect(begin + size, fence, PROT_NONE);
    return begin;
  }
  char* begin_ = fenced();
};

bool accepted(const std::string& text) {
  static const FencedInput fenced;
  current_input = text;
  return LLVMFuzzerTestOneInput(fenced.put(text), text.size()) == 0;
}

struct Settings {
  unsigned long long runs = 20'000, seed = 1;
  double seconds = 1e9;
  std::vector<std::string> files;
};

Settings parse(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const char* value = i + 1 < count ? arguments[i + 1] : "";
    if (word == "--runs")
      settings.runs = std::stoull(value), ++i;
    else if (word == "--seed")
      settings.seed = std::stoull(value), ++i;
    else if (word == "--seconds")
      settings.seconds = std::stod(value), ++i;
    else
      settings.files.push_back(word);
  }
  return settings;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void add_contents(const std::filesystem::path& path, std::vector<std::string>& corpus) {
  if (!std::filesystem::is_directory(path)) return corpus.push_back(contents(path.string()));
  std::set<std::filesystem::path> files;  // in the same order every time
  for (const auto& entry : std::filesystem::directory_iterator(path)) files.insert(entry.path());
  for (const std::filesystem::path& file : files) corpus.push_back(contents(file.string()));
}

void fuzz(const Settings& settings) {
  Rng rng(settings.seed);
  std::vector<std::string> corpus = fuzz_seeds();
  for (const std::string& path : settings.files) add_contents(path, corpus);
  const std::vector<std::string> words = fuzz_words();
  unsigned long long runs = 0, accepted_runs = 0;
  for (const std::string& seed : corpus) accepted_runs += accepted(seed), ++runs;
  tesselle::Stopwatch watch;
  for (; runs < settings.runs && watch.seconds() < settings.seconds; ++runs) {
    const std::string text = Mutator(rng, corpus, words).next();
    if (!accepted(text)) continue;
    ++accepted_runs;
    // Accepted inputs are where further mutation is most likely to reach new states.
    if (corpus.size() < largest_corpus)
      corpus.push_back(text);
    else
      corpus[rng.below(static_cast<std::uint32_t>(corpus.size()))] = text;
  }
  std::printf("%llu runs, %llu accepted, no violation\n", runs, accepted_runs);
}

}  // namespace

int main(int count, char** arguments) {
  failure_file = std::string(arguments[0]) + "-failure.bin";
  std::signal(SIGABRT, save_input_and_stop);
  std::signal(SIGSEGV, save_input_and_stop);
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_input);
  // An exception that no target expects ends in terminate, hence in SIGABRT.
  fuzz(parse(count, arguments));
}
