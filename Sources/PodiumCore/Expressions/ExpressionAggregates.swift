/// The functions that aggregate many rows into one value.
///
/// Rows without a value are skipped. Sums are compensated (Neumaier) and in the order of the rows, so that they do not
/// depend on threads.
public enum ExpressionAggregates {
  /// Every function with its arguments and what it gives, for the help and for completion.
  public static let synopses: [(name: String, use: String, summary: String)] = [
    ("count", "count(x)", "number of rows with a value; of a condition, number of rows where it is true"),
    ("distinct", "distinct(x)", "number of different values"),
    ("first", "first(x)", "value of the first row, missing if it has none"),
    ("first_known", "first_known(x)", "first value that is not missing"),
    ("last", "last(x)", "value of the last row, missing if it has none"),
    ("last_known", "last_known(x)", "last value that is not missing"),
    ("max", "max(x)", "largest value"),
    ("mean", "mean(x)", "arithmetic mean; of a condition, proportion of rows where it is true"),
    ("median", "median(x)", "median"),
    ("min", "min(x)", "smallest value"),
    ("n", "n()", "number of rows; n(x) is the number of rows with a value"),
    ("quantile", "quantile(x, q)", "value below which the share q of the values lies, interpolated"),
    ("sd", "sd(x)", "standard deviation with divisor n - 1, as in describe; missing for one value"),
    ("sd_n", "sd_n(x)", "standard deviation with divisor n, for values that are all there are"),
    ("sum", "sum(x)", "sum; 0 without values"),
  ]

  /// Whether a call is one of many rows: `min(x)` is, `min(x, y)` is not.
  public static func isCall(_ name: String, _ arguments: Int) -> Bool {
    names.contains(name) && (arguments <= 1 || !["min", "max"].contains(name))
  }

  private static let names = Set(synopses.map(\.name))

  /// What a function gives for each group.
  struct Values {
    var vector: Vector
    var form: BoundExpression.Form
    var levels: [String]?
    var scale: NumberScale?
    /// Rows with and without a value.
    var used: Int
    var missing: Int

    mutating func note(used: Int, of count: Int) { (self.used, missing) = (used, count - used) }
  }
}

extension ExpressionBinder {
  /// A function of many rows as a value for each place, or for each group where one value a group is wanted.
  func aggregate(_ name: String, _ parts: [Expression], at span: SourceSpan) throws(Diagnostic) -> BoundExpression {
    guard let frame else { throw .aggregate(name, inner: name == "count" ? "x > 5" : "x", at: span) }
    let found = try aggregated(name, parts, frame, at: span)
    var made = try spread(found, frame)
    made.scale = found.scale
    return made
  }

  /// The value of each group for each place.
  private func spread(
    _ found: ExpressionAggregates.Values, _ frame: RowFrame
  ) throws(Diagnostic) -> BoundExpression {
    tally?.note(used: found.used, missing: found.missing)
    guard !isPerGroup else { return .known(found.vector, found.form, levels: found.levels) }
    guard let groups = frame.groups else {
      let value = found.vector.value(0, found.form.dictionary)
      if found.levels == nil, found.form.dictionary == nil, !value.isMissing { return .constant(value) }
      let count = frame.count
      return BoundExpression(found.form, levels: found.levels) { range, _ in
        found.vector.gather([Int](repeating: 0, count: min(range.count, count)))
      }
    }
    if case .numbers(let perGroup) = found.vector {
      return BoundExpression(found.form) { range, _ in .numbers(groups[range].map { perGroup[Int($0)] }) }
    }
    return BoundExpression(found.form, levels: found.levels) { range, _ in
      found.vector.gather(groups[range].map { Int($0) })
    }
  }

