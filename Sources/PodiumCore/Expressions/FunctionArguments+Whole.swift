/// Functions of numbers that give whole ones.
extension FunctionArguments {
  /// A function of a whole number; nil for an argument of another form.
  @inline(__always)
  func ofWhole(_ compute: @escaping @Sendable (Int) -> Int) throws(Diagnostic) -> BoundExpression? {
    try count(1...1)
    let x = parts[0]
    guard x.form == .integers else { return nil }
    return BoundExpression(.integers) { range, gaps in
      .integers(x.whole(range, &gaps).map { $0 == ColumnValues.missingInteger ? $0 : compute($0) })
    }
  }

  /// A function of two whole numbers; nil where one of them may be another number.
  @inline(__always)
  func ofTwoWhole(_ compute: @escaping @Sendable (Int, Int) -> Int) throws(Diagnostic) -> BoundExpression? {
    try count(2...2)
    let (x, y) = (parts[0], parts[1])
    guard x.form == .integers, y.form == .integers else { return nil }
    return BoundExpression(.integers) { range, gaps in
      let missing = ColumnValues.missingInteger
      return .integers(
        zip(x.whole(range, &gaps), y.whole(range, &gaps)).map {
          $0 == missing || $1 == missing ? missing : compute($0, $1)
        })
    }
  }

  /// A number without its decimals; missing and counted where no whole number is so large.
  func rounded(_ rule: FloatingPointRoundingRule) throws(Diagnostic) -> BoundExpression {
    if let whole = try ofWhole({ $0 }) { return whole }
    let x = try require(0, .number)
    return BoundExpression(.integers) { range, gaps in
      var lost = 0
      let values = x.numbers(range, &gaps).map { value in
        guard let whole = Int(exactly: value.rounded(rule)), whole != ColumnValues.missingInteger else {
          lost += value.isNaN ? 0 : 1
          return ColumnValues.missingInteger
        }
        return whole
      }
      gaps.overflows += lost
      return .integers(values)
    }
  }
}
