internal import CSQLite
internal import PodiumCore

/// What a virtual table does for SQLite before its rows are read: comparisons with constants, and an order of the rows.
struct TablePlan {
  /// A comparison of a column with a constant.
  struct Test {
    let column: Int
    let operation: Int32
  }

  /// A column that the rows are ordered by; missing values come first, or last where it is descending.
  struct Key {
    let column: Int
    let isDescending: Bool
  }

  var tests: [Test] = []
  var order: [Key] = []

  var isEmpty: Bool { tests.isEmpty && order.isEmpty }

  init() {}

  /// The plan as SQLite keeps it between planning and running: numbers, two for each part.
  var text: String {
    (tests.flatMap { [0, $0.column, Int($0.operation)] } + order.flatMap { [1, $0.column, $0.isDescending ? 1 : 0] })
      .map { String($0) }.joined(separator: " ")
  }

  /// Reads a plan back.
  init(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    for start in stride(from: 0, to: numbers.count - 2, by: 3) {
      let (kind, column, last) = (numbers[start], numbers[start + 1], numbers[start + 2])
      if kind == 0 {
        tests.append(Test(column: column, operation: Int32(clamping: last)))
      } else {
        order.append(Key(column: column, isDescending: last == 1))
      }
    }
  }

  /// The comparisons that a table can answer itself.
  static let operations = [
    SQLITE_INDEX_CONSTRAINT_EQ, SQLITE_INDEX_CONSTRAINT_GT, SQLITE_INDEX_CONSTRAINT_GE, SQLITE_INDEX_CONSTRAINT_LT,
    SQLITE_INDEX_CONSTRAINT_LE,
  ]
}

extension SharedTable {
  /// Whether a column can be compared with a constant as SQLite would.
  func canTest(_ column: Int, _ operation: Int32, _ constant: OpaquePointer) -> Bool {
    guard values.indices.contains(column) else { return false }
    switch (values[column], sqlite3_value_type(constant)) {
    // A whole number that no double holds is left to SQLite.
    case (.number, SQLITE_INTEGER): return sqlite3_value_int64(constant).magnitude <= 1 << 53
    case (.number, SQLITE_FLOAT), (.integer, SQLITE_INTEGER): return true
    case (.category, SQLITE_TEXT), (.ordered, SQLITE_TEXT): return operation == SQLITE_INDEX_CONSTRAINT_EQ
    default: return false
    }
  }

  /// Whether the rows can be given in the order of a column; dates are texts for SQLite, whose order differs beyond year 9999.
  func canOrder(by column: Int) -> Bool {
    guard values.indices.contains(column) else { return false }
    return switch values[column] {
    case .number, .integer, .category, .ordered: true
    case .boolean, .text, .date, .datetime: false
    }
  }

  /// The places that meet a plan, in its order; nil where it was interrupted.
  func places(of plan: TablePlan, _ constants: [OpaquePointer], cancellation: Cancellation) -> [UInt32]? {
    var places: [UInt32]?
    for (test, constant) in zip(plan.tests, constants) {
      guard !cancellation.isCancelled else { return nil }
      places = filtered(places, test, constant)
    }
    var order = places ?? (0..<count).map { UInt32(truncatingIfNeeded: $0) }
    // From the last key to the first: each sort is stable.
    for key in plan.order.reversed() {
      let words = words(key)
      guard (try? RadixSort.sort(&order, by: words, cancellation: cancellation)) != nil else { return nil }
    }
    return order
  }

