/// The texts that stand for a missing value.
///
/// A cell is missing if its content without surrounding spaces is one of them, letter for letter; a quoted
/// cell counts with its spaces, and not at all if `includesQuoted` is false.
struct MissingWords: Sendable {
  /// The default list.
  static let standard = ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null"]

  private let words: [[UInt8]]
  private let longest: Int
  /// Whether a word begins with a byte, which rules out most cells quickly.
  private let firstBytes: [Bool]
  /// Whether one of the words may be a number or a day.
  let mayBeNumber: Bool
  /// Whether the empty cell is missing in columns of words too; in other columns it always is.
  let includesEmpty: Bool
  /// Whether a cell in quotes can be missing.
  let includesQuoted: Bool

  init(_ list: [String] = standard, includesQuoted: Bool = true) {
    words = list.map { Array($0.utf8) }.filter { !$0.isEmpty }
    longest = words.map(\.count).max() ?? 0
    var firstBytes = [Bool](repeating: false, count: 256)
    for word in words { firstBytes[Int(word[0])] = true }
    self.firstBytes = firstBytes
    mayBeNumber = words.contains { $0[0] &- 0x30 < 10 || $0[0] == 0x2D || $0[0] == 0x2E }
    includesEmpty = list.contains("")
    self.includesQuoted = includesQuoted
  }

  /// Whether a cell with this core is missing.
  @inline(__always)
  func contains(_ cell: Cell, _ core: Range<Int>, in text: Span<UInt8>) -> Bool {
    if cell.isAbsent { return true }
    if core.isEmpty { return includesEmpty && (includesQuoted || !cell.isQuoted) }
    if core.count > longest || !firstBytes[Int(text[core.lowerBound])] { return false }
    return matches(core, in: text) && (includesQuoted || !cell.isQuoted)
  }

  private func matches(_ core: Range<Int>, in text: Span<UInt8>) -> Bool {
    for word in words where word.count == core.count {
      var i = 0
      while i < word.count, word[i] == text[core.lowerBound + i] { i += 1 }
      if i == word.count { return true }
    }
    return false
  }
}
