/// The values of an expression in a range of places, one array for each type.
///
/// Missing is NaN, `ColumnValues.missingInteger`, 2 among truth values, a code below 0 and nil.
enum Vector: Sendable {
  /// Real numbers.
  case numbers([Double])
  /// Whole numbers.
  case integers([Int])
  /// 0 for false, 1 for true, 2 for missing.
  case truths([UInt8])
  /// Places in the dictionary of the expression, which is known once it is bound.
  case codes([Int32])
  /// Text without a dictionary.
  case texts([String?])
  case days([CalendarDate?])
  case moments([Moment?])

  /// How many places are computed together: the arrays of some operands fit into the first caches.
  static let block = 4096

  /// Calls `body` with memory for some blocks.
  ///
  /// On the heap: parts within parts each have their own, and those of a deep expression would fill the stack.
  @inline(__always)
  static func withBlocks<Element: BitwiseCopyable>(
    _ count: Int, of type: Element.Type, _ body: (UnsafeMutablePointer<Element>) -> Void
  ) {
    let room = UnsafeMutablePointer<Element>.allocate(capacity: count * block)
    body(room)
    room.deallocate()
  }

  /// The number of places.
  var count: Int {
    switch self {
    case .numbers(let x): x.count
    case .integers(let x): x.count
    case .truths(let x): x.count
    case .codes(let x): x.count
    case .texts(let x): x.count
    case .days(let x): x.count
    case .moments(let x): x.count
    }
  }

  /// The value at a place; codes are read in a dictionary.
  func value(_ place: Int, _ dictionary: [String]?) -> Value {
    switch self {
    case .numbers(let x): return .real(x[place])
    case .integers(let x): return x[place] == ColumnValues.missingInteger ? .missing : .integer(x[place])
    case .truths(let x): return x[place] > 1 ? .missing : .boolean(x[place] == 1)
    case .codes(let x):
      guard let dictionary, x[place] >= 0 else { return .missing }
      return .text(dictionary[Int(x[place])])
    case .texts(let x): return x[place].map(Value.text) ?? .missing
    case .days(let x): return x[place].map(Value.date) ?? .missing
    case .moments(let x): return x[place].map(Value.datetime) ?? .missing
    }
  }

  /// Adds the places of a vector of the same case.
  mutating func append(_ other: Vector) {
    switch (self, other) {
    case (.numbers(var x), .numbers(let y)):
      self = .numbers([])
      x += y
      self = .numbers(x)
    case (.integers(var x), .integers(let y)):
      self = .integers([])
      x += y
      self = .integers(x)
    case (.truths(var x), .truths(let y)):
      self = .truths([])
      x += y
      self = .truths(x)
    case (.codes(var x), .codes(let y)):
      self = .codes([])
      x += y
      self = .codes(x)
    case (.texts(var x), .texts(let y)):
      self = .texts([])
      x += y
      self = .texts(x)
    case (.days(var x), .days(let y)):
      self = .days([])
      x += y
      self = .days(x)
    case (.moments(var x), .moments(let y)):
      self = .moments([])
      x += y
      self = .moments(x)
    default: preconditionFailure("the blocks of an expression are of one type")
    }
  }

  /// The places of a range.
  func slice(_ range: Range<Int>) -> Vector {
    switch self {
    case .numbers(let x): .numbers(Array(x[range]))
    case .integers(let x): .integers(Array(x[range]))
    case .truths(let x): .truths(Array(x[range]))
    case .codes(let x): .codes(Array(x[range]))
    case .texts(let x): .texts(Array(x[range]))
    case .days(let x): .days(Array(x[range]))
    case .moments(let x): .moments(Array(x[range]))
    }
  }

  /// The values at some places; a place below 0 gives a missing value.
  func gather(_ places: [Int]) -> Vector {
    switch self {
    case .numbers(let x): .numbers(places.map { $0 < 0 ? .nan : x[$0] })
    case .integers(let x): .integers(places.map { $0 < 0 ? ColumnValues.missingInteger : x[$0] })
    case .truths(let x): .truths(places.map { $0 < 0 ? 2 : x[$0] })
    case .codes(let x): .codes(places.map { $0 < 0 ? -1 : x[$0] })
    case .texts(let x): .texts(places.map { $0 < 0 ? nil : x[$0] })
    case .days(let x): .days(places.map { $0 < 0 ? nil : x[$0] })
    case .moments(let x): .moments(places.map { $0 < 0 ? nil : x[$0] })
    }
  }

