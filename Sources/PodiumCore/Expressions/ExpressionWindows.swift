/// The functions that give each row a value of the rows around it, in the order of the frame and within its groups.
public enum ExpressionWindows {
  /// Every function with its arguments and what it gives, for the help and for completion.
  public static let synopses: [(name: String, use: String, summary: String)] = [
    ("cumsum", "cumsum(x)", "sum of the values up to this row"),
    ("lag", "lag(x, k)", "value k rows before (1 by default)"),
    ("lead", "lead(x, k)", "value k rows after (1 by default)"),
    ("rank", "rank(x)", "place among the values, smallest first; equal values share the best place"),
    ("rolling", "rolling(mean, x, k)", "mean, sum, sd, min, max, median or n of the last k rows, this one included"),
  ]

  static let names = Set(synopses.map(\.name))

  /// What `rolling` can calculate.
  static let rolling = ["mean", "sum", "sd", "min", "max", "median", "n"]
}

extension ExpressionBinder {
  /// A function of the rows around each row.
  func window(_ name: String, _ parts: [Expression], at span: SourceSpan) throws(Diagnostic) -> BoundExpression {
    guard let frame else { throw .aggregate(name, inner: "x", at: span) }
    if isPerGroup {
      throw Diagnostic(
        "wrong-function", "'\(name)' gives each row a value, and here one value is needed", span: span,
        help: "derive it first, as in: derive before = lag(x)")
    }
    let isRolling = name == "rolling"
    let counts = isRolling ? 3...3 : name == "lag" || name == "lead" ? 1...2 : 1...1
    guard counts.contains(parts.count) else { throw FunctionArguments.wrongCount(name, parts.count, at: span) }
    let argument = isRolling ? parts[1] : parts[0]
    let bound = try perPlace.bind(argument)
    let isShift = name == "lag" || name == "lead"
    guard isShift || bound.kind == .number || name == "rank" && bound.kind != .text || bound.levels != nil else {
      throw Diagnostic(
        "wrong-type", "'\(name)' takes a number, not \(bound.kind.noun)", span: argument.span)
    }
    let values = try bound.whole(frame.count, threads: threads, cancellation: cancellation).values
    let windows = Windows(frame: frame, cancellation: cancellation)
    switch name {
    case "lag", "lead":
      let steps = parts.count == 2 ? try whole(parts[1], of: name, in: 0...1_000_000_000) : 1
      return .known(values.gather(windows.shifted(name == "lag" ? steps : -steps)), bound.form, levels: bound.levels)
    case "rank": return .known(.integers(try windows.ranks(values.sortable)), .integers)
    case "cumsum": return .known(.numbers(try windows.running(values.asNumbers)), .numbers)
    default:
      guard case .column(let function) = parts[0].kind, ExpressionWindows.rolling.contains(function) else {
        throw Diagnostic(
          "wrong-arguments", "'rolling' begins with the name of a function", span: parts[0].span,
          help: "one of " + ExpressionWindows.rolling.joined(separator: ", ") + ", as in: rolling(mean, x, 7)")
      }
      let width = try whole(parts[2], of: name, in: 1...100_000)
      return .known(.numbers(try windows.rolling(function, values.asNumbers, width)), .numbers)
    }
  }

  private func whole(
    _ part: Expression, of name: String, in range: ClosedRange<Int>
  ) throws(Diagnostic) -> Int {
    guard case .integer(let count)? = try perPlace.bind(part).constant, range.contains(count) else {
      throw Diagnostic(
        "wrong-arguments",
        "the number of rows of '\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        span: part.span)
    }
    return count
  }
}

extension Vector {
  /// Numbers in the order of the values, NaN where missing.
  fileprivate var sortable: [Double] {
    switch self {
    case .codes(let x): x.map { $0 < 0 ? .nan : Double($0) }
    case .days(let x): x.map { $0.map { Double($0.days) } ?? .nan }
    case .moments(let x): x.map { $0.map { Double($0.microseconds) } ?? .nan }
    default: asNumbers
    }
  }
}

/// Values of rows around a row; each function gives a value for each place of the frame.
private struct Windows {
  let frame: RowFrame
  let cancellation: Cancellation

  /// For each place the one so many steps before, −1 where there is none.
  func shifted(_ steps: Int) -> [Int] {
    let (places, starts) = frame.sequences()
    var found = [Int](repeating: -1, count: frame.count)
    for group in 0..<frame.groupCount {
      let range = starts[group]..<starts[group + 1]
      for at in range where range.contains(at - steps) { found[places[at]] = places[at - steps] }
    }
    return found
  }

  func ranks(_ x: [Double]) throws(Diagnostic) -> [Int] {
    let (places, starts) = frame.sequences()
    var ranks = [Int](repeating: ColumnValues.missingInteger, count: frame.count)
    for group in 0..<frame.groupCount {
      try cancellation.check()
      let members = places[starts[group]..<starts[group + 1]].filter { !x[$0].isNaN }.sorted { x[$0] < x[$1] }
      for (at, place) in members.enumerated() {
        ranks[place] = at > 0 && x[members[at - 1]] == x[place] ? ranks[members[at - 1]] : at + 1
      }
    }
    return ranks
  }

  func running(_ x: [Double]) throws(Diagnostic) -> [Double] {
    let (places, starts) = frame.sequences()
    var sums = [Double](repeating: .nan, count: frame.count)
    for group in 0..<frame.groupCount {
      var sum = CompensatedSum()
      for place in places[starts[group]..<starts[group + 1]] where !x[place].isNaN {
        sum.add(x[place])
        sums[place] = sum.value.isFinite ? sum.value : .nan
      }
    }
    try cancellation.check()
    return sums
  }

  /// Over the last `width` rows; missing until there are so many, and where one of them is missing (but for n).
  func rolling(_ name: String, _ x: [Double], _ width: Int) throws(Diagnostic) -> [Double] {
    let (places, starts) = frame.sequences()
    var found = [Double](repeating: .nan, count: frame.count)
    for group in 0..<frame.groupCount {
      let sequence = places[starts[group]..<starts[group + 1]].map { x[$0] }
      guard sequence.count >= width else { continue }
      for end in width...sequence.count {
        if end & 0xFFF == 0 { try cancellation.check() }
        let value = Windows.value(name, sequence[(end - width)..<end])
        found[places[starts[group] + end - 1]] = value.isFinite ? value : .nan
      }
    }
    return found
  }

  private static func value(_ name: String, _ values: ArraySlice<Double>) -> Double {
    if name == "n" { return Double(values.count { !$0.isNaN }) }
    var sum = CompensatedSum()
    var (least, most) = (Double.infinity, -Double.infinity)
    for value in values {
      if value.isNaN { return .nan }
      sum.add(value)
      least = min(least, value)
      most = max(most, value)
    }
    let n = Double(values.count)
    switch name {
    case "sum": return sum.value
    case "mean": return sum.value / n
    case "min": return least
    case "max": return most
    case "sd":
      let mean = sum.value / n
      var squares = CompensatedSum()
      for value in values { squares.add((value - mean) * (value - mean)) }
      return (squares.value / n).squareRoot()
    default:
      let sorted = values.sorted()
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
  }
}
