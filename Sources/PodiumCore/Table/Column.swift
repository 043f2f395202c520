/// The values of a column by type; arrays are shared until one copy is changed.
public enum ColumnValues: Sendable {
  /// Real numbers; NaN stands for missing.
  case number([Double])
  /// Whole numbers; `ColumnValues.missingInteger` stands for missing.
  case integer([Int])
  /// Categories without an order.
  case category(Categorical)
  /// Ordered categories; the list is their order.
  case ordered(Categorical)
  /// Free text.
  case text([String?])
  /// Truth values.
  case boolean([Bool?])
  /// Days.
  case date([CalendarDate?])
  /// Moments in UTC.
  case datetime([Moment?])

  /// The whole number that stands for missing in `integer`; a reader turns the real value into a number column.
  public static let missingInteger = Int.min
}

/// What a column was made from.
public struct ColumnOrigin: Sendable, Hashable {
  /// The columns it was computed from, in order.
  public var columns: [String]
  /// Further columns that chose, grouped, ordered or matched the rows it was computed over: its values tell of theirs, as the
  /// number of clicks of a user does of `clicked`, though theirs cannot be computed from it.
  public var chosenBy: [String]
  /// Whether a row's value depends on other rows, as after an aggregate or a window.
  public var usesOtherRows: Bool

  /// Notes what a column was made from.
  public init(_ columns: [String], chosenBy: [String] = [], usesOtherRows: Bool = false) {
    var known = Set(columns)
    (self.columns, self.usesOtherRows) = (columns, usesOtherRows)
    self.chosenBy = chosenBy.filter { known.insert($0).inserted }
  }

  /// How a column of moments names, among what it was made from, the zone whose clock they show.
  public static func clock(of zone: String) -> String { "clock of " + zone }

  /// What two were made from: this after the other; nil where that is nothing.
  public func joined(with other: ColumnOrigin?) -> ColumnOrigin? {
    var known: Set<String> = []
    let joined = ColumnOrigin(
      ((other?.columns ?? []) + columns).filter { known.insert($0).inserted },
      chosenBy: (other?.chosenBy ?? []) + chosenBy, usesOtherRows: usesOtherRows || other?.usesOtherRows ?? false)
    return joined == ColumnOrigin([]) ? nil : joined
  }

  /// The same without a column, such as the one that it is the origin of.
  public func without(_ name: String) -> ColumnOrigin {
    ColumnOrigin(
      columns.filter { $0 != name }, chosenBy: chosenBy.filter { $0 != name }, usesOtherRows: usesOtherRows)
  }
}

/// A named column of one type with a role; a value, cheap to copy.
public struct Column: Sendable, Equatable {
  /// The name, unique in its table.
  public var name: String
  /// What the column is for.
  public var role: Role
  public let values: ColumnValues
  /// What its numbers stand for, such as directions or durations, or the clock that shows its moments; nil for plain numbers,
  /// moments in UTC and all other types.
  public let scale: NumberScale?
  /// What it was made from; nil for a column that was loaded.
  public var origin: ColumnOrigin?

  /// Makes a column; without a role it is a feature if a learner could use it, else ignored.
  ///
  /// Only numbers and moments have a scale: for types that it does not suit, `scale` is dropped.
  public init(
    _ name: String, _ values: ColumnValues, role: Role? = nil, scale: NumberScale? = nil, origin: ColumnOrigin? = nil
  ) {
    self.name = name
    self.values = scale == .time ? values.withinDay : values
    self.role = role ?? Column.defaultRole(values.type)
    self.scale = scale?.suits(values.type) == true ? scale : nil
    self.origin = origin
  }

  /// The default role: free text and dates are not features.
  public static func defaultRole(_ type: ColumnType) -> Role {
    switch type {
    case .number, .integer, .category, .ordered, .boolean: .feature
    case .text, .date, .datetime: .ignored
    }
  }

  /// The number of rows.
  public var count: Int { values.count }

