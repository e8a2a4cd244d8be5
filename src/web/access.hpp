#pragma once

#include <optional>
#include <string>

#include "web/http.hpp"

namespace tesselle::web {

/// Who may talk to the server. On loopback: whoever names this machine in `Host`, so that no site can reach the server
/// through a name of its own. Elsewhere: whoever knows the token.
class Access {
 public:
  /// Without a token: loopback.
  Access(int port, std::optional<std::string> token) : port_(port), token_(std::move(token)) {}

  /// Throws Refusal.
  void check(const HttpRequest& request) const;
  /// The cookie to set, if this request has just shown the token in its address; else "".
  std::string cookie_for(const HttpRequest& request) const;

 private:
  bool is_this_machine(const std::string& host) const;
  bool carries_token(const HttpRequest& request) const;

  int port_;
  std::optional<std::string> token_;
};

/// Takes as long whatever the difference is.
bool same_in_constant_time(const std::string& a, const std::string& b);

bool is_loopback(const std::string& address);
/// 32 hexadecimal digits from the system's random numbers.
std::string random_token();

}  // namespace tesselle::web
