#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <stop_token>
#include <utility>

#include "base/readable.hpp"
#include "commands.hpp"
#include "recording_options.hpp"
#include "search/stepper.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/render.hpp"

namespace tesselle {
namespace {

/// Keys come one by one, without Enter, while this lives; what is not a terminal is read as it is.
class RawKeys {
 public:
  explicit RawKeys(std::stop_token stop)
      : stop_(std::move(stop)), is_terminal_(::isatty(STDIN_FILENO) != 0 && ::tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!is_terminal_) return;
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~RawKeys() {
    if (is_terminal_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  bool is_terminal() const { return is_terminal_; }

  /// 'n' for Enter, space and the right arrow, 'b' for the left one; 'q' at the end of the input and for Ctrl-C.
  char next() {
    for (;;) {
      const char key = read_one();
      if (key == '\x1b' && read_one() == '[') {
        const char arrow = read_one();
        if (arrow == 'C' || arrow == 'B') return 'n';
        if (arrow == 'D' || arrow == 'A') return 'b';
        continue;
      }
      if (key == '\n' && !is_terminal_) continue;
      return key == '\n' || key == ' ' ? 'n' : key;
    }
  }

 private:
  /// A signal ends neither read() nor, if it comes a moment before, poll(); so this looks for it again and again.
  char read_one() const {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (::poll(&input, 1, 50) != 1)
      if (stop_.stop_requested()) return 'q';
    char key = 'q';
    return ::read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
  }

  std::stop_token stop_;
  termios before_{};  // filled in while is_terminal_ is made, so it comes first
  bool is_terminal_;
};

constexpr const char* step_help =
    "n next   b back   d next dead end   s solution   g depth (3g: to depth 3)   10n: ten nodes   q quit";
constexpr std::size_t max_candidates_shown = 24;

void show_candidates(const Stepper& stepper) {
  const auto found = stepper.candidates();
  if (!found) return;
  print_text("{}{}\n", found->cell, found->asked.empty() ? ":" : fmt::format(" needs {}:", found->asked));
  std::size_t shown = 0;
  for (const CandidateLine& line : found->lines)
    if (shown++ < max_candidates_shown) print_text("  {} {:<4} {}\n", line.fits ? "+" : "-", line.piece, line.why);
  if (shown > max_candidates_shown) print_text("  and {} more\n", shown - max_candidates_shown);
}

/// Without the pictures of the pieces that are left: they are listed among the candidates, and a screen is not high.
std::string board_alone(std::string drawing) {
  if (const auto pieces = drawing.find("\nNot on the board:"); pieces != std::string::npos) drawing.erase(pieces);
  return drawing;
}

void show_moment(const Stepper& stepper, const TerminalStyle& style) {
  const Solution board = stepper.board();
  fmt::print("{}", board_alone(render_terminal(*stepper.recording().puzzle, &board, style)));
  const RecordedNode& node = stepper.here();
  print_text("node {}, depth {}: {}\n", grouped(node.number), node.depth,
             stepper.node() == 0 ? "start" : stepper.recording().words_of(node));
  if (stepper.is_solution()) print_text("solution\n");
  if (stepper.is_dead_end()) print_text("dead end: {}\n", stepper.reason());
  show_candidates(stepper);
}

/// Does what a key asks for, `times` times if a number was typed before; false if it was not possible.
bool obey(Stepper& stepper, char key, std::uint32_t times, const std::stop_token& stop) {
  if (key == 'g') return stepper.to_depth(times, stop);
  for (std::uint32_t i = 0; i < std::max(times, 1u); ++i) {
    const bool moved = key == 'b'   ? stepper.back()
                       : key == 'd' ? stepper.to_dead_end(stop)
                       : key == 's' ? stepper.to_solution(stop)
                                    : stepper.forward();
    if (!moved) return false;
  }
  return true;
}

std::string trouble(const Stepper& stepper, char key) {
  if (key == 'b') return "this is the start";
  return stepper.at_end() ? "the search ends here"
                          : fmt::format("not found in the next {} nodes", grouped(Stepper::max_run));
}

int walk_by_hand(const RecordingOptions& options) {
  Stepper stepper(recording_request(options));
  const TerminalStyle style = drawing_style(options.colour);
  const std::stop_token stop = stop_on_signals();
  RawKeys keys(stop);
  std::string message;
  for (std::uint32_t count = 0; !stop.stop_requested();) {
    if (keys.is_terminal()) fmt::print("\x1b[H\x1b[2J");
    show_moment(stepper, style);
    print_text("{}{}\n", message.empty() ? "" : message + "\n", keys.is_terminal() ? step_help : "");
    std::fflush(stdout);
    message.clear();
    char key = keys.next();
    for (count = 0; key >= '0' && key <= '9'; key = keys.next())
      count = std::min(count, 100'000u) * 10 + static_cast<std::uint32_t>(key - '0');
    if (key == 'q') break;
    const bool known = std::string("nbdsg").find(key) != std::string::npos;
    if (!known) message = fmt::format("keys: {}", step_help);
    if (known && !obey(stepper, key, count, stop)) message = trouble(stepper, key);
  }
  return exit_codes::answered;
}

}  // namespace

void add_step(Command program) {
  auto options = std::make_shared<RecordingOptions>();
  Command command = program.subcommand("step", "the search in the terminal, key by key");
  add_recording_options(command, *options);
  command.on_run([options] { return walk_by_hand(*options); });
}

}  // namespace tesselle
