package import PodiumCore

/// One line of a plot: its points in order, in parts where values are missing between them.
///
/// Rows at one place are one point, their mean. A line of more points than asked for is drawn by stretches of equal width:
/// the mean of each with its least and largest value. It is read twice, once to count and once to add up, so that a line of
/// a million rows makes no list of a million points.
package struct LinePart {
  /// What a point stands for.
  package enum How: Hashable {
    /// A row each.
    case rows
    /// The mean of the rows at one place, with its interval.
    case means
    /// The mean of neighbours, with their least and largest value.
    case ranges
  }

  package struct Point {
    package var x: Double
    package var y: Double
    package var low = Double.nan
    package var high = Double.nan
    package var rows = 1
    package var part = 0
  }

  package private(set) var points: [Point] = []
  package private(set) var how = How.rows

  /// Takes the rows of the line, which rise, and the values of all rows; x is finite in these rows, a missing y is NaN.
  ///
  /// Throws `interrupted`.
  package init(
    _ rows: [Int], x: [Double], y: [Double], most: Int, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    let places = try PlacesInOrder(rows, x: x, y: y, cancellation)
    var (count, first, last) = (0, Double.nan, Double.nan)
    places.each { values, at in
      guard values.rows > 0 else { return }
      if count == 0 { first = at }
      last = at
      count += 1
      if values.rows > 1 { how = .means }
    }
    if count > most, first < last {
      how = .ranges
      points = LinePart.stretches(places, count: most / 2, from: first, to: last)
    } else {
      points.reserveCapacity(count)
      points = LinePart.all(places)
    }
  }

  private static func all(_ places: PlacesInOrder) -> [Point] {
    var points: [Point] = []
    var (part, hasGap) = (0, false)
    places.each { values, at in
      guard let first = values.first else {
        hasGap = true
        return
      }
      if hasGap, !points.isEmpty { part += 1 }
      hasGap = false
      var point = Point(x: at, y: first, part: part)
      if values.rows > 1, let mean = MeanInterval(values.list) {
        (point.y, point.low, point.high) = (mean.mean, mean.low ?? .nan, mean.high ?? .nan)
        point.rows = values.rows
      }
      points.append(point)
    }
    return points
  }

  /// A point a stretch; a gap breaks the line where it covers a whole stretch.
  private static func stretches(_ places: PlacesInOrder, count: Int, from first: Double, to last: Double) -> [Point] {
    var points: [Point] = []
    points.reserveCapacity(count)
    var (bin, hasGap) = (-1, false)
    // Halves, since the whole range may be beyond the largest number.
    let (start, range) = (first / 2, last / 2 - first / 2)
    places.each { values, at in
      guard let value = values.first else {
        hasGap = true
        return
      }
      let share = (at / 2 - start) / range
      let own = share.isFinite ? min(count - 1, max(0, Int(share * Double(count)))) : 0
      let mean = values.rows > 1 ? MeanInterval.mean(values.list) : value
      if let end = points.indices.last, own == bin {
        let all = points[end].rows + values.rows
        points[end].y += (mean - points[end].y) * Double(values.rows) / Double(all)
        points[end].low = min(points[end].low, mean)
        points[end].high = max(points[end].high, mean)
        points[end].rows = all
      } else {
        let part = (points.last?.part ?? 0) + (hasGap && bin >= 0 && own > bin + 1 ? 1 : 0)
        points.append(Point(x: at, y: mean, low: mean, high: mean, rows: values.rows, part: part))
        bin = own
      }
      hasGap = false
    }
    return points
  }
}

/// The rows of a line by rising place, those of one place together.
private struct PlacesInOrder {
  private let x: [Double]
  private let y: [Double]

  struct Values {
    fileprivate(set) var rows = 0
    fileprivate(set) var first: Double?
    /// All of them, where there are several rows at the place.
    fileprivate(set) var list: [Double] = []
  }

  init(_ rows: [Int], x: [Double], y: [Double], _ cancellation: Cancellation) throws(Diagnostic) {
    let places = rows.map { x[$0] }
    if zip(places, places.dropFirst()).allSatisfy(<=) {
      (self.x, self.y) = (places, rows.map { y[$0] })
    } else {
      var order = rows.indices.map { UInt32(truncatingIfNeeded: $0) }
      // A stable order: rows of one place stay as they are in the table.
      try RadixSort.sort(&order, by: places.map { RadixSort.key($0) }, cancellation: cancellation)
      (self.x, self.y) = (order.map { places[Int($0)] }, order.map { y[rows[Int($0)]] })
    }
  }

  /// Calls `body` once a place.
  @inline(__always)
  func each(_ body: (_ values: Values, _ at: Double) -> Void) {
    var place = 0
    while place < x.count {
      let here = x[place]
      var end = place + 1
      while end < x.count, x[end] == here { end += 1 }
      var values = Values()
      if end == place + 1 {
        if !y[place].isNaN { (values.rows, values.first) = (1, y[place]) }
      } else {
        values.list = y[place..<end].filter { !$0.isNaN }
        (values.rows, values.first) = (values.list.count, values.list.first)
      }
      body(values, here)
      place = end
    }
  }
}
