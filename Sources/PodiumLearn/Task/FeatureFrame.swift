public import PodiumCore

/// A feature as a recipe sees it: numbers, or categories still to be encoded.
public struct FeatureColumn: Sendable, Equatable {
  /// The name as it is now (`base=Black`).
  public let name: String
  /// The column of the table it was made from (`base`).
  public let source: String
  /// The values, one per row.
  public let values: FeatureValues
  /// The circle of numbers that come round again; nil for all others.
  public let circle: Circle?

  public init(name: String, source: String, values: FeatureValues, circle: Circle? = nil) {
    self.name = name
    self.source = source
    self.values = values
    self.circle = circle
  }

  /// Reads a column of a table; booleans become the categories false and true.
  ///
  /// Throws `bad-feature` for text and dates, which no learner can use.
  public init(_ column: Column) throws(Diagnostic) {
    switch column.values {
    case .number(let x): values = .numbers(x)
    case .integer: values = .numbers(column.numbers ?? [])
    case .category(let x): values = .categories(x, isOrdered: false)
    case .ordered(let x): values = .categories(x, isOrdered: true)
    case .boolean(let x):
      let codes = x.map { value -> Int32 in value.map { $0 ? 1 : 0 } ?? -1 }
      values = .categories(Categorical(levels: ["false", "true"], codes: codes), isOrdered: false)
    case .text, .date, .datetime:
      throw Diagnostic(
        "bad-feature",
        "feature '\(column.name)' has type \(column.type.rawValue), which no learner can use",
        help: "remove it with features drop=COLUMN, or make a number or category from it")
    }
    name = column.name
    source = column.name
    circle = column.circle
  }
}

public enum FeatureValues: Sendable, Equatable {
  /// Real numbers; NaN stands for missing.
  case numbers([Double])
  /// Categories, and whether their order means something.
  case categories(Categorical, isOrdered: Bool)

  /// Whether both hold the same values; missing equals missing.
  public static func == (a: FeatureValues, b: FeatureValues) -> Bool {
    switch (a, b) {
    case (.numbers(let x), .numbers(let y)): ColumnValues.number(x) == .number(y)
    case (.categories(let x, let i), .categories(let y, let j)): x == y && i == j
    default: false
    }
  }

  /// Whether no row of the table had a value.
  var isEmpty: Bool { if case .categories(let x, _) = self { x.levels.isEmpty } else { false } }

  /// How many rows have no value.
  public var missingCount: Int {
    switch self {
    case .numbers(let x): x.count { $0.isNaN }
    case .categories(let x, _): x.codes.count { $0 < 0 }
    }
  }

  /// Whether all rows have one value, or none has one.
  public var isConstant: Bool {
    switch self {
    case .numbers(let x): x.allSatisfy { $0 == x.first || $0.isNaN && x.first?.isNaN == true }
    case .categories(let x, _): x.codes.allSatisfy { $0 == x.codes.first }
    }
  }

  /// The values of the given rows in the given order; every row must exist.
  public func selecting(rows: [Int]) -> FeatureValues {
    switch self {
    case .numbers(let x): .numbers(rows.map { x[$0] })
    case .categories(let x, let isOrdered):
      .categories(Categorical(levels: x.levels, codes: rows.map { x.codes[$0] }), isOrdered: isOrdered)
    }
  }
}

/// The features of some rows: columns of equal length in order.
public struct FeatureFrame: Sendable, Equatable {
  /// The columns in order.
  public let columns: [FeatureColumn]
  /// The number of rows; kept apart, since a recipe may leave no columns.
  public let rowCount: Int

  /// Makes a frame; every column must have `rowCount` rows.
  public init(columns: [FeatureColumn], rowCount: Int) {
    self.columns = columns
    self.rowCount = rowCount
  }

  /// The names of the columns in order.
  public var names: [String] { columns.map(\.name) }

  /// The frame with the given rows in the given order; every row must exist.
  public func selecting(rows: [Int]) -> FeatureFrame {
    let chosen = columns.map {
      FeatureColumn(name: $0.name, source: $0.source, values: $0.values.selecting(rows: rows), circle: $0.circle)
    }
    return FeatureFrame(columns: chosen, rowCount: rows.count)
  }

  /// The frame as numbers, rows × columns.
  ///
  /// Throws `not-numeric` for a category column, `missing-values` and `not-finite`, each naming the column. With
  /// `allowingMissing`, NaN stands for missing.
  public func matrix(allowingMissing: Bool = false) throws(Diagnostic) -> Matrix {
    try MemoryLimits().check(
      "a matrix of \(rowCount) rows and \(columns.count.counted("feature"))",
      bytes: MemoryLimits.bytes(rowCount, times: columns.count), most: .max, help: "use fewer rows or features")
    var lists: [[Double]] = []
    for column in columns {
      guard case .numbers(let values) = column.values else {
        // A column without any value is read as categories.
        if column.values.isEmpty {
          throw Diagnostic(
            "not-numeric", "feature '\(column.name)' has no values",
            help: "type: features drop=\(CommandText.column(column.name))")
        }
        throw Diagnostic(
          "not-numeric", "feature '\(column.name)' has categories, but the learner needs numbers",
          help: "type: encode")
      }
      if values.contains(where: { !$0.isFinite && !(allowingMissing && $0.isNaN) }) {
        if !allowingMissing, values.contains(where: \.isNaN) {
          throw .missingValues(column.name, count: values.count { $0.isNaN })
        }
        throw Diagnostic(
          "not-finite", "feature '\(column.name)' has \(values.count { $0.isInfinite }.counted("infinite value"))",
          help: "omit those rows: if abs(COLUMN) < 1e300")
      }
      lists.append(values)
    }
    return Matrix(columns: lists, rows: rowCount)
  }
}

extension Diagnostic {
  /// That a feature has missing values, which a step needs filled in; without a step that nothing fills them in.
  public static func missingValues(_ column: String, count: Int, before step: String? = nil) -> Diagnostic {
    Diagnostic(
      "missing-values", "feature '\(column)' has \(count) missing \(count == 1 ? "value" : "values")",
      help: step.map { "put an impute step before \($0)" } ?? "type: impute")
  }
}
