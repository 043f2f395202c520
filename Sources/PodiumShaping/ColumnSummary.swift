package import PodiumCore

/// Summary statistics of a column.
package struct ColumnSummary {
  package let distinct: Int
  package let missing: Int
  package let mean: Double?
  /// With divisor n - 1; nil for a single value. Mean and sd of a circular column are circular, and undefined where its values
  /// cancel out.
  package let sd: Double?
  /// Minimum, lower quartile, median, upper quartile, maximum.
  package let quantiles: [Double]?
  /// Eight bars of equal width, from the minimum to the maximum or around the circle; nil for values that are not numbers.
  package let histogram: String?
  /// The most frequent values with their counts.
  package let top: [(value: Value, count: Int)]
  private let scale: NumberScale?

  /// Of an interrupted summary nothing is right: who may interrupt looks at the flag.
  package init(_ column: Column, cancellation: Cancellation = Cancellation()) {
    let counts: ValueCounts
    var figures = Figures()
    switch column.values {
    case .number(let values):
      let sorted = (try? SortedNumbers.of(values, cancellation: cancellation)) ?? []
      counts = ValueCounts(sorted: sorted) { .number($0) }
      figures = Figures(values.lazy.filter { !$0.isNaN }, sorted, column.circle)
    case .integer(let values):
      let sorted = (try? SortedNumbers.of(values, cancellation: cancellation)) ?? []
      counts = ValueCounts(sorted: sorted) { .integer($0) }
      let present = values.lazy.filter { $0 != ColumnValues.missingInteger }
      figures = Figures(present.map(Double.init), sorted.lazy.map(Double.init), column.circle)
    case .date(let days):
      let missing = ColumnValues.missingInteger
      let sorted = (try? SortedNumbers.of(days.map { $0?.days ?? missing }, cancellation: cancellation)) ?? []
      counts = ValueCounts(sorted: sorted) { .date(CalendarDate(days: $0)) }
    case .datetime(let moments):
      let missing = ColumnValues.missingInteger
      let sorted =
        (try? SortedNumbers.of(moments.map { $0?.microseconds ?? missing }, cancellation: cancellation)) ?? []
      counts = ValueCounts(sorted: sorted) { .datetime(Moment(microseconds: $0)) }
    case .category, .ordered, .text, .boolean:
      counts = ValueCounts(words: column) ?? ValueCounts(words: [:])
    }
    (missing, scale) = (column.missingCount, column.scale)
    (distinct, top) = (counts.distinct, counts.top)
    (mean, sd, quantiles, histogram) = (figures.mean, figures.sd, figures.quantiles, figures.histogram)
  }

  /// What is computed of numbers.
  private struct Figures {
    var mean: Double?
    var sd: Double?
    var quantiles: [Double]?
    var histogram: String?

    init() {}

    /// Of numbers in the order of the rows and sorted; whole ones are read as doubles one by one, and no list is made of them.
    init<Sorted: RandomAccessCollection>(
      _ inOrder: some Sequence<Double>, _ sorted: Sorted, _ circle: Circle?
    ) where Sorted.Element == Double, Sorted.Index == Int {
      guard let low = sorted.first, let high = sorted.last else { return }
      let count = Double(sorted.count)
      // The mean of equal values may differ from them by rounding, but their sd must be 0.
      let isConstant = low == high
      if let circle {
        let around = CircularMean(Array(inOrder), on: circle)
        mean = around?.direction
        sd = sorted.count < 2 ? nil : isConstant ? 0 : around?.deviation
        // A circle has no least value, so it has no quantiles.
        histogram = ColumnSummary.bars(
          sorted.map(circle.normalised).filter { !$0.isNaN }.sorted(), from: 0, to: circle.period, grid: nil)
        return
      }
      if Scaled.isNeeded([low, high]) {
        let moments = Scaled.moments(Array(inOrder))
        (mean, sd) = (moments.mean, sorted.count < 2 || moments.sd.isNaN ? nil : moments.sd)
      } else {
        let middle = inOrder.reduce(0, +) / count
        // The distances from a mean that was rounded do not add up to 0: what is left of them is taken out.
        var (rest, squares) = (0.0, 0.0)
        for value in inOrder {
          rest += value - middle
          squares += (value - middle) * (value - middle)
        }
        mean = isConstant ? low : middle + rest / count
        sd =
          sorted.count < 2 ? nil : isConstant ? 0 : (max(0, squares - rest * rest / count) / (count - 1)).squareRoot()
      }
      histogram = ColumnSummary.bars(
        sorted, from: low, to: high, grid: ColumnSummary.grid(of: sorted, from: low, to: high))
      quantiles = [0, 0.25, 0.5, 0.75, 1].map { share in
        let place = share * (count - 1)
        let least = Int(place.rounded(.down))
        return Quantile.interpolated(Array(sorted[least..<min(sorted.count, least + 2)]), place - Double(least))
      }
    }
  }

  /// The number of decimal places that the sd justifies; nil without an sd, or if exponents are shorter.
  package var decimals: Int? {
    guard let sd, sd > 1e-6, sd.isFinite else { return nil }
    if sd >= 1000 { return 0 }
    if sd >= 100 { return 1 }
    var decimals = 2
    var least = 0.1
    while sd < least {
      decimals += 1
      least /= 10
    }
    return decimals
  }

  /// The most frequent values with their counts as one text; numbers as tables show them, with more digits where two would
  /// look the same.
  package var topText: String {
    let texts =
      [6, 15].lazy.map { digits in top.map { shown($0.value, digits: digits) } }.first { Set($0).count == $0.count }
      ?? top.map(\.value.fileText)
    return zip(texts, top).map { "\($0) (\($1.count))" }.joined(separator: ", ")
  }

  private func shown(_ value: Value, digits: Int) -> String {
    if let scale, scale.name != nil, let number = value.asNumber { return scale.texts([number]).joined() }
    if case .number(let number) = value { return NumberText.shown(number, digits) }
    return NumberScale.shown(value, scale).fileText
  }

  /// Sorted numbers in a range as at most eight bars; one bar for a range without width.
  ///
  /// Numbers that lie on a grid, such as whole ones, get bars over whole steps of it, as high as their rows per step: bins of
  /// another width would hold now one step, now two.
  private static func bars<Values: RandomAccessCollection>(
    _ values: Values, from low: Double, to high: Double, grid: Double?
  ) -> String where Values.Element == Double, Values.Index == Int {
    guard low < high, (high - low).isFinite else { return "█" }
    var (bins, perBin, step) = (8, 0, (high - low) / 8)
    var steps = 0
    if let grid {
      steps = Int(((high - low) / grid).rounded()) + 1
      perBin = (steps + 7) / 8
      bins = (steps + perBin - 1) / perBin
      step = grid
    }
    func bin(_ value: Double) -> Int {
      let place = (value - low) / step
      return min(bins - 1, max(0, perBin > 0 ? Int(place.rounded()) / perBin : Int(place)))
    }
    // The bin rises with the value, so that its first value is found by halving.
    let starts = (0...bins).map { next in values.partitionPoint { bin($0) >= next } }
    var counts = zip(starts, starts.dropFirst()).map { Double($1 - $0) }
    if perBin > 0 { counts[bins - 1] *= Double(perBin) / Double(steps - (bins - 1) * perBin) }
    let most = counts.max() ?? 1
    let glyphs: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    // A bin with any value must look different from an empty one.
    return String(counts.map { $0 == 0 ? " " : glyphs[min(7, Int($0 * 8 / most))] })
  }

  /// A grid has fewer steps than this.
  private static let mostSteps = 4096.0

  /// The largest step that leads from the lowest of sorted values to each other one, of whole thousandths; nil if there is
  /// none, or the range has too many of them to matter.
  private static func grid(of values: some Collection<Double>, from low: Double, to high: Double) -> Double? {
    for factor in [1.0, 10, 100, 1000] where max(low.magnitude, high.magnitude) * factor < 1e15 {
      var (step, last) = (0, 0)
      let fits = values.allSatisfy { value in
        let scaled = value * factor
        guard (scaled - scaled.rounded()).magnitude <= 1e-9 * max(1, scaled.magnitude) else { return false }
        let place = Int(scaled.rounded() - (low * factor).rounded())
        var rest = place - last
        while rest != 0 { (step, rest) = (rest, step % rest) }
        last = place
        return step == 0 || (high - low) * factor < mostSteps * Double(step)
      }
      if fits, step > 0 { return Double(step) / factor }
    }
    return nil
  }
}

