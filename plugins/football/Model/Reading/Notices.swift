internal import PodiumCore

/// Notes about a file's rows, collected into one sentence per kind.
public struct Notices: Sendable {
  private var kinds: [(what: String, lines: [Int], first: String)] = []
  private var remarks: [String] = []
  let file: String

  init(file: String) { self.file = file }

  /// Adds a row of a kind, whose sentence has `#` for the number of rows; the first three are named by file and line.
  mutating func row(_ line: Int, _ what: String, _ detail: String = "") { add(what, [line], detail) }

  /// Adds what was noted of later rows.
  mutating func append(_ later: Notices) {
    for (what, lines, first) in later.kinds { add(what, lines, first) }
    remarks += later.remarks
  }

  private mutating func add(_ what: String, _ lines: [Int], _ first: String) {
    if let place = kinds.firstIndex(where: { $0.what == what }) {
      kinds[place].lines += lines
    } else {
      kinds.append((what, lines, first))
    }
  }

  /// A sentence about the file as a whole.
  mutating func remark(_ sentence: String) { remarks.append(sentence) }

  public var sentences: [String] {
    kinds.map { what, lines, first in
      let places = lines.prefix(3).map { "\(file):\($0)" }.joined(separator: ", ") + (lines.count > 3 ? ", …" : "")
      return what.replacing("#", with: lines.count.counted("row")) + ": " + places
        + (first.isEmpty ? "" : " (\(first))")
    } + remarks
  }
}
