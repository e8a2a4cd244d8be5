#pragma once

#include <stdexcept>

#include "web/http.hpp"

namespace tesselle::web {

/// A request that is refused, with the status that says how.
class Refusal : public std::runtime_error {
 public:
  Refusal(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

/// {"error": {"message", "file", "line", "column"}}
HttpResponse error_response(int status, const std::string& message);
/// The answer to the exception that is being handled.
HttpResponse response_to_exception();

}  // namespace tesselle::web
