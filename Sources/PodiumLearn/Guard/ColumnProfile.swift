internal import PodiumCore

/// The rows of a column by their value, from which the target of each row is guessed by the others.
///
/// A row is predicted by all other rows of its value, and a number that occurs once by the numbers on both sides, so nothing
/// depends on the order of the rows. Missing is a value of its own.
struct ColumnProfile {
  /// The rows, those of one value together: numbers from the least to the greatest, missing ones last.
  let order: [Int32]
  /// Where the rows of each value begin in `order`, and their end.
  let starts: [Int]
  /// The distinct numbers, rising; nil for categories.
  let numbers: [Double]?
  /// The number of rows without a value, which come last.
  let missing: Int

  /// How many values there are, missing not among them.
  var count: Int { starts.count - 1 - (missing > 0 ? 1 : 0) }
  /// The number of rows with a value.
  var known: Int { order.count - missing }
  /// Whether a value has several rows as a rule, so that it is a code and not a measurement or an id.
  var isCode: Bool { count <= 20 || known >= 5 * count }
  /// Whether most rows share their value with a few others, as in a table that repeats its rows.
  var isRepeated: Bool {
    !isCode && (0..<count).reduce(0) { $0 + (size($1) > 1 ? size($1) : 0) } > order.count / 2
  }

  func size(_ value: Int) -> Int { starts[value + 1] - starts[value] }

  init(_ values: FeatureValues) {
    var starts = [0]
    switch values {
    case .numbers(let xs):
      var order = RisingRows.of(xs)
      var numbers: [Double] = []
      for (place, row) in order.enumerated() where numbers.last != xs[Int(row)] {
        if place > 0 { starts.append(place) }
        numbers.append(xs[Int(row)])
      }
      missing = xs.count - order.count
      if missing < xs.count { starts.append(order.count) }
      for row in xs.indices where missing > 0 && !xs[row].isFinite { order.append(Int32(truncatingIfNeeded: row)) }
      (self.order, self.numbers) = (order, numbers)
    case .categories(let values, _):
      let codes = values.codes
      var ends = [Int](repeating: 0, count: values.levels.count + 1)
      func place(_ row: Int) -> Int { codes[row] < 0 ? values.levels.count : Int(codes[row]) }
      for row in codes.indices { ends[place(row)] += 1 }
      missing = ends[values.levels.count]
      var sum = 0
      for level in ends.indices {
        let size = ends[level]
        ends[level] = sum
        sum += size
        if size > 0, level < values.levels.count { starts.append(sum) }
      }
      var order = [Int32](repeating: 0, count: codes.count)
      for row in codes.indices {
        let at = place(row)
        order[ends[at]] = Int32(truncatingIfNeeded: row)
        ends[at] += 1
      }
      (self.order, numbers) = (order, nil)
    }
    if missing > 0 { starts.append(order.count) }
    self.starts = starts
  }

  /// Two values: known and missing; nil where every row is one of them.
  var missingness: ColumnProfile? {
    missing > 0 && known > 0 ? ColumnProfile(order: order, starts: [0, known, order.count], missing: missing) : nil
  }

  private init(order: [Int32], starts: [Int], missing: Int) {
    (self.order, self.starts, self.missing) = (order, starts, missing)
    numbers = nil
  }

  /// How many rows are guessed wrong; nil where they are more than `most`.
  ///
  /// With `apart`, the rows of a value are guessed by the values beside it alone.
  func wrong(_ target: ClassTarget, most: Int, apart: Bool = false) -> Int? {
    let groups = 0..<(starts.count - 1)
    var counts = [Int](repeating: 0, count: target.classes.count)
    /// The class that most rows of each value have; −1 where several are as frequent.
    var majority: [Int32] = []
    majority.reserveCapacity(groups.count)
    var wrong = 0
    for group in groups {
      let rows = order[starts[group]..<starts[group + 1]]
      for row in rows { counts[target.codes[Int(row)]] += 1 }
      var (best, second) = (0, -1)
      for code in counts.indices.dropFirst() {
        if counts[code] > counts[best] {
          (best, second) = (code, counts[best])
        } else {
          second = max(second, counts[code])
        }
      }
      majority.append(second < counts[best] ? Int32(truncatingIfNeeded: best) : -1)
      // A row of the most frequent class needs two more than the next, since it does not count itself.
      let isMissing = group >= count
      if rows.count > 1, !apart || isMissing {
        wrong += counts[best] - 1 > second ? rows.count - counts[best] : rows.count
      } else if numbers == nil || isMissing {
        wrong += rows.count
      }
      if wrong > most { return nil }
      for row in rows { counts[target.codes[Int(row)]] = 0 }
    }
    guard let numbers else { return wrong }
    for group in 0..<count where apart || size(group) == 1 {
      let guess = nearest(group, numbers).map { majority[$0] }
      let rows = order[starts[group]..<starts[group + 1]]
      if guess.isEmpty || guess.contains(where: { $0 != guess[0] }) {
        wrong += rows.count
      } else {
        wrong += rows.count { target.codes[Int($0)] != Int(guess[0]) }
      }
      if wrong > most { return nil }
    }
    return wrong
  }

