internal import CVectors

/// Writes the answers of a condition at a range of at most `Vector.block` places: 0, 1, or 2 where missing.
typealias TruthWriter = @Sendable (Range<Int>, UnsafeMutablePointer<UInt8>, inout ExpressionGaps) -> Void

extension BoundExpression {
  /// Answers that are written block by block.
  static func truths(_ write: @escaping TruthWriter) -> BoundExpression {
    var made = BoundExpression(.truths) { range, gaps in
      var found = ExpressionGaps()
      let values = [UInt8](unsafeUninitializedCapacity: range.count) { memory, filled in
        filled = range.count
        guard let out = memory.baseAddress else { return }
        for block in Vector.blocks(range) { write(block, out + (block.lowerBound - range.lowerBound), &found) }
      }
      gaps.add(found)
      return .truths(values)
    }
    made.ownTruths = write
    return made
  }

  /// Its answers for loops over blocks.
  var truthWriter: TruthWriter {
    if let ownTruths { return ownTruths }
    let own = self
    return { range, out, gaps in
      own.truths(range, &gaps).withUnsafeBufferPointer { values in
        precondition(values.count == range.count, "a condition has an answer at each place")
        if let start = values.baseAddress { out.update(from: start, count: values.count) }
      }
    }
  }

  /// The answers at every place, 0, 1, or 2 where missing, and how many are; none for what is not a condition.
  public func answers(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (answers: [UInt8], missing: Int) {
    let (values, _, missing) = try whole(count, threads: threads, cancellation: cancellation)
    guard case .truths(let truths) = values else { return ([], 0) }
    if let missing { return (truths, missing) }
    var found = TruthCount()
    truths.withUnsafeBufferPointer { truths in
      if let start = truths.baseAddress { found.add(start, truths.count) }
    }
    return (truths, found.missing)
  }

  /// `and` (decided by 0) and `or` (decided by 1) of Kleene: missing unless a part decides.
  static func logic(_ parts: [BoundExpression], decisive: UInt8) -> BoundExpression {
    let writers = parts.map(\.truthWriter)
    return .truths { range, out, gaps in
      guard let first = writers.first else { return out.update(repeating: 1 - decisive, count: range.count) }
      first(range, out, &gaps)
      var found = ExpressionGaps()
      Vector.withBlocks(1, of: UInt8.self) { next in
        for write in writers.dropFirst() {
          write(range, next, &found)
          for place in 0..<range.count {
            let (a, b) = (out[place], next[place])
            out[place] = a == decisive || b == decisive ? decisive : (a | b) > 1 ? 2 : 1 - decisive
          }
        }
      }
      gaps.add(found)
    }
  }

  /// Numbers compared.
  static func compared(_ operation: BinaryOperator, _ a: BoundExpression, _ b: BoundExpression) -> BoundExpression {
    let (x, y) = (a.numberSource, b.numberSource)
    return .truths { range, out, gaps in
      let count = range.count
      var found = ExpressionGaps()
      Vector.withBlocks(2, of: Double.self) { start in
        let a = x.numbers(range, room: start, &found)
        let b = y.numbers(range, room: start + Vector.block, &found)
        let comparison =
          switch operation {
          case .equal: CV_EQUAL
          case .notEqual: CV_NOT_EQUAL
          case .less: CV_LESS
          case .lessOrEqual: CV_LESS_OR_EQUAL
          case .greater: CV_GREATER
          default: CV_GREATER_OR_EQUAL
          }
        cv_compare(comparison, a, b, out, count)
      }
      gaps.add(found)
    }
  }

  /// The answer for each category of a dictionary, and that for a missing one before them.
  static func looked(_ a: BoundExpression, _ answers: [UInt8]) -> BoundExpression {
    .truths { range, out, gaps in
      let codes = a.codes(range, &gaps)
      answers.withUnsafeBufferPointer { answers in
        for (place, code) in codes.enumerated() { out[place] = answers[max(0, Int(code) + 1)] }
      }
    }
  }
}
