/// The texts that stand for a missing value.
///
/// A cell is missing if its content without surrounding spaces is one of them, letter for letter; a quoted cell counts
/// with its spaces. In a column of words what is in quotes is text, so that `"NA"` and `""` can be written; only words that
/// the user named are missing there too, and all of them if the file puts quotes around everything
/// (`CellGrid.quotesEverything`).
struct MissingWords: Sendable {
  static let standard = ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null"]

  private let words: [[UInt8]]
  private let longest: Int
  /// Whether a word begins with a byte, which rules out most cells quickly.
  private let firstBytes: [Bool]
  let mayBeNumber: Bool
  /// Whether the empty cell is missing in columns of words too; in other columns it always is.
  let includesEmpty: Bool
  /// Whether a cell in quotes can be missing, as the user says; nil where the file decides for columns of words.
  let quoted: Bool?
  /// Whether a cell in quotes can be missing in a column of words.
  var includesQuotedWords: Bool
  /// The words that the user named.
  private let named: [[UInt8]]

  init(_ list: [String] = standard, quoted: Bool? = nil) {
    words = list.map { Array($0.utf8) }.filter { !$0.isEmpty }
    longest = words.map(\.count).max() ?? 0
    var firstBytes = [Bool](repeating: false, count: 256)
    for word in words { firstBytes[Int(word[0])] = true }
    self.firstBytes = firstBytes
    mayBeNumber = words.contains { $0[0] &- 0x30 < 10 || $0[0] == 0x2D || $0[0] == 0x2E }
    includesEmpty = list.contains("")
    self.quoted = quoted
    includesQuotedWords = quoted ?? false
    // A list that lacks a usual word replaces all of them.
    let isOwn = MissingWords.standard.contains { !list.contains($0) }
    named = list.filter { isOwn || !MissingWords.standard.contains($0) }.map { Array($0.utf8) }
  }

  /// Whether a cell with this core is missing.
  @inline(__always)
  func contains(_ cell: Cell, _ core: Range<Int>, in text: Span<UInt8>) -> Bool {
    if cell.isAbsent { return true }
    if core.isEmpty { return includesEmpty && (quoted != false || !cell.isQuoted) }
    if core.count > longest || !firstBytes[Int(text[core.lowerBound])] { return false }
    return MissingWords.holds(words, core, in: text) && (quoted != false || !cell.isQuoted)
  }

  /// Whether a cell of a column of words is missing.
  @inline(__always)
  func containsWord(_ cell: Cell, _ core: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard contains(cell, core, in: text) else { return false }
    return !cell.isQuoted || includesQuotedWords || MissingWords.holds(named, core, in: text)
  }

  private static func holds(_ words: [[UInt8]], _ core: Range<Int>, in text: Span<UInt8>) -> Bool {
    for word in words where word.count == core.count {
      var i = 0
      while i < word.count, word[i] == text[core.lowerBound + i] { i += 1 }
      if i == word.count { return true }
    }
    return false
  }

  /// Lets the rows of a file decide about quotes, as far as the user leaves it open.
  mutating func settle(_ grid: CellGrid, from first: Int) {
    if quoted == nil { includesQuotedWords = grid.quotesEverything(from: first) }
  }
}
