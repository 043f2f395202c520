/// Durations and times of day in expressions: with moments, beside texts, and the functions that make them.
extension ExpressionBinder {
  /// A sum or difference of a moment or day; nil for all others.
  ///
  /// Two moments are a duration apart; a duration moves a moment, and a day with a time of day is a moment.
  /// Throws `wrong-type` for a number beside a moment, which does not say what it counts.
  static func moved(
    _ operation: BinaryOperator, _ left: Side, _ right: Side
  ) throws(Diagnostic) -> BoundExpression? {
    let (a, b) = ExpressionBinder.onOneClock(left.bound, right.bound)
    guard operation == .add || operation == .subtract,
      [a.kind, b.kind].contains(where: { $0 == .datetime || $0 == .date })
    else {
      return nil
    }
    let areMoments = [a.kind, b.kind].allSatisfy { $0 == .datetime || $0 == .date }
    if operation == .subtract, areMoments, a.kind == .datetime || b.kind == .datetime {
      var made = BoundExpression(.numbers) { range, gaps in
        let missing = ColumnValues.missingInteger
        return .numbers(
          zip(a.microseconds(range, &gaps), b.microseconds(range, &gaps)).map { one, other in
            one == missing || other == missing ? .nan : Double(one - other) / 1_000_000
          })
      }
      made.scale = .duration
      return made
    }
    if operation == .add, a.kind == .number { return try moved(operation, right, left) }
    guard b.kind == .number, !b.isNothing else { return nil }
    let isDay = a.kind == .date && operation == .add && b.scale?.name != nil
    guard isDay || a.kind == .datetime && b.scale == .duration else {
      guard a.kind == .datetime else { return nil }
      throw Diagnostic(
        "wrong-type", "'\(operation.rawValue)' moves a moment by a duration, not by a number", span: right.typed.span,
        help: "duration(90) is 90 seconds, duration(\"36:00:00\") 36 hours")
    }
    let sign: Double = operation == .add ? 1_000_000 : -1_000_000
    var made = BoundExpression(.moments) { range, gaps in
      let (starts, seconds) = (a.microseconds(range, &gaps), b.numbers(range, &gaps))
      return .moments(
        zip(starts, seconds).map { start, seconds in
          guard start != ColumnValues.missingInteger, !seconds.isNaN else { return nil }
          guard let distance = Int(exactly: (seconds * sign).rounded()),
            case let (moment, isOver) = start.addingReportingOverflow(distance), !isOver,
            Moment.range.contains(moment)
          else {
            gaps.overflows += 1
            return nil
          }
          return Moment(microseconds: moment)
        })
    }
    made.scale = a.scale?.zone.map(NumberScale.zone)
    return made
  }

  /// Both sides, days beside moments by the clock of a zone as the moments at which they begin there.
  static func onOneClock(_ a: BoundExpression, _ b: BoundExpression) -> (BoundExpression, BoundExpression) {
    func starts(_ days: BoundExpression, _ zone: Zone) -> BoundExpression {
      BoundExpression(.moments) { range, gaps in
        guard case .days(let x) = days.compute(range, &gaps) else { return .moments([]) }
        return .moments(x.map { $0.map(zone.start) })
      }
    }
    if case .days = a.form, let zone = b.scale?.zone { return (starts(a, zone), b) }
    if case .days = b.form, let zone = a.scale?.zone { return (a, starts(b, zone)) }
    return (a, b)
  }

  /// A literal text added to or taken from a duration or a moment, as a duration, or beside a moment as the day or moment that it
  /// is; nil for all others.
  static func duration(_ literal: Expression, beside other: BoundExpression) throws(Diagnostic) -> BoundExpression? {
    if other.kind == .datetime, case .literal(.text(let text)) = literal.kind,
      CalendarDate(iso: text) != nil || Moment(iso: text) != nil
    {
      return try date(literal, as: .datetime, in: other.scale?.zone)
    }
    guard other.scale == .duration || other.kind == .datetime,
      var read = try clock(literal, as: .duration)
    else { return nil }
    read.scale = .duration
    return read
  }

  /// A literal text as a duration or time of day beside one; nil where that is not wanted.
  static func clock(_ literal: Expression, as scale: NumberScale?) throws(Diagnostic) -> BoundExpression? {
    guard let scale, let name = scale.name, case .literal(.text(let text)) = literal.kind else { return nil }
    if let seconds = scale.seconds(of: text) {
      return .constant(.number(seconds))
    }
    throw Diagnostic(
      "wrong-type", "\(Abridged.quoted(text)) is not a \(name == "time" ? "time of day" : name)", span: literal.span,
      help: scale == .time ? "write it as \"08:30\"" : "write it as \"12:01.4\" or \"1:02:30\"")
  }
}

extension FunctionArguments {
  /// `duration`, `time` and `seconds`: of a text, a number or, for a time of day, a moment.
  func clock(_ scale: NumberScale?, _ read: @escaping @Sendable (String) -> Double?) throws(Diagnostic)
    -> BoundExpression
  {
    let x = try one()
    var made: BoundExpression
    switch x.kind {
    case .number where !x.isNothing: made = scale == .time ? ExpressionBinder.withinDay(x) : x
    case .datetime where scale == .time:
      made = BoundExpression(.numbers) { range, gaps in
        .numbers(
          x.local(range, &gaps).map { moment in
            moment == ColumnValues.missingInteger ? .nan : Circle.day.normalised(Double(moment) / 1_000_000)
          })
      }
    default: made = try ofText(.numbers, missing: .nan, { .numbers($0) }, read)
    }
    made.scale = scale
    return made
  }
}
