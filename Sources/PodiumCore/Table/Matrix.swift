/// A dense matrix of doubles, rows one after another.
public struct Matrix: Sendable, Hashable, Codable {
  /// The number of rows.
  public let rows: Int
  /// The number of columns.
  public let columns: Int
  /// `rows × columns` numbers; the element of row r and column c is at `r * columns + c`.
  public var elements: [Double]

  /// Makes a matrix of zeros.
  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    elements = [Double](repeating: 0, count: rows * columns)
  }

  /// Makes a matrix from its elements, row by row; there must be `rows × columns` of them.
  public init(rows: Int, columns: Int, elements: [Double]) {
    precondition(
      elements.count == rows * columns, "a matrix of \(rows) × \(columns) got \(elements.count) elements")
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  /// Makes a matrix from its columns, which must be of equal length.
  public init(columns list: [[Double]], rows: Int) {
    self.init(rows: rows, columns: list.count)
    for (c, column) in list.enumerated() {
      precondition(column.count == rows, "a column of \(column.count) rows in a matrix of \(rows)")
      for r in 0..<rows { elements[r * columns + c] = column[r] }
    }
  }

  /// Reads a matrix; throws for a number of elements that its shape does not have.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    rows = try fields.decode(Int.self, forKey: .rows)
    columns = try fields.decode(Int.self, forKey: .columns)
    elements = try fields.decode([Double].self, forKey: .elements)
    let (count, overflow) = rows.multipliedReportingOverflow(by: columns)
    guard rows >= 0, columns >= 0, !overflow, elements.count == count else {
      throw DecodingError.dataCorruptedError(
        forKey: .elements, in: fields, debugDescription: "not as many elements as the matrix has cells")
    }
  }

  private enum CodingKeys: String, CodingKey { case rows, columns, elements }

  /// An element.
  public subscript(row: Int, column: Int) -> Double {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  /// A row.
  public func row(_ r: Int) -> ArraySlice<Double> { elements[(r * columns)..<((r + 1) * columns)] }

  /// A column.
  public func column(_ c: Int) -> [Double] { (0..<rows).map { elements[$0 * columns + c] } }

  /// The matrix with the given rows in the given order; every row must exist.
  public func selecting(rows chosen: [Int]) -> Matrix {
    var out: [Double] = []
    out.reserveCapacity(chosen.count * columns)
    for r in chosen { out.append(contentsOf: row(r)) }
    return Matrix(rows: chosen.count, columns: columns, elements: out)
  }
}