  /// The type of the values.
  public var type: ColumnType { values.type }

  /// The circle of numbers that come round again, such as directions; nil for all others.
  public var circle: Circle? { scale?.circle }

  /// The zone whose clock shows its moments; nil for moments in UTC and all other types.
  public var zone: Zone? { scale?.zone }

  /// The name of the type that people see: that of the scale where it has one, as `duration`.
  public var typeName: String { scale?.name ?? type.rawValue }

  /// A cell as a file that is read again holds it.
  public func fileText(_ row: Int) -> String { fileText(of: values[row]) }

  /// A value of the column as such a file holds it.
  public func fileText(of value: Value) -> String {
    if case .datetime(let moment) = value, let zone { return zone.text(moment) }
    guard let scale, let number = value.asNumber else { return value.fileText }
    return scale.fileText(number)
  }

  /// Different values as different words: real numbers to 15 digits, which leaves out what calculating in binary adds
  /// (0.30000000000000004), and to all of them where two would look the same.
  package func words(of values: [Value]) -> [String] {
    let short = values.map { value in
      guard case .number(let number) = value else { return fileText(of: value) }
      return fileText(of: .number(NumberText.rounded(number, digits: 15)))
    }
    return Set(short).count == short.count ? short : values.map { fileText(of: $0) }
  }

  /// The value in a row.
  public subscript(row: Int) -> Value { values[row] }

  /// How many rows have no value.
  public var missingCount: Int { values.missingCount }

  /// The column with the given rows in the given order.
  public func selecting(_ rows: [Int], threads: Int = 1) -> Column {
    with(values: values.selecting(rows, threads: threads))
  }

  /// Other values under the same name, role and origin.
  public func with(values: ColumnValues) -> Column {
    Column(name, values, role: role, scale: scale, origin: origin)
  }

  /// The values as doubles, NaN where missing; nil for types that are not numbers.
  public var numbers: [Double]? {
    switch values {
    case .number(let x): x
    case .integer(let x): x.map { $0 == ColumnValues.missingInteger ? .nan : Double($0) }
    case .boolean(let x): x.map { $0.map { $0 ? 1 : 0 } ?? .nan }
    default: nil
    }
  }

  /// The categories, for columns that have them.
  public var categorical: Categorical? {
    switch values {
    case .category(let c), .ordered(let c): c
    default: nil
    }
  }

  /// The same values under another role.
  public func with(role: Role) -> Column { Column(name, values, role: role, scale: scale, origin: origin) }
}

extension ColumnValues {
  /// Numbers as times of day: those beyond a day come round.
  fileprivate var withinDay: ColumnValues {
    let day = 0..<Circle.day.period
    switch self {
    case .number(let x) where !x.allSatisfy({ $0.isNaN || day.contains($0) }):
      return .number(x.map { $0.isFinite ? Circle.day.normalised($0) : .nan })
    case .integer(let x) where !x.allSatisfy({ $0 == ColumnValues.missingInteger || day.contains(Double($0)) }):
      return .integer(x.map { $0 == ColumnValues.missingInteger ? $0 : ($0 % 86_400 + 86_400) % 86_400 })
    default: return self
    }
  }
}

extension ColumnValues: Equatable {
  /// Whether both hold the same type and values; missing equals missing.
  public static func == (a: ColumnValues, b: ColumnValues) -> Bool {
    switch (a, b) {
    case (.number(let x), .number(let y)):
      // Arrays that share their storage are equal at once; NaN needs the second look.
      x == y || (x.count == y.count && zip(x, y).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
    case (.integer(let x), .integer(let y)): x == y
    case (.category(let x), .category(let y)): x == y
    case (.ordered(let x), .ordered(let y)): x == y
    case (.text(let x), .text(let y)): x == y
    case (.boolean(let x), .boolean(let y)): x == y
    case (.date(let x), .date(let y)): x == y
    case (.datetime(let x), .datetime(let y)): x == y
    default: false
    }
  }
}

extension ColumnValues {
  /// The type these values make.
  public var type: ColumnType {
    switch self {
    case .number: .number
    case .integer: .integer
    case .category: .category
    case .ordered: .ordered
    case .text: .text
    case .boolean: .boolean
    case .date: .date
    case .datetime: .datetime
    }
  }

