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

  /// The places of true answers, and how many are missing.
  static func truePlaces(_ truths: [UInt8], threads: Int) -> (places: [Int], missing: Int) {
    let (count, size) = (truths.count, ParallelArray.part)
    guard count > 0 else { return ([], 0) }
    @Sendable func range(_ part: Int) -> Range<Int> { (part * size)..<min(count, (part + 1) * size) }
    let counts = Parallel.map(count: (count + size - 1) / size, threads: threads) { part in
      var (trueCount, missing) = (0, 0)
      for truth in truths[range(part)] {
        trueCount &+= truth == 1 ? 1 : 0
        missing &+= truth > 1 ? 1 : 0
      }
      return (trueCount, missing)
    }
    var starts: [Int] = []
    var total = 0
    for (trueCount, _) in counts {
      starts.append(total)
      total += trueCount
    }
    let begins = starts
    let places = [Int](unsafeUninitializedCapacity: total) { memory, filled in
      filled = total
      guard let start = memory.baseAddress else { return }
      // Each part writes the places that the counts before it leave to it.
      nonisolated(unsafe) let out = start
      _ = Parallel.map(count: counts.count, threads: threads) { part in
        let own = out + begins[part]
        var (next, place) = (0, part * size)
        truths.withUnsafeBufferPointer { truths in
          // Each place is written, and kept only if the answer is true: no branch to predict.
          while next < counts[part].0 {
            own[next] = place
            next &+= truths[place] == 1 ? 1 : 0
            place &+= 1
          }
        }
      }
    }
    return (places, counts.reduce(0) { $0 + $1.1 })
  }
}
