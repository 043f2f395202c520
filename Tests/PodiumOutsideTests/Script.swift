import Glibc
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit

@testable import PodiumOutside

/// A program for a test, in a folder that is removed with the value.
final class Script {
  let folder = TemporaryFolder()
  private let command: String

  /// The command that starts it in any folder.
  var start: String { "cd '\(folder.path)' && \(command)" }

  /// A shell script.
  init(_ lines: String) {
    command = "exec sh ./program.sh"
    write(lines, to: "program.sh")
  }

  /// A Python program.
  init(python text: String) {
    command = "exec python3 program.py"
    write(text, to: "program.py")
  }

  func write(_ text: String, to name: String) {
    let path = folder.path + "/" + name
    for index in path.indices.dropFirst() where path[index] == "/" { mkdir(String(path[..<index]), 0o700) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(descriptor, text, text.utf8.count)
    close(descriptor)
  }

  func launch(seconds: Int = 300, megabytes: Int = 4096) -> OutsideProgram.Launch {
    .init(
      name: "guest", command: command, folder: folder.path, megabytes: megabytes, seconds: seconds,
      remedy: "bring it again")
  }

  func guest(seconds: Int = 300, megabytes: Int = 4096, host: OutsideHost? = nil) -> Guest {
    Guest(
      script: self,
      program: OutsideProgram(
        launch(seconds: seconds, megabytes: megabytes), host: host ?? OutsideHost(version: "test", lineLimit: 8 << 20)))
  }
}

/// A program with its folder, which is kept as long as the program is used.
struct Guest {
  let script: Script
  let program: OutsideProgram

  func ask(_ what: String = "learn", _ fields: [UInt8] = []) throws(Diagnostic) -> JSONValue {
    defer { withExtendedLifetime(script) {} }
    return try program.request(what, fields).value
  }

  /// The error of a request, or nil if it is answered.
  func failure() -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try ask()
      return nil
    } catch {
      return error
    }
  }
}

/// Programs on this machine.
enum Machine {
  static let hasPython = access("/usr/bin/python3", X_OK) == 0 || access("/usr/local/bin/python3", X_OK) == 0
}

/// Runs commands; returns the outputs of the last, or the first error.
func run(_ lines: String..., in session: inout Interpreter) -> (outputs: [Output], error: Diagnostic?) {
  var last: (outputs: [Output], error: Diagnostic?) = ([], nil)
  for line in lines {
    _ = session.run(line) { last = ($0.outputs, $0.error) }
    if last.error != nil { break }
  }
  return last
}