  /// The number of rows.
  public var count: Int {
    switch self {
    case .number(let x): x.count
    case .integer(let x): x.count
    case .category(let x), .ordered(let x): x.codes.count
    case .text(let x): x.count
    case .boolean(let x): x.count
    case .date(let x): x.count
    case .datetime(let x): x.count
    }
  }

  /// How many rows have no value.
  public var missingCount: Int {
    var count = 0
    // Without a branch, so that several values are checked at once.
    switch self {
    case .number(let x): for value in x { count &+= value.isNaN ? 1 : 0 }
    case .integer(let x):
      let missing = ColumnValues.missingInteger
      for value in x { count &+= value == missing ? 1 : 0 }
    case .category(let x), .ordered(let x): for code in x.codes { count &+= code < 0 ? 1 : 0 }
    case .text(let x): count = ColumnValues.gaps(x)
    case .boolean(let x): count = ColumnValues.gaps(x)
    case .date(let x): count = ColumnValues.gaps(x)
    case .datetime(let x): count = ColumnValues.gaps(x)
    }
    return count
  }

  private static func gaps<Value>(_ values: [Value?]) -> Int {
    var count = 0
    for case .none in values { count &+= 1 }
    return count
  }

  /// The value in a row.
  public subscript(row: Int) -> Value {
    switch self {
    case .number(let x): .real(x[row])
    case .integer(let x): x[row] == ColumnValues.missingInteger ? .missing : .integer(x[row])
    case .category(let x), .ordered(let x): x.name(row).map(Value.text) ?? .missing
    case .text(let x): x[row].map(Value.text) ?? .missing
    case .boolean(let x): x[row].map(Value.boolean) ?? .missing
    case .date(let x): x[row].map(Value.date) ?? .missing
    case .datetime(let x): x[row].map(Value.datetime) ?? .missing
    }
  }

  /// The values of the given rows in the given order, missing for rows below 0; every other row must exist.
  public func gathering(_ rows: [Int], threads: Int = 1) -> ColumnValues {
    func all<Element: Sendable>(_ x: [Element], _ missing: Element) -> [Element] {
      ParallelArray.gathered(x, rows, missing: missing, threads: threads)
    }
    return switch self {
    case .number(let x): .number(all(x, .nan))
    case .integer(let x): .integer(all(x, ColumnValues.missingInteger))
    case .category(let x): .category(Categorical(levels: x.levels, codes: all(x.codes, -1)))
    case .ordered(let x): .ordered(Categorical(levels: x.levels, codes: all(x.codes, -1)))
    case .text(let x): .text(all(x, nil))
    case .boolean(let x): .boolean(all(x, nil))
    case .date(let x): .date(all(x, nil))
    case .datetime(let x): .datetime(all(x, nil))
    }
  }

  /// The values of the given rows in the given order; every row must exist.
  public func selecting(_ rows: [Int], threads: Int = 1) -> ColumnValues {
    func all<Element: Sendable>(_ x: [Element]) -> [Element] { ParallelArray.gathered(x, rows, threads: threads) }
    return switch self {
    case .number(let x): .number(all(x))
    case .integer(let x): .integer(all(x))
    case .category(let x): .category(Categorical(levels: x.levels, codes: all(x.codes)))
    case .ordered(let x): .ordered(Categorical(levels: x.levels, codes: all(x.codes)))
    case .text(let x): .text(all(x))
    case .boolean(let x): .boolean(all(x))
    case .date(let x): .date(all(x))
    case .datetime(let x): .datetime(all(x))
    }
  }
}
