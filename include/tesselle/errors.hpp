#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace tesselle {

/// Where something was found. Line and column count from 1; 0 means "the whole file".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

std::string to_string(const Place& place);

/// The user's file is wrong: `what()` is one line, "file:line:column: message".
class InputError : public std::runtime_error {
 public:
  InputError(Place place, const std::string& message);
  const Place& place() const { return place_; }

 private:
  Place place_;
};

/// The user asked for something that cannot be done: an unknown option, a refused combination.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A bug of ours, for example a solution that the verifier refuses.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace tesselle
