internal import Synchronization

/// Computing all places.
extension BoundExpression {
  /// All places, computed in blocks on some threads; the number of threads never changes a value.
  func whole(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (values: Vector, gaps: ExpressionGaps) {
    if let known, known.count == count { return (known, ExpressionGaps()) }
    if count <= Vector.block {
      var gaps = ExpressionGaps()
      return (compute(0..<count, &gaps), gaps)
    }
    let computed =
      switch form {
      case .numbers:
        filled(count, threads, cancellation, { .numbers($0) }) { if case .numbers(let x) = $0 { x } else { nil } }
      case .integers:
        filled(count, threads, cancellation, { .integers($0) }) { if case .integers(let x) = $0 { x } else { nil } }
      case .truths:
        filled(count, threads, cancellation, { .truths($0) }) { if case .truths(let x) = $0 { x } else { nil } }
      case .codes:
        filled(count, threads, cancellation, { .codes($0) }) { if case .codes(let x) = $0 { x } else { nil } }
      case .texts, .days, .moments: joined(count, threads, cancellation)
      }
    try cancellation.check()
    return computed
  }

  /// The blocks of plain numbers, each written to its place in one array.
  private func filled<Element: Sendable & BitwiseCopyable>(
    _ count: Int, _ threads: Int, _ cancellation: Cancellation, _ make: ([Element]) -> Vector,
    _ elements: @escaping @Sendable (Vector) -> [Element]?
  ) -> (values: Vector, gaps: ExpressionGaps) {
    let tally = Mutex(ExpressionGaps())
    let values = ParallelArray.filled(count: count, threads: threads) { (part, out: UnsafeMutablePointer<Element>) in
      var gaps = ExpressionGaps()
      for start in stride(from: part.lowerBound, to: part.upperBound, by: Vector.block) {
        // What is left unwritten is dropped by the caller, who looks at the flag too.
        if cancellation.isCancelled { break }
        let range = start..<min(part.upperBound, start + Vector.block)
        guard let block = elements(compute(range, &gaps)), block.count == range.count else {
          preconditionFailure("the blocks of an expression are of one type")
        }
        block.withUnsafeBufferPointer { block in
          guard let base = block.baseAddress else { return }
          (out + (start - part.lowerBound)).initialize(from: base, count: block.count)
        }
      }
      // Counts add up in any order.
      tally.withLock { $0.add(gaps) }
    }
    return (make(values), tally.withLock { $0 })
  }

  /// Blocks of other values, appended.
  private func joined(
    _ count: Int, _ threads: Int, _ cancellation: Cancellation
  ) -> (values: Vector, gaps: ExpressionGaps) {
    // A part is some blocks: enough to be worth a thread's turn, few enough to stop soon.
    let part = ParallelArray.part
    let parts = Parallel.map(count: (count + part - 1) / part, threads: threads) { number in
      var gaps = ExpressionGaps()
      let end = min(count, (number + 1) * part)
      var all: Vector?
      for start in stride(from: number * part, to: end, by: Vector.block) {
        if cancellation.isCancelled { break }
        let values = compute(start..<min(end, start + Vector.block), &gaps)
        if all == nil { all = values } else { all?.append(values) }
      }
      return (all ?? .numbers([]), gaps)
    }
    guard !cancellation.isCancelled else { return (.numbers([]), ExpressionGaps()) }
    var (all, gaps) = parts[0]
    for (values, more) in parts.dropFirst() {
      all.append(values)
      gaps.add(more)
    }
    return (all, gaps)
  }
}
