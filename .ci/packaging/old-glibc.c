// What keeps the archive's program at glibc 2.28: the linker is asked to `--wrap` these functions. Their old versions differ in
// how they report an overflow by errno, which podium never reads; the values are those of the newer ones.
#define OLD(type, name, parameters, arguments)             \
  __asm__(".symver old_" #name "," #name "@GLIBC_2.2.5");  \
  type old_##name parameters;                              \
  type __wrap_##name parameters { return old_##name arguments; }

OLD(double, exp, (double x), (x))
OLD(double, exp2, (double x), (x))
OLD(double, log, (double x), (x))
OLD(double, log2, (double x), (x))
OLD(double, pow, (double x, double y), (x, y))

// From glibc 2.32 on it says that there is one thread, and the C++ library then counts without atomic operations.
char __libc_single_threaded = 0;