  private func aggregated(
    _ name: String, _ parts: [Expression], _ frame: RowFrame, at span: SourceSpan
  ) throws(Diagnostic) -> ExpressionAggregates.Values {
    let groups = GroupedPlaces(frame: frame, threads: threads)
    if let function = functions[name] { return try reduced(function, parts, groups, at: span) }
    if name == "n", parts.isEmpty {
      let sizes = groups.sizes()
      return .init(vector: .integers(sizes), form: .integers, levels: nil, used: frame.count, missing: 0)
    }
    guard parts.count == (name == "quantile" ? 2 : 1) else {
      throw FunctionArguments.wrongCount(name, parts.count, at: span)
    }
    let part = parts[0]
    let bound = try perPlace.bind(part)
    try check(bound, for: name, at: part.span)
    let values = try bound.whole(frame.count, threads: threads, cancellation: cancellation).values
    var found = ExpressionAggregates.Values(vector: .numbers([]), form: .numbers, levels: nil, used: 0, missing: 0)
    if let scale = bound.scale, let around = try circular(name, values, groups, scale, at: part.span) {
      return around
    }
    found.scale = ExpressionBinder.scale(of: name, bound.scale)
    if ["sum", "mean", "sd", "sd_n", "median", "quantile"].contains(name) {
      try reduce(name, &found, bound, values.asNumbers, groups, quantile: parts.last, at: span)
      try cancellation.check()
      return found
    }
    let presence = values.presence
    let counts = groups.counts(presence)
    found.note(used: counts.reduce(0, +), of: frame.count)
    switch name {
    case "n": (found.vector, found.form) = (.integers(counts), .integers)
    case "count":
      var isCounted = presence
      if case .truths(let truths) = values { isCounted = truths.map { $0 == 1 } }
      (found.vector, found.form) = (.integers(groups.counts(isCounted)), .integers)
    case "first", "last", "first_known", "last_known":
      let isCounted = name.hasSuffix("_known") ? presence : [Bool](repeating: true, count: frame.count)
      found.vector = values.gather(groups.ends(isCounted, first: name.hasPrefix("first")))
      (found.form, found.levels, found.scale) = (bound.form, bound.levels, bound.scale)
    case "min", "max": extreme(&found, bound, values, groups, least: name == "min")
    default:
      found.vector = .integers(try distinct(bound, values, groups))
      found.form = .integers
    }
    try cancellation.check()
    return found
  }

  private func check(_ bound: BoundExpression, for name: String, at span: SourceSpan) throws(Diagnostic) {
    let isOrdered = [.date, .datetime].contains(bound.kind) && (name == "min" || name == "max")
    let isAny = ["count", "n", "first", "last", "first_known", "last_known", "distinct"].contains(name)
    guard [.number, .boolean].contains(bound.kind) || isOrdered || isAny else {
      throw Diagnostic(
        "wrong-type", "'\(name)' takes a number, not \(bound.kind.noun)", span: span,
        help: "count(x) counts values of any type")
    }
  }

  private func extreme(
    _ found: inout ExpressionAggregates.Values, _ bound: BoundExpression, _ values: Vector, _ groups: GroupedPlaces,
    least: Bool
  ) {
    let presence = values.presence
    found.form = bound.form
    switch values {
    case .integers(let x):
      found.vector = .integers(groups.extremes(x, presence, least: least).map { $0 ?? ColumnValues.missingInteger })
    case .days(let x):
      let days = x.map { $0?.days ?? 0 }
      found.vector = .days(groups.extremes(days, presence, least: least).map { $0.map { CalendarDate(days: $0) } })
    case .moments(let x):
      let moments = x.map { $0?.microseconds ?? 0 }
      found.vector = .moments(
        groups.extremes(moments, presence, least: least).map { $0.map { Moment(microseconds: $0) } })
    case .truths(let x): found.vector = .truths(groups.extremes(x, presence, least: least).map { $0 ?? 2 })
    default: found.vector = .numbers(groups.extremes(values.asNumbers, presence, least: least).map { $0 ?? .nan })
    }
  }

