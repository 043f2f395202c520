public import PodiumCore

extension ColumnValues {
  /// The values with those of other values at some rows (nil: at all); nil for types that cannot be put together as they are
  /// stored.
  public func putting(_ new: ColumnValues, at rows: [Int]?) -> ColumnValues? {
    func put<Element>(_ old: [Element], _ new: [Element]) -> [Element] {
      guard let rows else { return new }
      var values = old
      for row in rows { values[row] = new[row] }
      return values
    }
    guard count == new.count else { return nil }
    switch (self, new) {
    case (.number(let x), .number(let y)): return .number(put(x, y))
    case (.number(let x), .integer(let y)):
      let missing = ColumnValues.missingInteger
      guard let rows else { return .number(y.map { $0 == missing ? .nan : Double($0) }) }
      var values = x
      for row in rows { values[row] = y[row] == missing ? .nan : Double(y[row]) }
      return .number(values)
    case (.integer(let x), .integer(let y)): return .integer(put(x, y))
    case (.boolean(let x), .boolean(let y)): return .boolean(put(x, y))
    case (.date(let x), .date(let y)): return .date(put(x, y))
    case (.datetime(let x), .datetime(let y)): return .datetime(put(x, y))
    case (.text(let x), .text(let y)): return .text(put(x, y))
    default: return nil
    }
  }
}
