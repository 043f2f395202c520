import Glibc

/// A session that records itself in a notebook and is killed with kill -9.
public struct KilledRecording {
  /// The commands whose results the session had printed when it was killed.
  public let acknowledged: Int
  /// The notebook it left; nil if there is none.
  public let notebook: [UInt8]?

  /// Commands whose results begin with their number.
  public static let commands = (1...60).map { number in
    number % 7 == 3
      ? "cv zeror k=\(2 + number % 3)"
      : number % 7 == 5 ? "head \(number) columns=species" : number % 2 == 0 ? "count species" : "label species"
  }

  /// Runs the session, waits for some results, if any are named, and then some milliseconds, and kills it.
  ///
  /// `file` is a notebook that does not exist yet, in the folder the program starts in. With results to wait for, a
  /// busy machine gets as far as an idle one.
  public init(
    _ program: String, file: String, environment: [String: String], folder: String, results: Int? = nil,
    milliseconds: Int
  ) throws {
    let session = try PipedProgram([program, "--format", "json"], environment: environment, folder: folder)
    let lines = ["record on \(file)", "load iris"] + KilledRecording.commands
    session.send(lines.joined(separator: "\n") + "\n")
    if let results {
      try session.wait(for: "\(results) results") { session.output.count { $0 == 0x0A } > results }
    }
    usleep(UInt32(clamping: milliseconds * 1000))
    kill(session.processID, SIGKILL)
    _ = try session.finish()
    // Each line of output is a finished cell; the first is that of `record`.
    acknowledged = max(0, session.output.count { $0 == 0x0A } - 1)
    let descriptor = open(folder + "/" + file, O_RDONLY)
    guard descriptor >= 0 else {
      notebook = nil
      return
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    notebook = bytes
  }
}