  /// The values nearest to one: one, or two that are as far away.
  private func nearest(_ group: Int, _ numbers: [Double]) -> [Int] {
    if numbers.count < 2 { return [] }
    if group == 0 { return [1] }
    if group == numbers.count - 1 { return [group - 1] }
    let (before, after) = (numbers[group] - numbers[group - 1], numbers[group + 1] - numbers[group])
    // Halves of a step differ by rounding.
    if (before - after).magnitude <= 1e-9 * max(before, after) { return [group - 1, group + 1] }
    return [before < after ? group - 1 : group + 1]
  }

  /// For each row, in `order`, what the others predict of it less its number.
  func errors(_ ys: [Double], apart: Bool = false) -> [Double] {
    let middle = Median(ys)
    var sorted = order.map { ys[Int($0)] }
    for group in 0..<(starts.count - 1) where size(group) > 1 { sorted[starts[group]..<starts[group + 1]].sort() }
    let medians = (0..<(starts.count - 1)).map { Median.of(sorted[starts[$0]..<starts[$0 + 1]]) }
    var errors: [Double] = []
    errors.reserveCapacity(order.count)
    for group in 0..<(starts.count - 1) {
      let values = sorted[starts[group]..<starts[group + 1]]
      let isMissing = group >= count
      let between = numbers.flatMap { isMissing ? nil : line($0, medians, at: group) }
      for place in values.indices {
        let guess =
          values.count > 1 && (!apart || isMissing)
          ? Median.of(values, without: place) : between ?? middle.value
        errors.append(guess - values[place])
      }
    }
    return errors
  }

  /// How many rows are outside of the range of their value, were every value to have a range of numbers to itself; nil for fewer
  /// than three values.
  func outside(_ ys: [Double]) -> Int? {
    guard isCode, count >= 3 else { return nil }
    let medians = (0..<count).map { group in
      Median.of(order[starts[group]..<starts[group + 1]].map { ys[Int($0)] }.sorted()[...])
    }
    let sequence = (0..<count).sorted { (medians[$0], $0) < (medians[$1], $1) }
    var found: [(y: Double, place: Int)] = []
    found.reserveCapacity(known)
    for (place, group) in sequence.enumerated() {
      for row in order[starts[group]..<starts[group + 1]] { found.append((ys[Int(row)], place)) }
    }
    // Where ranges meet, equal numbers may be on either side.
    let sorted = found.sorted { ($0.y, $0.place) < ($1.y, $1.place) }
    guard isCut(sorted.map(\.y), sequence.map { (size($0), medians[$0]) }) else { return nil }
    return zip(found, sorted).count { $0.place != $1.place }
  }

  /// Whether ranges meet where there are many numbers, as where somebody cut them; groups that are far apart have few between them.
  private func isCut(_ sorted: [Double], _ ranges: [(size: Int, median: Double)]) -> Bool {
    var (between, within, start) = (0, 0, 0)
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      start += range.size
      let edge = sorted[start - 1] / 2 + sorted[start] / 2
      let reach = (next.median - range.median) / 6
      func near(_ middle: Double) -> Int { sorted.count { ($0 - middle).magnitude <= reach } }
      between += near(edge)
      within += min(near(range.median), near(next.median))
    }
    return 2 * between >= within
  }

  /// The straight line through the values on both sides of one, or through the two nearest at an end.
  private func line(_ numbers: [Double], _ medians: [Double], at group: Int) -> Double? {
    guard numbers.count > 2 else { return nil }
    let (a, b) =
      group == 0 ? (1, 2) : group == numbers.count - 1 ? (group - 1, group - 2) : (group - 1, group + 1)
    return medians[a] + (medians[b] - medians[a]) * ((numbers[group] - numbers[a]) / (numbers[b] - numbers[a]))
  }
}

/// The middle of some numbers.
private struct Median {
  let value: Double

  init(_ values: [Double]) {
    value = Median.of(values.sorted()[...])
  }

  /// That of rising numbers; 0 for none.
  static func of(_ sorted: ArraySlice<Double>) -> Double {
    if sorted.isEmpty { return 0 }
    let half = sorted.startIndex + sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : sorted[half - 1] / 2 + sorted[half] / 2
  }

  /// That of rising numbers but one, of at least two.
  static func of(_ sorted: ArraySlice<Double>, without place: Int) -> Double {
    func other(_ rank: Int) -> Double {
      let at = sorted.startIndex + rank
      return sorted[at < place ? at : at + 1]
    }
    let count = sorted.count - 1
    return count % 2 == 1 ? other(count / 2) : other(count / 2 - 1) / 2 + other(count / 2) / 2
  }
}
