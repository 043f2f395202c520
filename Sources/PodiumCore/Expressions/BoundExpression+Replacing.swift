internal import CVectors

/// The cells of a column after an expression took the place of some.
public struct ReplacedNumbers: Sendable {
  public let values: [Double]
  /// Why values of the expression are missing, at whatever place.
  public let gaps: ExpressionGaps
  /// Cells that differ from what they were.
  public let changed: Int
  /// Those of them that had a value and have none.
  public let lost: Int
}

extension BoundExpression {
  /// Numbers with those of the expression at the places where a condition is true (1 among `answers`; nil: at all), in one
  /// pass; nil for an expression that gives no numbers.
  public func replacing(
    _ old: [Double], where answers: [UInt8]?, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> ReplacedNumbers? {
    guard kind == .number, answers.map({ $0.count == old.count }) ?? true else { return nil }
    let source = numberSource
    let (values, sums) = BoundExpression.filled(old.count, threads, cancellation) {
      (range: Range<Int>, out: UnsafeMutablePointer<Double>, sums: inout Sums) in
      old.withUnsafeBufferPointer { old in
        guard let start = old.baseAddress else { return }
        BoundExpression.replace(start + range.lowerBound, by: source, range, answers, out, &sums)
      }
    }
    try texts?.check()
    try cancellation.check()
    return ReplacedNumbers(values: values, gaps: sums.gaps, changed: sums.changed, lost: sums.lost)
  }

  /// A block of it.
  private static func replace(
    _ old: UnsafePointer<Double>, by source: NumberSource, _ range: Range<Int>, _ answers: [UInt8]?,
    _ out: UnsafeMutablePointer<Double>, _ sums: inout Sums
  ) {
    var found = ExpressionGaps()
    source.withRoom(or: out) { room in
      let new = source.numbers(range, room: room, &found)
      let change =
        if let answers {
          answers.withUnsafeBufferPointer { answers in
            cv_put(old, new, answers.baseAddress.map { $0 + range.lowerBound }, out, range.count)
          }
        } else {
          cv_put(old, new, nil, out, range.count)
        }
      sums.add(Sums(changed: change.changed, lost: change.lost))
    }
    sums.gaps.add(found)
  }
}
