import Glibc
import PodiumCore

/// A reader of untrusted input; whatever the bytes are, it must neither trap nor hang, and its result must be
/// consistent.
protocol FuzzTarget: Sendable {
  /// Its name on the command line and of the folder of seeds.
  var name: String { get }

  /// Prepares what all inputs share, so that no input pays for it.
  func prepare()

  /// Handles one input; a broken promise ends the process through `FuzzCheck`.
  func feed(_ bytes: [UInt8])
}

extension FuzzTarget {
  func prepare() {}
}

/// Every target.
enum FuzzTargets {
  static let all: [any FuzzTarget] = [
    FuzzDelimited(), FuzzJSON(), FuzzARFF(), FuzzXLSX(), FuzzHTML(), FuzzBlanks(), FuzzExpression(), FuzzCommand(),
    FuzzNotebook(), FuzzBuoy(), FuzzFootball(), FuzzMatches(), FuzzSurf(), FuzzSQLite(), FuzzArchive(),
    FuzzModel(), FuzzReplies(), FuzzAddresses(), FuzzContainers(), FuzzCompletion(), FuzzProse(), FuzzFigure(),
    FuzzBundles(), FuzzWorkspace(), FuzzJupyter(), FuzzMessage(), FuzzStat(),
  ]
}

/// Promises that must hold for every input.
enum FuzzCheck {
  /// Ends the process, like a crash, if a promise is broken; the fuzzer keeps the input.
  static func that(_ holds: Bool, _ promise: @autoclosure () -> String) {
    if holds { return }
    FuzzText.tell("broken promise: " + promise())
    abort()
  }
}

enum FuzzText {
  /// Writes a line to standard error, with the control characters of the input escaped.
  static func tell(_ text: String) {
    let bytes = Array((SafeText.escapeLines(text) + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