  private func distinct(
    _ bound: BoundExpression, _ values: Vector, _ groups: GroupedPlaces
  ) throws(Diagnostic) -> [Int] {
    let column = Column("", values.columnValues(bound.dictionary, order: bound.levels))
    let keys = Grouping(of: [column], rows: nil, count: values.count)
    var seen: Set<Int> = []
    var counts = [Int](repeating: 0, count: groups.frame.groupCount)
    let presence = values.presence
    for (place, key) in keys.groups.enumerated() where presence[place] {
      if place & 0xFFFF == 0 { try cancellation.check() }
      let group = Int(groups.frame.groups?[place] ?? 0)
      if seen.insert(group * keys.count + Int(key)).inserted { counts[group] += 1 }
    }
    return counts
  }

  /// The functions of numbers; infinite results have no value.
  private func reduce(
    _ name: String, _ found: inout ExpressionAggregates.Values, _ bound: BoundExpression, _ x: [Double],
    _ groups: GroupedPlaces, quantile: Expression?, at span: SourceSpan
  ) throws(Diagnostic) {
    func finite(_ value: Double) -> Double { value.isFinite ? value : .nan }
    switch name {
    case "sum", "mean", "sd", "sd_n":
      let sums = groups.sums(x)
      found.note(used: sums.reduce(0) { $0 + $1.count }, of: x.count)
      if name == "sum" {
        // Beyond 2⁵³ doubles do not hold every whole number, so such a sum is a real number.
        if bound.form != .numbers, sums.allSatisfy({ $0.value.magnitude <= 0x1p53 }) {
          (found.vector, found.form) = (.integers(sums.map { Int($0.value) }), .integers)
        } else {
          found.vector = .numbers(sums.map { finite($0.value) })
        }
        return
      }
      let (middles, lost) = (sums.map { $0.count == 0 ? .nan : $0.mean }, name == "sd" ? 1 : 0)
      let plain =
        name == "mean"
        ? middles
        : groups.spreads(x, from: middles).map {
          $0.count <= lost ? .nan : ($0.squares / Double($0.count - lost)).squareRoot()
        }
      // Only such a result can come of squares that overflowed or vanished: the numbers themselves need not be looked through.
      let isDoubtful = zip(plain, sums).contains { $1.count > 1 && !(0x1p-430...0x1p490).contains($0.magnitude) }
      if isDoubtful, Scaled.isNeeded(x) {
        let moments = try groups.sorted(x, cancellation: cancellation).map { Scaled.moments($0, less: lost) }
        found.vector = .numbers(moments.map { name == "mean" ? $0.mean : $0.sd })
      } else {
        found.vector = .numbers(plain.map(finite))
      }
    default:
      let share = name == "quantile" ? try self.share(quantile, at: span) : 0.5
      let lists = try groups.sorted(x, cancellation: cancellation)
      found.note(used: lists.reduce(0) { $0 + $1.count }, of: x.count)
      found.vector = .numbers(
        lists.map { values in
          guard let last = values.last else { return .nan }
          let place = share * Double(values.count - 1)
          let below = Int(place)
          guard below + 1 < values.count else { return last }
          let (a, b) = (values[below], values[below + 1])
          let isMiddle = share == 0.5 && values.count % 2 == 0 && (a + b).isFinite
          return isMiddle ? (a + b) / 2 : Quantile.between(a, b, place - Double(below))
        })
    }
  }

  private func share(_ part: Expression?, at span: SourceSpan) throws(Diagnostic) -> Double {
    guard let part, case .number? = try? perPlace.bind(part).kind,
      let given = try perPlace.bind(part).constant?.asNumber, (0...1).contains(given)
    else {
      throw Diagnostic(
        "wrong-arguments", "the share of 'quantile' must be a number from 0 to 1", span: part?.span ?? span,
        help: "as in: quantile(x, 0.9)")
    }
    return given
  }

