internal import Glibc
internal import PodiumCore
internal import PodiumOutside
internal import Synchronization

/// A line of a results file: its CRC-32, a space, and this as JSON.
enum ResultLine: Codable {
  /// The hash of the plan that the results belong to; the first line.
  case plan(String)
  case begin(Int)
  /// The output of an order in Base64, and the milliseconds that it took.
  case result(Int, String, milliseconds: Int)
  case failed(Int, Diagnostic, milliseconds: Int)
  /// An order cannot be carried out there, and the others may be.
  case refused(Int, Diagnostic)
  /// The node cannot do the work; the subject is its name.
  case declined(Diagnostic)
  case stopped
  case end

  init(_ order: Int, _ outcome: RunResults.Outcome, seconds: Double) {
    let milliseconds = Int(max(0, min(1e12, seconds * 1000)))
    self =
      switch outcome {
      case .success(let bytes): .result(order, Base64.text(bytes), milliseconds: milliseconds)
      case .failure(let error): .failed(order, error, milliseconds: milliseconds)
      }
  }

  /// Reads a line without its line feed; nil for one that is not whole.
  init?(_ line: ArraySlice<UInt8>) {
    let text = Array(line.dropFirst(9))
    guard line.prefix(9).elementsEqual((CRC32.hex(text) + " ").utf8),
      let read = try? JSONJobCoder().value(text, { try ResultLine(from: $0) })
    else { return nil }
    self = read
  }
}

/// A chunk of a round; its number, from 0, is that of its task in the array.
struct RunChunk: Hashable {
  let round: Int
  let index: Int

  /// What podium itself does, and what was never submitted.
  static let here = RunChunk(round: 0, index: 0)

  /// `ROUND.CHUNK`, as a log is called, and before a point the number of a worker a file of results.
  var name: String { "\(round).\(index)" }

  /// The numbers in such a name; nil for one that no podium chooses.
  static func numbers(_ name: String, _ count: Int) -> [Int]? {
    let numbers = name.split(separator: ".").compactMap { Int($0) }.filter { $0 >= 0 }
    return numbers.count == count && numbers.map(String.init).joined(separator: ".") == name ? numbers : nil
  }
}

/// Appends lines to a results file, one at a time. A class: the threads of the work and the one that waits for signals share it.
final class ResultWriter: Sendable {
  private let path: String
  private let file: Int32
  private let synced = Mutex(ChildProcess.now())

  /// Makes the next file of a chunk and writes its first line, the plan's hash; throws `cluster-folder` and `disk-full`.
  init(_ folder: RunFolder, _ chunk: RunChunk, plan: String) throws(Diagnostic) {
    var (path, file, number) = ("", Int32(-1), 0)
    repeat {
      path = folder.at("results/\(chunk.name).\(number)")
      number += 1
      file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    } while file < 0 && errno == EEXIST
    guard file >= 0 else { throw RunFolder.unwritable(path, errno) }
    (self.path, self.file) = (path, file)
    try write(.plan(plan))
  }

  deinit { close(file) }

  /// Writes a line, whole; `syncing` makes sure that others see it, as each second does, and after one `then` no other comes.
  func write(_ line: ResultLine, syncing: Bool = false, then: () -> Void = {}) throws(Diagnostic) {
    let text = try JSONJobCoder().bytes(of: line)
    let code = synced.withLock { synced -> Int32? in
      defer { then() }
      if let code = writeWhole(Array((CRC32.hex(text) + " ").utf8) + text + [0x0A], to: file) { return code }
      guard syncing || ChildProcess.now() - synced >= 1 else { return nil }
      synced = ChildProcess.now()
      // A disc over the network says here that it is full.
      return fsync(file) == 0 ? nil : errno
    }
    if let code { throw RunFolder.unwritable(path, code) }
  }
}
