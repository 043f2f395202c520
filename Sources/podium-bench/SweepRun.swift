import Glibc
import PodiumTestKit

/// One run of the program: how it ended, how much of the processors' time it took and how much it held.
struct SweepRun: Sendable {
  /// What no run may go beyond.
  struct Limit: Sendable {
    var seconds: Double
    var megabytes: Int
  }

  var status: Int32
  var signal: Int32 = 0
  var seconds = 0.0
  var megabytes = 0
  /// Whether it went beyond the limit, or was ended because it did not end.
  var isOver = false

  /// Whether it must not be: killed by a signal, over the limit, or an exit status that is none of the program's.
  var isBad: Bool { signal != 0 || isOver || !(0...2).contains(status) }

  /// What is wrong with it.
  var verdict: String {
    if isOver { return "over, \(seconds.rounded()) s and \(megabytes) MB" }
    return signal != 0 ? "signal \(signal)" : "status \(status)"
  }

  init(status: Int32) { self.status = status }

  /// Runs a program in a folder; its output goes to a file there.
  init(_ arguments: [String], in folder: String, _ environment: [String: String], _ limit: Limit) {
    let clock = ContinuousClock()
    let start = clock.now
    status = 2
    let program: pid_t
    do {
      program = try BackgroundProgram.start(arguments, environment: environment, folder: folder)
    } catch {
      return
    }
    var ended: Int32 = 0
    var usage = rusage()
    while wait4(program, &ended, WNOHANG, &usage) == 0 {
      // Others may be at work on the machine, so that only a multiple of the time is a hang for certain.
      if (clock.now - start) / .seconds(1) > limit.seconds * 10 {
        kill(program, SIGKILL)
        isOver = true
      }
      usleep(2000)
    }
    seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    seconds += Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    megabytes = usage.ru_maxrss / 1024
    isOver = isOver || seconds > limit.seconds || megabytes > limit.megabytes
    signal = isOver && ended & 0x7F == SIGKILL ? 0 : ended & 0x7F
    status = signal == 0 && !isOver ? (ended >> 8) & 0xFF : 1
  }
}