  private func filtered(_ places: [UInt32]?, _ test: TablePlan.Test, _ constant: OpaquePointer) -> [UInt32] {
    switch values[test.column] {
    case .number(let x):
      let wanted = sqlite3_value_double(constant)
      // A missing number meets no comparison.
      switch test.operation {
      case SQLITE_INDEX_CONSTRAINT_GT: return kept(places) { x[$0] > wanted }
      case SQLITE_INDEX_CONSTRAINT_GE: return kept(places) { x[$0] >= wanted }
      case SQLITE_INDEX_CONSTRAINT_LT: return kept(places) { x[$0] < wanted }
      case SQLITE_INDEX_CONSTRAINT_LE: return kept(places) { x[$0] <= wanted }
      default: return kept(places) { x[$0] == wanted }
      }
    case .integer(let x):
      let (wanted, missing) = (Int(sqlite3_value_int64(constant)), ColumnValues.missingInteger)
      switch test.operation {
      case SQLITE_INDEX_CONSTRAINT_GT: return kept(places) { x[$0] > wanted && x[$0] != missing }
      case SQLITE_INDEX_CONSTRAINT_GE: return kept(places) { x[$0] >= wanted && x[$0] != missing }
      case SQLITE_INDEX_CONSTRAINT_LT: return kept(places) { x[$0] < wanted && x[$0] != missing }
      case SQLITE_INDEX_CONSTRAINT_LE: return kept(places) { x[$0] <= wanted && x[$0] != missing }
      default: return kept(places) { x[$0] == wanted && x[$0] != missing }
      }
    case .category(let x), .ordered(let x):
      let text = sqlite3_value_text(constant).map { String(cString: $0) } ?? ""
      let bytes = Int(sqlite3_value_bytes(constant))
      // A text with a zero byte is longer than it reads, and equals no category.
      guard text.utf8.count == bytes, let place = x.levels.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) })
      else { return [] }
      let code = Int32(clamping: place)
      return kept(places) { x.codes[$0] == code }
    default: return places ?? (0..<count).map { UInt32(truncatingIfNeeded: $0) }
    }
  }

  @inline(__always)
  private func kept(_ places: [UInt32]?, _ test: (Int) -> Bool) -> [UInt32] {
    let most = places?.count ?? count
    return [UInt32](unsafeUninitializedCapacity: most + 1) { out, filled in
      var next = 0
      // Each place is written, and kept only where the test is met: no branch to predict.
      for number in 0..<most {
        let place = places.map { Int($0[number]) } ?? number
        out[next] = UInt32(truncatingIfNeeded: place)
        next &+= test(rows?[place] ?? place) ? 1 : 0
      }
      filled = next
    }
  }

  /// Numbers that compare as SQLite compares the cells: missing is less than all.
  private func words(_ key: TablePlan.Key) -> [UInt64] {
    func map<Element>(_ x: [Element], _ word: (Element) -> UInt64) -> [UInt64] {
      let turn: UInt64 = key.isDescending ? .max : 0
      return rows.map { $0.map { word(x[$0]) ^ turn } } ?? x.map { word($0) ^ turn }
    }
    switch values[key.column] {
    case .number(let x): return map(x) { $0.isNaN ? 0 : RadixSort.key($0) }
    case .integer(let x): return map(x) { UInt64(bitPattern: Int64($0)) ^ (1 << 63) }
    case .category(let x), .ordered(let x):
      var ranks = [UInt64](repeating: 0, count: x.levels.count + 1)
      let order = CodePointOrder.places(of: x.levels)
      for (rank, place) in order.enumerated() { ranks[place + 1] = UInt64(rank) + 1 }
      return map(x.codes) { ranks[Int($0) + 1] }
    case .boolean(let x): return map(x) { $0.map { $0 ? 2 : 1 } ?? 0 }
    case .date(let x): return map(ranks(x.map { $0?.description })) { $0 }
    case .datetime(let x): return map(ranks(x.map { $0?.description })) { $0 }
    case .text(let x): return map(ranks(x)) { $0 }
    }
  }

  /// The place of each text among all of them, from 1; 0 for missing.
  private func ranks(_ texts: [String?]) -> [UInt64] {
    var ranks = [UInt64](repeating: 0, count: texts.count)
    let known = texts.indices.filter { texts[$0] != nil }
    let order = known.inCodePointOrder { texts[$0] ?? "" }
    for (place, row) in order.enumerated() {
      let isSame = place > 0 && texts[order[place - 1]]?.utf8.elementsEqual((texts[row] ?? "").utf8) == true
      ranks[row] = isSame ? ranks[order[place - 1]] : UInt64(place) + 1
    }
    return ranks
  }
}
