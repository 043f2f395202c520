internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside

/// A line of a results file: words, and for what must be whole a CRC-32 of the rest of the line.
enum ResultLine {
  /// The plan that the results belong to; the first line.
  case plan(String)
  /// Work on an order began.
  case begin(Int)
  /// The output of an order.
  case result(Int, [UInt8])
  /// An order failed; the error is its result.
  case failed(Int, Diagnostic)
  /// An order cannot be carried out there, and the others may be.
  case refused(Int, Diagnostic)
  /// How many milliseconds an order took.
  case took(Int, Int)
  /// The node cannot do the work; the subject is its name.
  case declined(Diagnostic)
  /// The worker was asked to stop.
  case stopped
  /// All orders of the chunk are done.
  case end

  /// The line with its line feed.
  func bytes() throws(Diagnostic) -> [UInt8] {
    func error(_ error: Diagnostic) throws(Diagnostic) -> String { Base64.text(try JSONJobCoder().bytes(of: error)) }
    let text =
      switch self {
      case .plan(let hash): "plan \(hash)"
      case .begin(let order): "begin \(order)"
      case .result(let order, let bytes): "result \(order) " + Base64.text(bytes)
      case .failed(let order, let reason): "failed \(order) " + (try error(reason))
      case .refused(let order, let reason): "refused \(order) " + (try error(reason))
      case .took(let order, let milliseconds): "took \(order) " + Base64.text(Array(String(milliseconds).utf8))
      case .declined(let reason): "declined \(reason.code) " + (try error(reason))
      case .stopped: "stopped"
      case .end: "end"
      }
    let line = Array(text.utf8)
    switch self {
    case .stopped, .end: return line + [0x0A]
    default: return line + Array((" " + CRC32.hex(line) + "\n").utf8)
    }
  }

  /// Reads a line without its line feed; nil for one that is not whole.
  init?(_ line: ArraySlice<UInt8>) {
    if line.elementsEqual("end".utf8) {
      self = .end
    } else if line.elementsEqual("stopped".utf8) {
      self = .stopped
    } else {
      guard let space = line.lastIndex(of: 0x20),
        line[line.index(after: space)...].elementsEqual(CRC32.hex(line[..<space]).utf8)
      else { return nil }
      let words = line[..<space].split(separator: 0x20, maxSplits: 2)
      guard words.count >= 2 else { return nil }
      let (word, name) = (String(decoding: words[0], as: UTF8.self), String(decoding: words[1], as: UTF8.self))
      let bytes = words.count == 3 ? Base64.bytes(String(decoding: words[2], as: UTF8.self)) : nil
      let error = ["failed", "refused", "declined"].contains(word) ? bytes.flatMap(ResultLine.error) : nil
      switch (word, Int(name), bytes, error) {
      case ("plan", _, nil, _): self = .plan(name)
      case ("begin", let order?, nil, _): self = .begin(order)
      case ("result", let order?, let bytes?, _): self = .result(order, bytes)
      case ("failed", let order?, _, let error?): self = .failed(order, error)
      case ("refused", let order?, _, let error?): self = .refused(order, error)
      case ("took", let order?, let bytes?, _):
        guard let milliseconds = Int(String(decoding: bytes, as: UTF8.self)), milliseconds >= 0 else { return nil }
        self = .took(order, milliseconds)
      case ("declined", _, _, let error?) where error.code == name: self = .declined(error)
      default: return nil
      }
    }
  }

  private static func error(_ bytes: [UInt8]) -> Diagnostic? {
    try? JSONJobCoder().value(bytes) { try Diagnostic(from: $0) }
  }
}

/// A chunk of a round.
struct RunChunk: Hashable {
  let round: Int
  /// Its number in the round, from 0: that of its task in the array.
  let index: Int

  /// `ROUND.CHUNK`, as a log is called.
  var name: String { "\(round).\(index)" }

  init(round: Int, index: Int) { (self.round, self.index) = (round, index) }

  /// Reads a name; nil for one that no chunk has.
  init?(_ name: some StringProtocol) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let round = parts[0], let index = parts[1], round >= 0, index >= 0 else { return nil }
    self.init(round: round, index: index)
  }
}

/// The name of a results file, `ROUND.CHUNK.JOB.RESTART`: one worker writes it.
struct ResultFile: Hashable {
  /// The chunk of what the driver did itself.
  static let here = RunChunk(round: 0, index: 0)

  let chunk: RunChunk
  /// The scheduler's number of the task, or what distinguishes the process.
  let job: String
  let restart: Int

  var name: String { "\(chunk.name).\(job).\(restart)" }

  init(_ chunk: RunChunk, job: String, restart: Int) {
    (self.chunk, self.restart) = (chunk, restart)
    let safe = job.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
    }
    self.job = safe.isEmpty ? "0" : String(String.UnicodeScalarView(safe.prefix(100)))
  }

  /// Reads a name; nil for one that no worker chooses.
  init?(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let chunk = RunChunk(parts[0] + "." + parts[1]), let restart = Int(parts[3]) else {
      return nil
    }
    self.init(chunk, job: String(parts[2]), restart: restart)
    guard self.name == name else { return nil }
  }
}
