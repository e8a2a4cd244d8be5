#include "base/fiber.hpp"

#include <sys/mman.h>
#include <ucontext.h>

#include <cstdint>
#include <new>
#include <utility>

namespace tesselle {
namespace {

constexpr std::size_t guard_size = 1 << 16;               // touching it ends the program instead of corrupting it
constexpr std::size_t stack_size = std::size_t{8} << 20;  // of addresses; memory is taken as it is touched

class Stack {
 public:
  Stack() : memory_(::mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, flags, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    ::mprotect(memory_, guard_size, PROT_NONE);
  }
  ~Stack() { ::munmap(memory_, stack_size); }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  void* base() const { return memory_; }

 private:
  static constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  void* memory_;
};

}  // namespace

struct Fiber::Contexts {
  Stack stack;
  ucontext_t inside{}, outside{};
};

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)), contexts_(std::make_unique<Contexts>()) {
  ::getcontext(&contexts_->inside);
  contexts_->inside.uc_stack.ss_sp = contexts_->stack.base();
  contexts_->inside.uc_stack.ss_size = stack_size;
  contexts_->inside.uc_link = &contexts_->outside;
  // makecontext passes only ints, so the pointer is passed in two halves.
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  ::makecontext(&contexts_->inside, reinterpret_cast<void (*)()>(&Fiber::enter), 2, static_cast<unsigned>(self >> 32),
                static_cast<unsigned>(self));
}

Fiber::~Fiber() = default;

void Fiber::enter(unsigned high, unsigned low) {
  const auto self = static_cast<std::uintptr_t>(high) << 32 | low;
  reinterpret_cast<Fiber*>(self)->run_body();
}

void Fiber::run_body() {
  try {
    body_();
  } catch (...) {
    failure_ = std::current_exception();
  }
  ended_ = true;
}

void Fiber::resume() {
  ::swapcontext(&contexts_->outside, &contexts_->inside);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Fiber::suspend() { ::swapcontext(&contexts_->inside, &contexts_->outside); }

}  // namespace tesselle
