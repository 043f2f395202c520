/// Functions of days and moments.
extension FunctionArguments {
  private func requireDay(_ place: Int) throws(Diagnostic) -> BoundExpression {
    let x = written(place) ?? parts[place]
    guard x.kind == .date || x.kind == .datetime || x.isNothing else {
      throw Diagnostic(
        "wrong-type", "'\(name)' takes a date, not \(x.kind.noun)", span: typed[place].span,
        help: x.kind == .text ? "'type COLUMN date' makes dates of texts; one is written as \"2018-01-08\"" : nil)
    }
    return x
  }

  /// The day or moment that is written as a literal text; nil for anything else.
  private func written(_ place: Int) -> BoundExpression? {
    guard case .literal(.text(let text)) = typed[place].kind else { return nil }
    return CalendarDate(iso: text).map { .constant(.date($0)) } ?? Moment(iso: text).map { .constant(.datetime($0)) }
  }

  func day(_ compute: @escaping @Sendable (CalendarDate) -> Int) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    let x = try requireDay(0)
    let zone = x.scale?.zone
    return BoundExpression(.integers) { range, gaps in
      switch x.compute(range, &gaps) {
      case .days(let days): .integers(days.map { $0.map(compute) ?? ColumnValues.missingInteger })
      case .moments(let moments):
        .integers(moments.map { $0.map { compute((zone?.shown(at: $0) ?? $0).date) } ?? ColumnValues.missingInteger })
      default: .integers([Int](repeating: ColumnValues.missingInteger, count: range.count))
      }
    }
  }

  func hour() throws(Diagnostic) -> BoundExpression {
    let one = try one()
    let x = written(0) ?? one
    if x.scale == .time {
      return BoundExpression(.integers) { range, gaps in
        .integers(
          x.numbers(range, &gaps).map { seconds in
            // The place of an infinite number on a circle is not a number.
            Int(exactly: (Circle.day.normalised(seconds) / 3600).rounded(.down)) ?? ColumnValues.missingInteger
          }
        )
      }
    }
    guard x.kind == .datetime || x.isNothing else {
      throw Diagnostic("wrong-type", "'hour' takes a datetime, not \(x.kind.noun)", span: typed[0].span)
    }
    return BoundExpression(.integers) { range, gaps in
      .integers(
        x.local(range, &gaps).map { moment in
          guard moment != ColumnValues.missingInteger else { return moment }
          let ofDay = moment % 86_400_000_000
          return (ofDay < 0 ? ofDay + 86_400_000_000 : ofDay) / 3_600_000_000
        })
    }
  }

  func daysBetween() throws(Diagnostic) -> BoundExpression {
    try count(2...2)
    let (from, to) = ExpressionBinder.onOneClock(try requireDay(0), try requireDay(1))
    let areWhole = from.kind == .date && to.kind == .date
    return BoundExpression(areWhole ? .integers : .numbers) { range, gaps in
      let missing = ColumnValues.missingInteger
      let (a, b) = (from.microseconds(range, &gaps), to.microseconds(range, &gaps))
      if areWhole {
        return .integers(zip(a, b).map { $0 == missing || $1 == missing ? missing : ($1 - $0) / 86_400_000_000 })
      }
      return .numbers(zip(a, b).map { $0 == missing || $1 == missing ? .nan : Double($1 - $0) / 86_400_000_000 })
    }
  }
}