  /// For each place whether it has a value.
  var presence: [Bool] {
    switch self {
    case .numbers(let x): x.map { !$0.isNaN }
    case .integers(let x): x.map { $0 != ColumnValues.missingInteger }
    case .truths(let x): x.map { $0 < 2 }
    case .codes(let x): x.map { $0 >= 0 }
    case .texts(let x): x.map { $0 != nil }
    case .days(let x): x.map { $0 != nil }
    case .moments(let x): x.map { $0 != nil }
    }
  }

  /// The values as doubles, NaN where missing; truth values count 0 and 1.
  var asNumbers: [Double] {
    switch self {
    case .numbers(let x): x
    case .integers(let x): x.map { $0 == ColumnValues.missingInteger ? .nan : Double($0) }
    case .truths(let x): x.map { $0 > 1 ? .nan : Double($0) }
    default: [Double](repeating: .nan, count: count)
    }
  }

  /// The texts, read in a dictionary where they are codes.
  func asTexts(_ dictionary: [String]?) -> [String?] {
    switch self {
    case .texts(let x): return x
    case .codes(let x):
      guard let dictionary else { return [String?](repeating: nil, count: x.count) }
      return x.map { $0 < 0 ? nil : dictionary[Int($0)] }
    default: return [String?](repeating: nil, count: count)
    }
  }

  /// A column's values.
  init(_ values: ColumnValues) {
    switch values {
    case .number(let x): self = .numbers(x)
    case .integer(let x): self = .integers(x)
    case .category(let x), .ordered(let x): self = .codes(x.codes)
    case .text(let x): self = .texts(x)
    case .boolean(let x): self = .truths(x.map { $0.map { $0 ? 1 : 0 } ?? 2 })
    case .date(let x): self = .days(x)
    case .datetime(let x): self = .moments(x)
    }
  }

  /// The values as those of a column; categories are in code-point order, or in `order` where there is one.
  func columnValues(_ dictionary: [String]?, order: [String]?) -> ColumnValues {
    switch self {
    case .numbers(let x): return .number(x)
    case .integers(let x): return .integer(x)
    case .truths(let x): return .boolean(x.map { $0 > 1 ? nil : $0 == 1 })
    case .codes(let x):
      if let order { return .ordered(Categorical(levels: order, codes: x)) }
      return .category(Categorical(levels: dictionary ?? [], codes: x).withoutUnused().sortedByCodePoint())
    case .texts(let x): return .text(x)
    case .days(let x): return .date(x)
    case .moments(let x): return .datetime(x)
    }
  }
}

/// Why cells of an expression are missing although what they were computed from is there.
public struct ExpressionGaps: Sendable, Equatable {
  /// Divisions by zero.
  public var divisions = 0
  /// Results beyond the range of their type.
  public var overflows = 0
  /// Arguments for which a function has no value, such as log of −1.
  public var domains = 0
  /// Texts that are not numbers.
  public var unread = 0
  /// Texts that could be two numbers, such as `1,250`.
  public var ambiguous = 0

  /// Nothing was counted yet.
  public init() {}

  /// The counts by name.
  enum Reason: Sendable { case divisions, overflows, domains, unread, ambiguous }

  /// The count of a reason.
  subscript(_ reason: Reason) -> Int {
    get {
      switch reason {
      case .divisions: divisions
      case .overflows: overflows
      case .domains: domains
      case .unread: unread
      case .ambiguous: ambiguous
      }
    }
    set {
      switch reason {
      case .divisions: divisions = newValue
      case .overflows: overflows = newValue
      case .domains: domains = newValue
      case .unread: unread = newValue
      case .ambiguous: ambiguous = newValue
      }
    }
  }

  /// Adds the counts of other places.
  mutating func add(_ other: ExpressionGaps) {
    divisions += other.divisions
    overflows += other.overflows
    domains += other.domains
    unread += other.unread
    ambiguous += other.ambiguous
  }

  /// The reasons in words, each with its count; empty where there are none.
  public var reasons: [String] {
    [
      (divisions, "division by zero", "divisions by zero"), (overflows, "overflow", "overflows"),
      (domains, "value outside the domain of a function", "values outside the domain of a function"),
      (unread, "text that is not a number", "texts that are not numbers"),
      (ambiguous, "text that could be two numbers", "texts that could be two numbers"),
    ].filter { $0.0 > 0 }.map { $0.0.counted($0.1, plural: $0.2) }
  }
}
