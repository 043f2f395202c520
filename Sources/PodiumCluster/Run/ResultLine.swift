internal import PodiumCore
internal import PodiumOutside

/// A line of a results file: its CRC-32, a space, and this as JSON.
enum ResultLine: Codable {
  /// The hash of the plan that the results belong to; the first line.
  case plan(String)
  /// Work on an order began.
  case begin(Int)
  /// The output of an order in Base64, and the milliseconds that it took.
  case result(Int, String, milliseconds: Int)
  /// An order failed; the error is its result.
  case failed(Int, Diagnostic, milliseconds: Int)
  /// An order cannot be carried out there, and the others may be.
  case refused(Int, Diagnostic)
  /// The node cannot do the work; the subject is its name.
  case declined(Diagnostic)
  /// The worker was asked to stop.
  case stopped
  /// All orders of the chunk are done.
  case end

  /// The line with its line feed.
  func bytes() throws(Diagnostic) -> [UInt8] {
    let text = try JSONJobCoder().bytes(of: self)
    return Array((CRC32.hex(text) + " ").utf8) + text + [0x0A]
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

/// A chunk of a round.
struct RunChunk: Hashable {
  let round: Int
  /// Its number in the round, from 0: that of its task in the array.
  let index: Int

  /// `ROUND.CHUNK`, as a log is called.
  var name: String { "\(round).\(index)" }
}

extension RunChunk {
  /// The chunk of what the driver did itself.
  static let here = RunChunk(round: 0, index: 0)

  /// Reads a name; nil for one that no chunk has.
  init?(_ name: some StringProtocol) {
    let numbers = name.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] >= 0, numbers[1] >= 0 else { return nil }
    self.init(round: numbers[0], index: numbers[1])
    if self.name != name { return nil }
  }
}

/// The name of a results file, `ROUND.CHUNK.NUMBER`: each worker of a chunk has the next number.
struct ResultFile {
  let chunk: RunChunk
  let number: Int

  var name: String { "\(chunk.name).\(number)" }
}

extension ResultFile {
  /// Reads a name; nil for one that no worker chooses.
  init?(_ name: String) {
    let parts = name.split(separator: ".")
    guard parts.count == 3, let chunk = RunChunk(parts[0] + "." + parts[1]), let number = Int(parts[2]) else {
      return nil
    }
    self.init(chunk: chunk, number: number)
    if self.name != name { return nil }
  }
}
