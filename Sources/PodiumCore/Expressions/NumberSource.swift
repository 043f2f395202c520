internal import CVectors

/// Where the numbers of an expression are, or what writes them: no step of an expression needs an array for each block.
enum NumberSource: Sendable {
  /// Those of a column over all rows.
  case stored([Double])
  /// A block of the same number.
  case same([Double])
  /// What writes those of a range.
  case written(Write)

  /// Writes the numbers of a range of at most `Vector.block` places to memory with room for them.
  typealias Write = @Sendable (Range<Int>, UnsafeMutablePointer<Double>, inout ExpressionGaps) -> Void

  /// The numbers of a range, in `room` if they have to be written; they are valid as long as the source is.
  @inline(__always)
  func numbers(
    _ range: Range<Int>, room: UnsafeMutablePointer<Double>, _ gaps: inout ExpressionGaps
  ) -> UnsafePointer<Double> {
    switch self {
    case .stored(let x):
      precondition(range.lowerBound >= 0 && range.upperBound <= x.count, "a row that does not exist")
      return x.withUnsafeBufferPointer { $0.baseAddress.map { $0 + range.lowerBound } } ?? UnsafePointer(room)
    case .same(let x):
      precondition(range.count <= x.count, "a range longer than a block")
      return x.withUnsafeBufferPointer { $0.baseAddress } ?? UnsafePointer(room)
    case .written(let write):
      write(range, room, &gaps)
      return UnsafePointer(room)
    }
  }

  /// Writes the numbers of a range to memory.
  func write(_ range: Range<Int>, to out: UnsafeMutablePointer<Double>, _ gaps: inout ExpressionGaps) {
    let from = numbers(range, room: out, &gaps)
    if from != UnsafePointer(out) { out.update(from: from, count: range.count) }
  }

  /// Calls `body` with memory for a block, where the numbers have to be written.
  ///
  /// Two sources that are both written cannot share memory; a stored one needs none.
  @inline(__always)
  func withRoom(or other: UnsafeMutablePointer<Double>, _ body: (UnsafeMutablePointer<Double>) -> Void) {
    guard case .written = self else { return body(other) }
    Vector.withBlocks(1, of: Double.self, body)
  }

  /// What is done with two numbers.
  enum Operation: Sendable {
    case add, subtract, multiply, divide
    case other(@Sendable (Double, Double) -> Double)
  }

  /// A function of two numbers; what has no finite value is missing and counted.
  ///
  /// Without a reason it is a division: by zero, or an overflow.
  static func combined(
    _ x: NumberSource, _ y: NumberSource, _ operation: Operation, _ reason: ExpressionGaps.Reason?
  ) -> Write {
    { range, out, gaps in
      let count = range.count
      var found = ExpressionGaps()
      x.withRoom(or: out) { first in
        y.withRoom(or: out) { second in
          let (a, b) = (x.numbers(range, room: first, &found), y.numbers(range, room: second, &found))
          let lost =
            switch operation {
            case .add: cv_calculate(CV_ADD, a, b, out, count)
            case .subtract: cv_calculate(CV_SUBTRACT, a, b, out, count)
            case .multiply: cv_calculate(CV_MULTIPLY, a, b, out, count)
            case .divide: cv_calculate(CV_DIVIDE, a, b, out, count)
            case .other(let compute): combine(a, b, out, count, compute)
            }
          guard lost > 0 else { return }
          if let reason { return found[reason] += lost }
          var zeros = 0
          for place in 0..<count { zeros &+= b[place] == 0 && a[place] == a[place] ? 1 : 0 }
          found.divisions += zeros
          found.overflows += lost - zeros
        }
      }
      gaps.add(found)
    }
  }

  /// Writes a function of two numbers; the number of results that are missing although both numbers are there.
  @inline(__always)
  private static func combine(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ count: Int,
    _ compute: (Double, Double) -> Double
  ) -> Int {
    var lost = 0
    for place in 0..<count {
      let (p, q) = (a[place], b[place])
      let result = compute(p, q)
      let isFinite = result.magnitude < .infinity
      lost &+= !isFinite && p == p && q == q ? 1 : 0
      out[place] = isFinite ? result : .nan
    }
    return lost
  }
}

extension BoundExpression {
  /// Numbers that are written block by block.
  static func numbers(_ write: @escaping NumberSource.Write) -> BoundExpression {
    var made = BoundExpression(.numbers) { range, gaps in
      var found = ExpressionGaps()
      let values = [Double](unsafeUninitializedCapacity: range.count) { memory, filled in
        filled = range.count
        guard let out = memory.baseAddress else { return }
        for block in Vector.blocks(range) { write(block, out + (block.lowerBound - range.lowerBound), &found) }
      }
      gaps.add(found)
      return .numbers(values)
    }
    made.ownNumbers = .written(write)
    return made
  }

  /// Its numbers for loops over blocks.
  var numberSource: NumberSource {
    if let ownNumbers { return ownNumbers }
    if form == .numbers || form == .integers, let constant {
      return .same([Double](repeating: constant.asNumber ?? .nan, count: Vector.block))
    }
    let own = self
    return .written { range, out, gaps in
      own.numbers(range, &gaps).withUnsafeBufferPointer { values in
        precondition(values.count == range.count, "an expression has a value at each place")
        if let start = values.baseAddress { out.update(from: start, count: values.count) }
      }
    }
  }
}

extension ColumnValues {
  /// A column's numbers in some rows, or in all.
  func numberSource(rows: [Int]?) -> NumberSource? {
    let missing = ColumnValues.missingInteger
    switch (self, rows) {
    case (.number(let x), nil): return .stored(x)
    case (.number(let x), let rows?):
      return .written { range, out, _ in
        for (place, row) in rows[range].enumerated() { out[place] = x[row] }
      }
    case (.integer(let x), nil):
      return .written { range, out, _ in
        for (place, value) in x[range].enumerated() { out[place] = value == missing ? .nan : Double(value) }
      }
    default: return nil
    }
  }
}

extension Vector {
  /// The blocks of a range.
  static func blocks(_ range: Range<Int>) -> some Sequence<Range<Int>> {
    stride(from: range.lowerBound, to: range.upperBound, by: block).lazy.map { $0..<min(range.upperBound, $0 + block) }
  }
}
