import Glibc
import PodiumTestKit

/// Starts `console-probe`, which is built beside the tests, on a terminal.
enum Probe {
  static let path: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(resolved) }
    let program = String(cString: resolved)
    return (program.split(separator: "/").dropLast() + ["console-probe"]).reduce("") { $0 + "/" + $1 }
  }()

  static func environment(_ changes: [String: String] = [:]) -> [String: String] {
    // In a build with sanitizers a fault is to reach the program's own handlers.
    let faults = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0"
    return [
      "PATH": "/usr/bin:/bin", "TERM": "xterm", "INPUTRC": "/dev/null", "LANG": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": faults, "TSAN_OPTIONS": faults,
    ].merging(changes) { $1 }
  }

  /// The probe at its first prompt.
  static func start(
    history: String? = nil, width: Int = 80, height: Int = 24, environment changes: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [path] + (history.map { [$0] } ?? []), environment: environment(changes), width: width, height: height)
    try terminal.wait(forRow: "probe>")
    return terminal
  }

  /// A shell, which tells what is left of the terminal after the probe.
  static func shell(_ script: String? = nil) throws -> PseudoTerminal {
    let arguments = script.map { ["-c", $0] } ?? ["--noprofile", "--norc", "--noediting", "-i"]
    return try PseudoTerminal(
      ["/bin/bash"] + arguments, environment: environment(["PS1": "shell> ", "PROBE": path, "HISTFILE": ""]),
      width: 100)
  }

  /// The probe at its prompt, started by a shell.
  static func inShell() throws -> PseudoTerminal {
    let terminal = try shell()
    try terminal.wait(forRow: "shell>")
    terminal.enter("$PROBE")
    try terminal.wait(forRow: "probe>")
    return terminal
  }
}

extension PseudoTerminal {
  /// Types a line and Enter.
  func enter(_ line: String) { send(line + "\r") }

  /// Enters a line and waits for its output and the prompt after it.
  func run(_ line: String, shows output: String) throws {
    let before = transcript.count
    enter(line)
    // The same line before it looks the same: only what comes after the end of this one counts.
    try wait(for: "'\(output)' and a prompt") {
      transcript[before...].contains(0x0A) && $0.rowAbove == output && $0.currentRow == "probe>"
    }
  }

  /// The probe's own process, which a shell between it and us hides.
  func probeID() throws -> pid_t {
    enter("pid")
    try wait(for: "pid ")
    try wait(forRow: "probe>")
    let digits = screen.rows.last { $0.hasPrefix("pid ") }?.dropFirst(4) ?? ""
    return pid_t(digits) ?? 0
  }
}

extension Screen {
  /// The row above the cursor's.
  var rowAbove: String { cursor.row == 0 ? "" : rows[cursor.row - 1] }
}

/// The keys that have no character.
enum Key {
  static let controlC = "\u{3}"
  static let controlD = "\u{4}"
  static let controlR = "\u{12}"
  static let controlZ = "\u{1A}"
  static let tab = "\t"
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

extension TemporaryFolder {
  /// The history file in it.
  var history: String { path + "/history" }
}

/// A file's text, nil where there is none.
func contents(of path: String) -> String? {
  TemporaryFolder.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
}

/// Writes a file again.
func write(_ text: String, to path: String) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  _ = write(descriptor, text, text.utf8.count)
  close(descriptor)
}
