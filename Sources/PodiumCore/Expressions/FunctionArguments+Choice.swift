/// Functions that choose between values.
extension FunctionArguments {
  /// The first value where the condition is true, the second where it is false; both are of one kind.
  static func chosen(_ condition: BoundExpression, _ x: BoundExpression, _ y: BoundExpression) -> BoundExpression {
    @Sendable func pick<Element>(_ truths: [UInt8], _ a: [Element], _ b: [Element], missing: Element) -> [Element] {
      truths.indices.map { truths[$0] == 1 ? a[$0] : truths[$0] == 0 ? b[$0] : missing }
    }
    let levels = x.levels == y.levels || y.isNothing ? x.levels : nil
    if let p = x.dictionary, let q = y.dictionary ?? (y.isNothing ? [] : nil) {
      var places = Dictionary(zip(p, Int32(0)...), uniquingKeysWith: { first, _ in first })
      var names = p
      let second = q.map { name in
        if let place = places[name] { return place }
        let place = Int32(clamping: names.count)
        places[name] = place
        names.append(name)
        return place
      }
      return BoundExpression(.codes(names), levels: levels) { range, gaps in
        let truths = condition.truths(range, &gaps)
        let b = y.codes(range, &gaps).map { $0 < 0 ? -1 : second[Int($0)] }
        return .codes(pick(truths, x.codes(range, &gaps), b, missing: -1))
      }
    }
    switch (x.form, y.form) {
    case (.integers, .integers):
      return BoundExpression(.integers) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .integers(
          pick(truths, x.whole(range, &gaps), y.whole(range, &gaps), missing: ColumnValues.missingInteger))
      }
    case (.truths, _):
      return BoundExpression(.truths) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .truths(pick(truths, x.truths(range, &gaps), y.truths(range, &gaps), missing: 2))
      }
    case (.texts, _), (.codes, _):
      return BoundExpression(.texts) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .texts(pick(truths, x.texts(range, &gaps), y.texts(range, &gaps), missing: nil))
      }
    case (.days, _):
      return BoundExpression(.days) { range, gaps in
        let truths = condition.truths(range, &gaps)
        guard case .days(let a) = x.compute(range, &gaps), case .days(let b) = y.compute(range, &gaps) else {
          return .days([CalendarDate?](repeating: nil, count: range.count))
        }
        return .days(pick(truths, a, b, missing: nil))
      }
    case (.moments, _):
      return BoundExpression(.moments) { range, gaps in
        let truths = condition.truths(range, &gaps)
        guard case .moments(let a) = x.compute(range, &gaps), case .moments(let b) = y.compute(range, &gaps) else {
          return .moments([Moment?](repeating: nil, count: range.count))
        }
        return .moments(pick(truths, a, b, missing: nil))
      }
    default:
      return BoundExpression(.numbers) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .numbers(pick(truths, x.numbers(range, &gaps), y.numbers(range, &gaps), missing: .nan))
      }
    }
  }
}
