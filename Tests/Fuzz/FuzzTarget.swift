import Glibc
import PodiumCore

/// One room of podium that eats bytes of unknown origin; whatever they are, it must neither trap nor hang, and what it
/// makes of them must hold together.
protocol FuzzTarget: Sendable {
  /// The name on the command line and of the folder of seeds.
  var name: String { get }

  /// What is made once, so that no input pays for it.
  func prepare()

  /// Takes one input; a broken promise ends the process by `FuzzCheck`.
  func feed(_ bytes: [UInt8])
}

extension FuzzTarget {
  func prepare() {}
}

/// Every target.
enum FuzzTargets {
  static let all: [any FuzzTarget] = [
    FuzzDelimited(), FuzzJSON(), FuzzARFF(), FuzzXLSX(), FuzzHTML(), FuzzBlanks(), FuzzExpression(), FuzzCommand(),
    FuzzNotebook(), FuzzBuoy(), FuzzFootball(),
  ]
}

/// Promises that must hold for every input.
enum FuzzCheck {
  /// Ends the process, as a crash does, when a promise is broken; the fuzzer keeps the input.
  static func that(_ holds: Bool, _ promise: @autoclosure () -> String) {
    if holds { return }
    FuzzText.tell("broken promise: " + promise())
    abort()
  }
}

enum FuzzText {
  /// Writes a line to standard error; control characters of the input are shown by their escapes.
  static func tell(_ text: String) {
    let bytes = Array((SafeText.escapeLines(text) + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
