public import PodiumCore

/// The columns of a regression as numbers, over the rows in which all of them are known.
///
/// A column with categories becomes a column of 0 and 1 for each category but the first that occurs, its reference; a circular one
/// its sine and cosine.
public struct Design: Sendable {
  /// One column of numbers.
  public struct Term: Sendable, Equatable {
    /// The column, with its category: `grind[B]`.
    public let name: String
    /// The same as a field of a result: `grind.B`.
    public let field: String
  }

  public private(set) var terms: [Term] = []
  /// Of each column with categories the one that the others are compared with.
  public private(set) var references: [(column: String, level: String)] = []
  /// The rows of the table that are used.
  public let rows: [Int]
  private(set) var values: [[Double]] = []
  /// For each term the column it is of.
  private(set) var columns: [String] = []

  /// The most columns of numbers.
  public static let mostTerms = 500

  /// Makes the columns from `rows` of a table in which `others` are known too, then the products of each two of those that
  /// `interact`, by their names.
  ///
  /// Throws `wrong-column-type`, `too-many-values` and `too-large`.
  public init(
    _ columns: [Column], beside others: [Column], interact: [String] = [], rows: [Int], _ cancellation: Cancellation
  ) throws(Diagnostic) {
    var isKnown = [Bool](repeating: true, count: rows.count)
    for column in columns + others {
      try cancellation.check()
      if let numbers = column.numbers {
        for (place, row) in rows.enumerated() where !numbers[row].isFinite { isKnown[place] = false }
      } else {
        for (place, row) in rows.enumerated() where column[row].isMissing { isKnown[place] = false }
      }
    }
    self.rows = zip(rows, isKnown).filter(\.1).map(\.0)
    for column in columns { try add(column, cancellation) }
    for (place, first) in interact.enumerated() {
      for second in interact[(place + 1)...] { try addProducts(first, second, cancellation) }
    }
  }

  /// The product of each column of numbers of one column with each of another.
  private mutating func addProducts(
    _ first: String, _ second: String, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    let (left, right) = (terms.indices.filter { columns[$0] == first }, terms.indices.filter { columns[$0] == second })
    let name = "\(first):\(second)"
    guard terms.count + left.count * right.count <= Design.mostTerms else {
      throw Diagnostic(
        "too-many-values",
        "'\(name)' has \(left.count * right.count) products; a regression takes at most \(Design.mostTerms) columns of numbers"
      )
    }
    try cancellation.memory.check(
      "the products of '\(name)'", bytes: MemoryLimits.bytes(rows.count, times: left.count * right.count),
      most: MemoryLimits.bytes(rows.count, each: 8 * 256), help: "choose fewer rows or columns")
    for a in left {
      for b in right {
        try cancellation.check()
        let term = Term(
          name: "\(terms[a].name):\(terms[b].name)", field: "\(terms[a].field).\(terms[b].field)")
        add(term, of: name, zip(values[a], values[b]).map { $0 * $1 })
      }
    }
  }

  private mutating func add(_ column: Column, _ cancellation: Cancellation) throws(Diagnostic) {
    try cancellation.check()
    let name = column.name
    if column.type != .boolean, let numbers = column.numbers {
      guard let circle = column.circle else {
        return add(Term(name: name, field: name), of: name, rows.map { numbers[$0] })
      }
      let parts = rows.map { circle.components(numbers[$0]) }
      add(Term(name: name + "[sin]", field: name + ".sin"), of: name, parts.map(\.sine))
      return add(Term(name: name + "[cos]", field: name + ".cos"), of: name, parts.map(\.cosine))
    }
    let classes = try Classes(column, rows: rows)
    guard terms.count + classes.names.count - 1 <= Design.mostTerms else {
      throw Diagnostic(
        "too-many-values",
        "'\(name)' has \(classes.names.count) categories; a regression takes at most \(Design.mostTerms) columns of numbers"
      )
    }
    try cancellation.memory.check(
      "the categories of '\(name)'", bytes: MemoryLimits.bytes(rows.count, times: classes.names.count),
      most: MemoryLimits.bytes(rows.count, each: 8 * 256), help: "choose fewer rows or columns")
    if let first = classes.names.first { references.append((name, first)) }
    for (code, level) in classes.names.enumerated().dropFirst() {
      let term = Term(name: "\(name)[\(level)]", field: "\(name).\(level)")
      add(term, of: name, classes.codes.map { $0 == code ? 1 : 0 })
    }
  }

  private mutating func add(_ term: Term, of column: String, _ numbers: [Double]) {
    terms.append(term)
    columns.append(column)
    values.append(numbers)
  }
}

/// The values of a column that occur in some rows, in the order of the column.
public struct Classes: Sendable {
  public let names: [String]
  /// For each of the rows the place of its value.
  public let codes: [Int]

  /// Takes rows in which the column has a value.
  ///
  /// Throws `wrong-column-type` for dates and moments.
  public init(_ column: Column, rows: [Int]) throws(Diagnostic) {
    let (all, found): ([String], [Int])
    switch column.values {
    case .category(let x), .ordered(let x): (all, found) = (x.levels, rows.map { Int(x.codes[$0]) })
    case .boolean(let x): (all, found) = (["false", "true"], rows.map { x[$0] == true ? 1 : 0 })
    case .text(let x):
      let x = Categorical(rows.map { x[$0] })
      (all, found) = (x.levels, x.codes.map(Int.init))
    default:
      throw Diagnostic(
        "wrong-column-type", "column '\(column.name)' has type \(column.type.rawValue), which has no categories",
        help: "derive a number of it, or 'type' makes it a category")
    }
    var counts = [Int](repeating: 0, count: all.count)
    for code in found { counts[code] += 1 }
    var places = [Int](repeating: 0, count: all.count)
    var names: [String] = []
    for code in all.indices where counts[code] > 0 {
      places[code] = names.count
      names.append(all[code])
    }
    self.names = names
    codes = found.map { places[$0] }
  }
}
