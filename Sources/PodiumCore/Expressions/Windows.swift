/// Values of rows around a row; each function gives a value for each place of the frame.
struct Windows {
  let frame: RowFrame
  let cancellation: Cancellation

  /// For each place the one so many steps before, −1 where there is none.
  func shifted(_ steps: Int) -> [Int] {
    let (places, starts) = frame.sequences()
    var found = [Int](repeating: -1, count: frame.count)
    for group in 0..<frame.groupCount {
      let range = starts[group]..<starts[group + 1]
      for at in range where range.contains(at - steps) { found[places[at]] = places[at - steps] }
    }
    return found
  }

  /// The best place of the values that equal each one, but for rounding.
  func ranks(_ x: [Double]) throws(Diagnostic) -> [Int] {
    let (places, starts) = frame.sequences()
    var ranks = [Int](repeating: ColumnValues.missingInteger, count: frame.count)
    for group in 0..<frame.groupCount {
      try cancellation.check()
      let members = places[starts[group]..<starts[group + 1]].filter { !x[$0].isNaN }.sorted { x[$0] < x[$1] }
      guard let low = members.first, let high = members.last else { continue }
      let most = Rounding.most(from: x[low], to: x[high])
      var first = 0
      for (at, place) in members.enumerated() {
        if !Rounding.explains(x[members[first]], x[place], most: most) { first = at }
        ranks[place] = first + 1
      }
    }
    return ranks
  }

  func running(_ x: [Double]) throws(Diagnostic) -> [Double] {
    let (places, starts) = frame.sequences()
    var sums = [Double](repeating: .nan, count: frame.count)
    for group in 0..<frame.groupCount {
      var sum = CompensatedSum()
      for place in places[starts[group]..<starts[group + 1]] where !x[place].isNaN {
        sum.add(x[place])
        sums[place] = sum.value.isFinite ? sum.value : .nan
      }
    }
    try cancellation.check()
    return sums
  }

  /// Over the last `width` rows; missing until there are so many, and where one of them is missing (but for n).
  ///
  /// The time does not depend on the width (for the median it grows with the logarithm of the rows).
  func rolling(_ name: String, _ x: [Double], _ width: Int) throws(Diagnostic) -> [Double] {
    let (places, starts) = frame.sequences()
    var found = [Double](repeating: .nan, count: frame.count)
    for group in 0..<frame.groupCount {
      try cancellation.check()
      let range = starts[group]..<starts[group + 1]
      guard range.count >= width else { continue }
      let sequence = places[range].map { x[$0] }
      let values = try RollingValues(sequence, width, cancellation: cancellation).values(name)
      for (offset, place) in places[range].enumerated() where offset + 1 >= width {
        found[place] = values[offset].isFinite ? values[offset] : .nan
      }
    }
    return found
  }
}
