import Glibc
import PodiumTestKit

/// A run of the program: how it ended, its processor time and its memory.
struct SweepRun: Sendable {
  /// The limits of a run.
  struct Limit: Sendable {
    var seconds: Double
    var megabytes: Int
  }

  var status: Int32
  var signal: Int32 = 0
  var seconds = 0.0
  var megabytes = 0
  /// Whether it exceeded a limit, or was killed because it did not end.
  var isOver = false

  /// Whether it failed: killed by a signal, over a limit, or with an exit status that the program does not use.
  var isBad: Bool { signal != 0 || isOver || !(0...2).contains(status) }

  /// The description of the failure.
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
      // Other processes may use the machine, so only a multiple of the time limit proves a hang.
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
