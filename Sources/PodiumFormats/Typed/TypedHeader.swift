internal import PodiumCore

/// Whether the first of several rows of typed cells names the columns, by the rules of `CSVHeader`.
enum TypedHeader {
  static func isPresent(_ rows: [[(column: Int, value: Value)]]) -> Bool {
    guard rows.count > 1, let first = rows.first else { return true }
    let typed = first.filter { kind($0.value) != nil }
    if typed.isEmpty || looksLikeYears(first.map(\.value)) { return true }
    var below: [Int: [Value]] = [:]
    for row in rows.dropFirst() { for cell in row { below[cell.column, default: []].append(cell.value) } }
    var hasMatch = false
    for cell in first {
      let kinds = Set((below[cell.column] ?? []).map { kind($0) ?? "text" })
      guard kinds.count == 1, let only = kinds.first else { continue }
      if let own = kind(cell.value) { hasMatch = hasMatch || own == only } else if only != "text" { return true }
    }
    return !hasMatch
  }

  private static func kind(_ value: Value) -> String? {
    switch value {
    case .integer, .number: "number"
    case .date, .datetime: "date"
    case .boolean, .text, .bytes, .missing: nil
    }
  }

  private static func looksLikeYears(_ values: [Value]) -> Bool {
    var last = 1799.0
    var years = 0
    for value in values {
      guard let number = value.asNumber else { continue }
      guard number > last, number <= 2100 else { return false }
      last = number
      years += 1
    }
    return years >= 2 && values.contains { if case .text = $0 { true } else { false } }
  }
}
