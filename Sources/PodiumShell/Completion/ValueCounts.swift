internal import PodiumCore

/// The distinct values of a column with their counts, for a list at the prompt.
struct ValueCounts {
  /// Rows of a column without categories that are looked at: a list must be there before the finger has left the key.
  static let mostRows = 100_000
  /// Values listed.
  static let mostValues = 1000

  /// The candidates, most frequent first; those of ordered columns in their order, numbers rising.
  let candidates: [CompletionCandidate]

  /// Counts the values that begin with what is typed, whatever the case.
  init(of column: Column, beginning typed: String) {
    let start = typed.lowercased()
    func fits(_ text: String) -> Bool { start.isEmpty || text.lowercased().hasPrefix(start) }
    if let categorical = column.categorical {
      candidates = ValueCounts.levels(categorical, isOrdered: column.type == .ordered, fits)
      return
    }
    let rows = min(column.count, ValueCounts.mostRows)
    let isPart = rows < column.count
    func note(_ count: Int) -> String { (isPart ? "at least " : "") + count.counted("row") }
    switch column.values {
    case .number, .integer:
      // Numbers are worth a list where they are few, as codes and ranks are.
      guard let numbers = ValueCounts.few(column, rows) else {
        candidates = []
        return
      }
      candidates = numbers.sorted { $0.key < $1.key }.map { value, count in
        CompletionCandidate(NumberText.shortest(value), note: note(count))
      }
    default:
      var counts: [String: Int] = [:]
      for row in 0..<rows {
        let value = column[row]
        if value.isMissing { continue }
        let text = value.fileText
        if fits(text) { counts[text, default: 0] += 1 }
      }
      let isText = column.type != .boolean
      let sorted = counts.sorted { a, b in
        a.value != b.value ? a.value > b.value : CodePointOrder.precedes(a.key, b.key)
      }
      candidates = sorted.prefix(ValueCounts.mostValues).map {
        CompletionCandidate(isText ? Session.quote($0.key) : $0.key, note: note($0.value))
      }
    }
  }

  private static func levels(
    _ categorical: Categorical, isOrdered: Bool, _ fits: (String) -> Bool
  ) -> [CompletionCandidate] {
    var counts = [Int](repeating: 0, count: categorical.levels.count)
    for code in categorical.codes where code >= 0 { counts[Int(code)] += 1 }
    var places = categorical.levels.indices.filter { fits(categorical.levels[$0]) }
    if !isOrdered { places.sort { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 } }
    return places.prefix(mostValues).map {
      CompletionCandidate(Session.quote(categorical.levels[$0]), note: counts[$0].counted("row"))
    }
  }

  /// The numbers of a column that has at most 50 of them.
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
