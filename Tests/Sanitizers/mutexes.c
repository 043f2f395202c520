// Tells the thread sanitizer when Swift's Mutex has waited.
//
// Its fast paths are compiled into podium and seen; the slow ones are in a library that is not instrumented, and without
// this, all that a contended Mutex protects would be reported. The program's functions come before the library's.
#if defined(__x86_64__) && __has_feature(thread_sanitizer)
#define _GNU_SOURCE
#include <dlfcn.h>

void __tsan_acquire(void *);
void __tsan_release(void *);

#define NAME(method) "$s15Synchronization12_MutexHandleV" method
#define LOCK NAME("9_lockSlowyys6UInt32VF")
#define TRY NAME("12_tryLockSlowSbyF")
#define UNLOCK NAME("11_unlockSlowyyF")

__attribute__((visibility("hidden"))) void *real_lock, *real_try, *real_unlock;

__attribute__((constructor)) static void find(void) {
  real_lock = dlsym(RTLD_NEXT, LOCK);
  real_try = dlsym(RTLD_NEXT, TRY);
  real_unlock = dlsym(RTLD_NEXT, UNLOCK);
}

__attribute__((visibility("hidden"))) void acquired(void *mutex) { __tsan_acquire(mutex); }
__attribute__((visibility("hidden"))) void released(void *mutex) { __tsan_release(mutex); }

#define FUNCTION(name, body) \
  __asm__(".globl \"" name "\"\n.type \"" name "\",@function\n\"" name "\":\n" body "\nret\n");

// Swift passes the mutex in r13, which C preserves.
FUNCTION(LOCK, "subq $8, %rsp\ncall *real_lock(%rip)\nmovq %r13, %rdi\ncall acquired\naddq $8, %rsp")
FUNCTION(TRY, "pushq %rbx\ncall *real_try(%rip)\nmovl %eax, %ebx\ntestb $1, %al\nje 1f\n"
  "movq %r13, %rdi\ncall acquired\n1: movl %ebx, %eax\npopq %rbx")
FUNCTION(UNLOCK, "subq $8, %rsp\nmovq %r13, %rdi\ncall released\ncall *real_unlock(%rip)\naddq $8, %rsp")
#endif
