import Glibc
internal import PodiumCore

/// Passes a Ctrl-C on to programs that were started a moment too late to get it; otherwise nothing would end them.
///
/// The terminal tells every program of the key that runs when it is pressed. A shell that is just starting one remembers
/// the key and waits for that program all the same, however long it takes; and so do we before the shell is there.
struct LatePress {
  /// When after a press the programs are looked at, in seconds: those that got it are gone by then, or stay. Twice, since
  /// a busy machine starts one late.
  private static let delays = [0.03, 0.1]
  /// How much later than the terminal the press is noticed here, and how coarse the start of a program is known.
  private static let slack = 0.03
  /// The maximum number of programs to check.
  private static let limit = 1000

  private let cancellation: Cancellation
  private var presses: UInt32
  private var wasCancelled = false
  private var pressed: Double?
  private var looks = 0
  private var signalled: Set<pid_t> = []

  /// Watches from now on; `cancellation` is the flag of presses that came before the terminal was lent.
  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
    presses = Signals.lentPresses
  }

  /// Looks whether the key was pressed; to be called again and again while a program runs.
  mutating func look(at process: pid_t) {
    let now = LatePress.sinceBoot()
    let count = Signals.lentPresses
    let isCancelled = cancellation.isCancelled
    if count != presses || isCancelled != wasCancelled {
      (presses, wasCancelled, pressed) = (count, isCancelled, now)
      (looks, signalled) = (0, [])
    }
    guard let pressed, looks < LatePress.delays.count, now >= pressed + LatePress.delays[looks] else { return }
    looks += 1
    for program in LatePress.family(of: process) where !signalled.contains(program) {
      guard let start = LatePress.start(of: program), start >= pressed - LatePress.slack else { continue }
      signalled.insert(program)
      kill(program, SIGINT)
    }
  }

  /// A program, those it started, and so on.
  private static func family(of process: pid_t) -> [pid_t] {
    var family = [process]
    var next = 0
    while next < family.count, family.count < limit {
      let text = contents("/proc/\(family[next])/task/\(family[next])/children")
      family += text.split(separator: " ").compactMap { pid_t($0) }
      next += 1
    }
    return family
  }

  /// When a program was started, in seconds since the machine was; nil once it has gone.
  private static func start(of process: pid_t) -> Double? {
    // Its name is second, in brackets, and may hold anything; the start is the twentieth field after it.
    let text = contents("/proc/\(process)/stat")
    guard let bracket = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: bracket)...].split(separator: " ")
    guard fields.count > 19, let ticks = Double(fields[19]) else { return nil }
    return ticks / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
  }

  private static func contents(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static func sinceBoot() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