extension RandomAccessCollection where Element == Double, Index == Int {
  /// The place of the first element that meets a test which all later ones meet too.
  fileprivate func partitionPoint(_ test: (Double) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if test(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Column {
  /// The values in a short phrase: the range, the first levels, or the number of distinct values.
  package var briefly: String {
    func range<V: Comparable>(_ low: V?, _ high: V?, _ text: (V) -> String) -> String {
      guard let low, let high else { return 0.counted("distinct value") }
      return text(low) + " to " + text(high)
    }
    if let scale, scale.name != nil, let known = numbers?.filter({ !$0.isNaN }) {
      return range(known.min(), known.max()) { scale.texts([$0]).joined() }
    }
    switch values {
    case .number(let values):
      let ends = values.reduce(into: (low: Double?.none, high: Double?.none)) { ends, value in
        // A comparison with a missing number is false.
        if value < ends.low ?? .infinity || (ends.low == nil && value == .infinity) { ends.low = value }
        if value > ends.high ?? -.infinity || (ends.high == nil && value == -.infinity) { ends.high = value }
      }
      return range(ends.low, ends.high) { NumberText.shown($0) }
    case .integer(let values):
      let present = values.lazy.filter { $0 != ColumnValues.missingInteger }
      return range(present.min(), present.max()) { NumberText.shown(Double($0)) }
    case .date(let days):
      let present = days.lazy.compactMap { $0 }
      return range(present.min(), present.max(), \.description)
    case .datetime(let moments):
      let present = moments.lazy.compactMap { $0 }
      return range(present.min(), present.max()) { fileText(of: .datetime($0)) } + (zone.map { ", " + $0.name } ?? "")
    case .category(let words), .ordered(let words):
      let levels = words.withoutUnused().levels
      guard !levels.isEmpty else { return 0.counted("distinct value") }
      return levels.prefix(4).joined(separator: ", ") + (levels.count > 4 ? ", … (\(levels.count))" : "")
    case .text, .boolean: return (ValueCounts(words: self)?.distinct ?? 0).counted("distinct value")
    }
  }
}