  /// A plugin's function of many rows.
  private func reduced(
    _ function: ExpressionFunction, _ parts: [Expression], _ groups: GroupedPlaces, at span: SourceSpan
  ) throws(Diagnostic) -> ExpressionAggregates.Values {
    try function.checkCount(parts.count, at: span)
    var columns: [[Double]] = []
    for part in parts {
      let bound = try perPlace.bind(part)
      guard bound.kind == .number else {
        throw Diagnostic(
          "wrong-type", "'\(function.name)' takes a number, not \(bound.kind.noun)", span: part.span,
          help: "write: \(function.use)")
      }
      columns.append(
        try bound.whole(groups.frame.count, threads: threads, cancellation: cancellation).values.asNumbers)
    }
    var lists = [[[Double]]](
      repeating: [[Double]](repeating: [], count: columns.count), count: groups.frame.groupCount)
    var used = 0
    for place in 0..<groups.frame.count where columns.allSatisfy({ !$0[place].isNaN }) {
      used += 1
      let group = Int(groups.frame.groups?[place] ?? 0)
      for column in columns.indices { lists[group][column].append(columns[column][place]) }
    }
    let values = lists.map { function.reduce?($0).map { $0.isFinite ? $0 : .nan } ?? .nan }
    return .init(
      vector: .numbers(values), form: .numbers, levels: nil, used: used, missing: groups.frame.count - used)
  }
}

extension BoundExpression.Form {
  var dictionary: [String]? { if case .codes(let names) = self { names } else { nil } }
}

/// How many rows the last function of many rows used. A class: the parts of an expression share it while they are bound.
final class AggregateTally {
  private(set) var used: Int?
  private(set) var missing = 0

  func note(used: Int, missing: Int) { (self.used, self.missing) = (used, missing) }
}

extension Expression {
  /// One value: functions such as `mean` are calculated over rows of a table, the rest of what they give.
  ///
  /// `scale` is what a number stands for; `used` and `missing` count the rows with and without a value, of the last such
  /// function; nil without one.
  /// Throws what `bound` throws, and `needs-aggregate` for a column outside of such a function.
  public func calculated(
    over rows: [Int], of table: Table, cancellation: Cancellation, functions: [String: ExpressionFunction] = [:],
    threads: Int = 1, references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> (value: Value, scale: NumberScale?, used: Int?, missing: Int) {
    let whole = rows.count == table.rowCount && rows.indices.allSatisfy { rows[$0] == $0 }
    let tally = AggregateTally()
    let bound = try ExpressionBinder(
      table: table, rows: nil, frame: RowFrame(of: table, rows: whole ? nil : rows), functions: functions,
      references: try values(of: references), threads: threads, cancellation: cancellation,
      texts: ExpressionBinder.texts(rows.count, cancellation), isPerGroup: true, tally: tally
    ).bind(whole: self)
    let value = bound(0)
    try bound.texts?.check()
    return (value, bound.scale, tally.used, tally.missing)
  }

  /// A value for each group of a frame, as `summarize` gives; columns that `keys` names have one value in each group.
  ///
  /// Throws what `bound` throws, and `needs-aggregate` for another column outside of a function of many rows.
  public func summarized(
    over frame: RowFrame, of table: Table, keys: [String: Column], functions: [String: ExpressionFunction],
    threads: Int, cancellation: Cancellation, references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> (values: ColumnValues, gaps: ExpressionGaps, scale: NumberScale?) {
    let bound = try ExpressionBinder(
      table: table, rows: nil, frame: frame, functions: functions, references: try values(of: references),
      threads: threads, cancellation: cancellation, texts: ExpressionBinder.texts(frame.count, cancellation),
      isPerGroup: true, keys: keys
    ).bind(whole: self)
    let (values, gaps) = try bound.column(frame.groupCount, threads: 1, cancellation: cancellation)
    return (values, gaps, bound.scale)
  }
}
