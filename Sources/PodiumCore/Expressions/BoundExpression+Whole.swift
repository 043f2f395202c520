internal import CVectors
internal import Synchronization

/// Computing all places.
extension BoundExpression {
  /// What is known of all places: the values, why some are missing, and how many are, where that was counted on the way.
  typealias AllPlaces = (values: Vector, gaps: ExpressionGaps, missing: Int?)

  /// All places, computed in blocks on some threads; the number of threads never changes a value.
  func whole(_ count: Int, threads: Int, cancellation: Cancellation) throws(Diagnostic) -> AllPlaces {
    if let known, known.count == count { return (known, ExpressionGaps(), nil) }
    guard readsTexts else { return explained(try computed(count, threads: threads, cancellation: cancellation)) }
    return try cancellation.detached { () throws(Diagnostic) in
      explained(try computed(count, threads: threads, cancellation: cancellation))
    }
  }

  /// The same with the reasons of the places that are missing alone: what got lost in a branch that a row did not take
  /// explains nothing.
  private func explained(_ all: AllPlaces) -> AllPlaces {
    guard hasBranches, all.gaps != ExpressionGaps() else { return all }
    let presence = all.values.presence
    var (gaps, place) = (ExpressionGaps(), 0)
    while let start = presence[place...].firstIndex(of: false) {
      let limit = min(presence.count, start + Vector.block)
      place = presence[start..<limit].firstIndex(of: true) ?? limit
      _ = compute(start..<place, &gaps)
    }
    return (all.values, gaps, all.missing)
  }

  private func computed(_ count: Int, threads: Int, cancellation: Cancellation) throws(Diagnostic) -> AllPlaces {
    if count <= Vector.block {
      var gaps = ExpressionGaps()
      let values = compute(0..<count, &gaps)
      try texts?.check()
      return (values, gaps, nil)
    }
    let computed: AllPlaces
    switch form {
    case .numbers:
      let source = numberSource
      let (values, sums) = BoundExpression.filled(count, threads, cancellation) {
        (range: Range<Int>, out: UnsafeMutablePointer<Double>, sums: inout Sums) in
        source.write(range, to: out, &sums.gaps)
        // While the block is in the first cache.
        sums.missing += cv_missing(out, range.count)
      }
      computed = (.numbers(values), sums.gaps, sums.missing)
    case .truths:
      let write = truthWriter
      let (values, sums) = BoundExpression.filled(count, threads, cancellation) {
        (range: Range<Int>, out: UnsafeMutablePointer<UInt8>, sums: inout Sums) in
        write(range, out, &sums.gaps)
        var found = TruthCount()
        found.add(out, range.count)
        sums.missing += found.missing
      }
      computed = (.truths(values), sums.gaps, sums.missing)
    case .integers:
      let (values, sums) = copied(count, threads, cancellation) { if case .integers(let x) = $0 { x } else { nil } }
      computed = (.integers(values), sums.gaps, nil)
    case .codes:
      let (values, sums) = copied(count, threads, cancellation) { if case .codes(let x) = $0 { x } else { nil } }
      computed = (.codes(values), sums.gaps, nil)
    case .texts, .days, .moments:
      let (values, gaps) = joined(count, threads, cancellation)
      computed = (values, gaps, nil)
    }
    try texts?.check()
    try cancellation.check()
    return computed
  }

  /// What a part of the places adds to the counts.
  struct Sums {
    var gaps = ExpressionGaps()
    var missing = 0
    var changed = 0
    var lost = 0

    mutating func add(_ other: Sums) {
      gaps.add(other.gaps)
      missing += other.missing
      changed += other.changed
      lost += other.lost
    }
  }

  /// An array of which each block is written by `fill`, and the counts.
  static func filled<Element: Sendable & BitwiseCopyable>(
    _ count: Int, _ threads: Int, _ cancellation: Cancellation,
    _ fill: @escaping @Sendable (Range<Int>, UnsafeMutablePointer<Element>, inout Sums) -> Void
  ) -> (values: [Element], sums: Sums) {
    let tally = Mutex(Sums())
    let values = ParallelArray.filled(count: count, threads: threads) { (part, out: UnsafeMutablePointer<Element>) in
      var sums = Sums()
      for block in Vector.blocks(part) {
        // What is left unwritten is dropped by the caller, who looks at the flag too.
        if cancellation.isCancelled { break }
        fill(block, out + (block.lowerBound - part.lowerBound), &sums)
      }
      // Counts add up in any order.
      tally.withLock { $0.add(sums) }
    }
    return (values, tally.withLock { $0 })
  }

  /// The blocks of plain values, each copied to its place in one array.
  private func copied<Element: Sendable & BitwiseCopyable>(
    _ count: Int, _ threads: Int, _ cancellation: Cancellation, _ elements: @escaping @Sendable (Vector) -> [Element]?
  ) -> (values: [Element], sums: Sums) {
    BoundExpression.filled(count, threads, cancellation) {
      (range: Range<Int>, out: UnsafeMutablePointer<Element>, sums: inout Sums) in
      guard let block = elements(compute(range, &sums.gaps)), block.count == range.count else {
        preconditionFailure("the blocks of an expression are of one type")
      }
      block.withUnsafeBufferPointer { block in
        if let base = block.baseAddress { out.initialize(from: base, count: block.count) }
      }
    }
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
      for block in Vector.blocks((number * part)..<end) {
        if texts?.mustStop ?? cancellation.isCancelled { break }
        let values = compute(block, &gaps)
        if all == nil { all = values } else { all?.append(values) }
      }
      return (all ?? .numbers([]), gaps)
    }
    guard !(texts?.mustStop ?? cancellation.isCancelled) else { return (.numbers([]), ExpressionGaps()) }
    var (all, gaps) = parts[0]
    for (values, more) in parts.dropFirst() {
      all.append(values)
      gaps.add(more)
    }
    return (all, gaps)
  }

  /// The places of true answers, and how many are missing.
  package static func truePlaces(_ truths: [UInt8], threads: Int) -> (places: [Int], missing: Int) {
    let (count, size) = (truths.count, ParallelArray.part)
    guard count > 0 else { return ([], 0) }
    @Sendable func range(_ part: Int) -> Range<Int> { (part * size)..<min(count, (part + 1) * size) }
    let counts = Parallel.map(count: (count + size - 1) / size, threads: threads) { part in
      var found = TruthCount()
      let range = range(part)
      truths.withUnsafeBufferPointer { truths in
        if let start = truths.baseAddress { found.add(start + range.lowerBound, range.count) }
      }
      return (found.trueCount, found.missing)
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
            next &+= Int(truths[place] & 1)
            place &+= 1
          }
        }
      }
    }
    return (places, counts.reduce(0) { $0 + $1.1 })
  }
}

extension Expression {
  /// Whether a part of it may fail in a row without the row being missing.
  var hasBranches: Bool {
    switch kind {
    case .literal, .column, .reference: false
    case .unary(_, let part): part.hasBranches
    case .binary(let operation, let left, let right):
      [.and, .or].contains(operation) || left.hasBranches || right.hasBranches
    case .call(let name, let parts):
      ["choose", "coalesce", "missing"].contains(name) || parts.contains { $0.hasBranches }
    }
  }
}
