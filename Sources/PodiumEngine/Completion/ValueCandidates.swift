internal import PodiumCore
internal import PodiumPlugin

/// The distinct values of a column with their counts, for a list at the prompt.
struct ValueCandidates {
  /// The number of rows read in a column without categories, so that a list appears immediately.
  static let mostRows = 100_000
  /// The number of distinct values counted in such a column; a longer list is of no use.
  static let mostDistinct = 4000
  /// The number of values listed.
  static let mostValues = 1000

  /// The candidates, most frequent first; ordered columns in their order, numbers ascending.
  let candidates: [CompletionCandidate]

  /// Counts the values that begin with the typed text, ignoring case.
  init(of column: Column, beginning typed: String) {
    let start = typed.lowercased()
    func fits(_ text: String) -> Bool { start.isEmpty || text.lowercased().hasPrefix(start) }
    if let categorical = column.categorical {
      candidates = ValueCandidates.levels(categorical, isOrdered: column.type == .ordered, fits)
      return
    }
    let rows = min(column.count, ValueCandidates.mostRows)
    switch column.values {
    case .number, .integer:
      // Numbers are worth listing only if they are few, such as codes and ranks.
      guard let numbers = ValueCandidates.few(column, rows) else {
        candidates = []
        return
      }
      candidates = numbers.ordered { $0.key < $1.key }.map { value, count in
        CompletionCandidate(NumberText.shortest(value), note: ValueCandidates.note(count, rows, column))
      }
    default: candidates = ValueCandidates.texts(column, rows, fits)
    }
  }

  /// The texts, dates and times in the first rows of a column.
  private static func texts(
    _ column: Column, _ rows: Int, _ fits: (String) -> Bool
  ) -> [CompletionCandidate] {
    var counts: [Value: Int] = [:]
    let isText = column.type == .text
    var seen = 0
    while seen < rows, counts.count < mostDistinct {
      let value = column[seen]
      seen += 1
      if value.isMissing { continue }
      // Text needs no conversion; dates and times are only converted if listed.
      if isText, case .text(let text) = value, !fits(text) { continue }
      counts[value, default: 0] += 1
    }
    var written = counts.map { (text: $0.key.fileText, count: $0.value) }
    if !isText { written = written.filter { fits($0.text) } }
    written.sort { a, b in a.count != b.count ? a.count > b.count : CodePointOrder.precedes(a.text, b.text) }
    let isQuoted = column.type != .boolean
    return written.prefix(mostValues).map {
      CompletionCandidate(isQuoted ? Session.quote($0.text) : $0.text, note: note($0.count, seen, column))
    }
  }

  /// How often a value occurs, judging by the rows read.
  private static func note(_ count: Int, _ seen: Int, _ column: Column) -> String {
    (seen < column.count ? "at least " : "") + count.counted("row")
  }

  private static func levels(
    _ categorical: Categorical, isOrdered: Bool, _ fits: (String) -> Bool
  ) -> [CompletionCandidate] {
    var counts = [Int](repeating: 0, count: categorical.levels.count)
    for code in categorical.codes where code >= 0 { counts[Int(code)] += 1 }
    var places = categorical.levels.indices.filter { counts[$0] > 0 && fits(categorical.levels[$0]) }
    if !isOrdered { places.sort { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 } }
    return places.prefix(mostValues).map {
      CompletionCandidate(Session.quote(categorical.levels[$0]), note: counts[$0].counted("row"))
    }
  }

  /// The distinct numbers of a column with at most 50 of them.
  private static func few(_ column: Column, _ rows: Int) -> [Double: Int]? {
    var counts: [Double: Int] = [:]
    for row in 0..<rows {
      let value: Double
      switch column[row] {
      case .number(let number): value = number
      case .integer(let number): value = Double(number)
      default: continue
      }
      counts[value, default: 0] += 1
      if counts.count > 50 { return nil }
    }
    return counts
  }
}
