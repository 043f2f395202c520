public import PodiumCore

/// Values of several columns below each other.
public enum Stacking {
  /// The type that any mixture of types can become.
  private static func widest(_ types: [String]) -> String {
    types.contains("text") || !types.contains { ["category", "ordered"].contains($0) } ? "text" : "category"
  }

  /// The scale of columns below each other, which all of them have; nil where they differ.
  public static func scale(_ columns: [Column]) -> NumberScale? {
    let scales = Set(columns.map(\.scale))
    return scales.count == 1 ? scales.first ?? nil : nil
  }

  /// The values of the parts one after another; nil stands for a part without the column, of so many rows.
  ///
  /// Whole numbers beside real ones become numbers, categories beside text become text, and categories are joined in
  /// code-point order; ordered ones stay ordered where all have the same list. Throws `wrong-type` for other mixtures.
  public static func stacked(
    _ parts: [(values: ColumnValues?, count: Int)], named names: [String]
  ) throws(Diagnostic) -> ColumnValues {
    let types = parts.compactMap { $0.values?.type }
    guard let type = common(types) else {
      var found: [String] = []
      for type in types where !found.contains(type.rawValue) { found.append(type.rawValue) }
      throw Diagnostic(
        "wrong-type",
        names.count > 1
          ? "columns \(names.map(Abridged.quoted).joined(separator: " and ")) have different types: "
            + found.joined(separator: " and ")
          : "column \(Abridged.quoted(names.first ?? "")) has different types: " + found.joined(separator: " and "),
        help: "give them one type first: type \(names.map(CommandText.word).joined(separator: " ")) \(widest(found))")
    }
    func all<Element>(_ missing: Element, _ own: (ColumnValues) -> [Element]?) -> [Element] {
      var values: [Element] = []
      values.reserveCapacity(parts.reduce(0) { $0 + $1.count })
      for part in parts { values += part.values.flatMap(own) ?? [Element](repeating: missing, count: part.count) }
      return values
    }
    switch type {
    case .number:
      return .number(
        all(Double.nan) { values in
          switch values {
          case .number(let x): x
          case .integer(let x): x.map { $0 == ColumnValues.missingInteger ? .nan : Double($0) }
          default: nil
          }
        })
    case .integer: return .integer(all(ColumnValues.missingInteger) { if case .integer(let x) = $0 { x } else { nil } })
    case .boolean: return .boolean(all(Bool?.none) { if case .boolean(let x) = $0 { x } else { nil } })
    case .date: return .date(all(CalendarDate?.none) { if case .date(let x) = $0 { x } else { nil } })
    case .datetime: return .datetime(all(Moment?.none) { if case .datetime(let x) = $0 { x } else { nil } })
    case .text: return .text(all(String?.none) { texts($0) })
    case .category, .ordered:
      let lists = parts.compactMap { $0.values.flatMap(categorical) }
      let isOrdered = type == .ordered && lists.allSatisfy { $0.levels == lists[0].levels }
      var places: [String: Int32] = [:]
      var names: [String] = []
      for name in lists.flatMap(\.levels) where places[name] == nil {
        places[name] = Int32(clamping: names.count)
        names.append(name)
      }
      let codes = all(Int32(-1)) { values in
        categorical(values).map { own in
          let new = own.levels.map { places[$0] ?? -1 }
          return own.codes.map { $0 < 0 ? -1 : new[Int($0)] }
        }
      }
      let stacked = Categorical(levels: names, codes: codes)
      return isOrdered ? .ordered(stacked) : .category(stacked.sortedByCodePoint())
    }
  }

  /// The type that holds values of all these types; nil where there is none.
  private static func common(_ types: [ColumnType]) -> ColumnType? {
    let kinds = Set(types)
    if kinds.count == 1 { return types[0] }
    if kinds.isSubset(of: [.number, .integer]) { return .number }
    if kinds.isSubset(of: [.category, .ordered]) { return .category }
    return kinds.isSubset(of: [.category, .ordered, .text]) ? .text : nil
  }

  private static func categorical(_ values: ColumnValues) -> Categorical? {
    switch values {
    case .category(let x), .ordered(let x): x
    default: nil
    }
  }

  static func texts(_ values: ColumnValues) -> [String?]? {
    switch values {
    case .text(let x): x
    case .category(let x), .ordered(let x): x.codes.map { $0 < 0 ? nil : x.levels[Int($0)] }
    default: nil
    }
  }
}
