/// A fence after a cell that holds an output of its last recording.
struct RecordedOutput: Equatable {
  enum Kind: String {
    /// The printed output.
    case out
    /// The errors of its commands.
    case err
    /// The typed records of its commands, one per line.
    case json
  }

  var kind: Kind
  /// The hash of the source that produced it; nil if the fence has none.
  var hash: String?
  /// The lines between the fences, each with a line feed.
  var body: String
  /// The line of the opening fence, from 1, within the text it was read from.
  var line: Int

  /// The outputs in the text after a cell.
  static func all(in recorded: String) -> [RecordedOutput] {
    let lines = TextLines.split(recorded)
    var outputs: [RecordedOutput] = []
    var place = 0
    while place < lines.count {
      guard let fence = Fence(lines[place]), let kind = Kind(rawValue: fence.language),
        let end = lines[(place + 1)...].firstIndex(where: { fence.isClosed(by: $0) })
      else {
        place += 1
        continue
      }
      let body = lines[(place + 1)..<end].map { TextLines.bare($0) + "\n" }.joined()
      outputs.append(RecordedOutput(kind: kind, hash: fence.hash, body: body, line: place + 1))
      place = end + 1
    }
    return outputs
  }
}

extension Fence {
  /// The value of `of=` in the braces.
  fileprivate var hash: String? {
    braces?.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }).lazy
      .filter { $0.hasPrefix("of=") }.map { String($0.dropFirst(3)) }.first
  }
}
