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
  /// The columns with one category, which have no term.
  public private(set) var constant: [String] = []
  /// The rows of the table that are used.
  public let rows: [Int]
  private(set) var values: [[Double]] = []
  /// For each term the column it is of, or the product: `x:g`, `x^2`.
  private(set) var columns: [String] = []
  /// For each term its column, or those of its product.
  private var factors: [[String]] = []
  /// The columns whose coefficients are tested together, with those of their products.
  private let together: [String]

  /// The most columns of numbers.
  public static let mostTerms = 500

  /// Makes the columns from `rows` of a table in which `others` are known too, then the products in `interact` of columns by their
  /// names, a column with itself as its square.
  ///
  /// Throws `wrong-column-type`, `too-many-values` and `too-large`.
  public init(
    _ columns: [Column], beside others: [Column], interact: [[String]] = [], together: [String] = [], rows: [Int],
    _ cancellation: Cancellation
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
    self.together = together
    self.rows = zip(rows, isKnown).filter(\.1).map(\.0)
    for column in columns { try add(column, cancellation) }
    for names in interact { try addProducts(names, cancellation) }
  }

  /// The products of each column of numbers of one column with each of the next ones.
  private mutating func addProducts(_ names: [String], _ cancellation: Cancellation) throws(Diagnostic) {
    var made: [(name: [String], field: [String], values: [Double]?)] = [([], [], nil)]
    var shown: [String] = []
    var known: Set<String> = []
    for name in names where known.insert(name).inserted {
      let power = names.count { $0 == name }
      let places = terms.indices.filter { factors[$0] == [name] }
      shown.append(name + (power > 1 ? "^\(power)" : ""))
      let count = made.count * places.count
      guard terms.count + count <= Design.mostTerms else {
        throw Diagnostic(
          "too-many-values",
          "'\(shown.joined(separator: ":"))' has \(count) products; a regression takes at most \(Design.mostTerms) columns of numbers"
        )
      }
      try cancellation.memory.check(
        "the products of '\(shown.joined(separator: ":"))'", bytes: MemoryLimits.bytes(rows.count, times: count),
        most: MemoryLimits.bytes(rows.count, each: 8 * 256), help: "choose fewer rows or columns")
      var next = made
      next.removeAll()
      for product in made {
        for place in places {
          try cancellation.check()
          var values = product.values
          for _ in 0..<power {
            values = values.map { zip($0, self.values[place]).map { $0 * $1 } } ?? self.values[place]
          }
          next.append(
            (
              product.name + [terms[place].name + (power > 1 ? "^\(power)" : "")],
              product.field + Array(repeating: terms[place].field, count: power), values
            ))
        }
      }
      made = next
    }
    for product in made {
      let term = Term(name: product.name.joined(separator: ":"), field: product.field.joined(separator: "."))
      add(term, of: shown.joined(separator: ":"), factors: names, product.values ?? [])
    }
  }

  /// The places among `kept` (0 is the intercept) of each column or product with several coefficients, and of those tested together.
  func groups(_ kept: [Int]) -> [(column: String?, places: [Int])] {
    var (names, places) = ([String](), [String: [Int]]())
    for (place, term) in kept.enumerated() where term > 0 {
      if places[columns[term - 1]] == nil { names.append(columns[term - 1]) }
      places[columns[term - 1], default: []].append(place)
    }
    let several = names.map { (column: String?.some($0), places: places[$0] ?? []) }.filter { $0.places.count > 1 }
    let all = kept.indices.filter { kept[$0] > 0 && !factors[kept[$0] - 1].allSatisfy { !together.contains($0) } }
    return several + (together.isEmpty ? [] : [(nil, all)])
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
    if classes.names.count == 1 {
      constant.append(name)
    } else if let first = classes.names.first {
      references.append((name, first))
    }
    for (code, level) in classes.names.enumerated().dropFirst() {
      let term = Term(name: "\(name)[\(level)]", field: "\(name).\(level)")
      add(term, of: name, classes.codes.map { $0 == code ? 1 : 0 })
    }
  }

  private mutating func add(_ term: Term, of column: String, factors: [String]? = nil, _ numbers: [Double]) {
    terms.append(term)
    columns.append(column)
    self.factors.append(factors ?? [column])
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
