import Glibc
import PodiumTestKit

/// A new home folder for the program, without settings and history, and a folder to work in.
final class Home {
  private let folder = TemporaryFolder()
  var path: String { folder.path }
  /// The folder the program starts in.
  var work: String { path + "/work" }

  init() throws { mkdir(work, 0o700) }

  func environment(_ changes: [String: String] = [:]) -> [String: String] {
    [
      "PATH": "/usr/bin:/bin", "TERM": "xterm", "PAGER": "cat", "INPUTRC": "/dev/null", "LANG": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no", "HOME": path, "XDG_STATE_HOME": path + "/state",
      "XDG_CONFIG_HOME": path + "/config", "XDG_DATA_HOME": path + "/data",
    ].merging(changes) { $1 }
  }

  /// Writes a file below the folder to work in.
  @discardableResult
  func write(_ text: String, to name: String) -> String {
    let path = name.hasPrefix("/") ? name : work + "/" + name
    for index in path.utf8.indices.dropFirst() where path.utf8[index] == UInt8(ascii: "/") {
      mkdir(String(path[..<index]), 0o700)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(descriptor, text, text.utf8.count)
    close(descriptor)
    return path
  }

  /// The bytes of a file; nil if there is none.
  func bytes(_ name: String) -> [UInt8]? {
    TemporaryFolder.bytes(of: name.hasPrefix("/") ? name : work + "/" + name)
  }

  /// The files below a folder that contain a text.
  func holders(of text: String, in folder: String) -> [String] {
    let wanted = Array(text.utf8)
    return TemporaryFolder.names(in: folder).flatMap { name -> [String] in
      let path = folder + "/" + name
      let bytes = bytes(path) ?? []
      let isHolder = bytes.indices.contains { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
      return holders(of: text, in: path) + (isHolder ? [path] : [])
    }
  }

  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// Runs the program to its end on pipes.
  func podium(
    _ arguments: [String], input: String = "", environment changes: [String: String] = [:]
  ) throws -> ProgramRun {
    // A home and its folder are removed after the last use.
    try withExtendedLifetime(self) {
      try ProgramRun(
        [try BuiltProgram.path("podium")] + arguments, input: Array(input.utf8),
        environment: environment(changes), folder: work)
    }
  }

  /// Runs commands with `-c` each.
  func run(_ commands: String..., options: [String] = []) throws -> ProgramRun {
    try podium(options + commands.flatMap { ["-c", $0] })
  }

  /// The program at its prompt.
  func prompt(
    _ arguments: [String] = [], width: Int = 80, height: Int = 60, environment changes: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [try BuiltProgram.path("podium")] + arguments, environment: environment(changes), folder: work,
      width: width, height: height)
    terminal.companion = self
    try terminal.waitForPrompt()
    return terminal
  }
}

enum Key {
  static let controlC = "\u{3}"
  static let controlD = "\u{4}"
}
