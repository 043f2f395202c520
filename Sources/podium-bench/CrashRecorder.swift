import ArgumentParser
import Glibc
import PodiumTestKit

/// The library that is preloaded into a writer, compiled from `recorder.c` for the run.
struct CrashRecorder {
  private let folder = TemporaryFolder()
  /// The compiled library.
  let library: String
  /// Where notes are written.
  let log: String

  init() throws {
    library = folder.path + "/recorder.so"
    log = folder.path + "/notes"
    let source = Checkout.path("Sources/podium-bench/recorder.c")
    let command =
      "for c in cc clang gcc; do command -v $c >/dev/null && exec $c -O1 -shared -fPIC -o '\(library)' '\(source)' -ldl; done; exit 9"
    var path = "/usr/bin:/bin"
    if let own = getenv("PATH") { path = String(cString: own) }
    let run = try ProgramRun(["/bin/sh", "-c", command], environment: ["PATH": path])
    guard run.status == 0 else {
      throw ValidationError("recorder.c cannot be compiled; install a C compiler: \(run.errorText)")
    }
  }

  /// The environment of a writer with its files in a folder.
  func environment(watching folder: String, failing: String? = nil) -> [String: String] {
    var out = ["LD_PRELOAD": library, "PODIUM_RECORD_FOLDER": folder, "PODIUM_RECORD_LOG": log]
    out["PODIUM_RECORD_FAIL"] = failing
    return out
  }

  /// An event of a file, or an acknowledgement.
  struct Note {
    let operation: UInt8
    let name: String
    let place: Int
    let data: [UInt8]
  }

  /// The events, in order.
  func notes() -> [Note] {
    guard let file = fopen(log, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    var out: [Note] = []
    var at = 0
    func number(_ start: Int, _ width: Int) -> Int {
      (0..<width).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }
    while at + 21 <= bytes.count {
      let operation = bytes[at]
      let (length, place, count) = (number(at + 1, 4), number(at + 5, 8), number(at + 13, 8))
      let hasData = operation == UInt8(ascii: "w") || operation == UInt8(ascii: "a")
      let start = at + 21 + length
      let end = start + (hasData ? count : 0)
      guard end <= bytes.count else { break }
      out.append(
        Note(
          operation: operation, name: String(decoding: bytes[(at + 21)..<start], as: UTF8.self), place: place,
          data: Array(bytes[start..<end])))
      at = end
    }
    return out
  }
}
