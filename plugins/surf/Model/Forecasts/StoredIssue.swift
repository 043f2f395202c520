public import PodiumCore

/// One issue of a forecast for a spot, as the workspace keeps it: packed, and never changed.
///
/// What a later file adds to the same issue, such as wind to waves, is a further part of it.
public struct StoredIssue: Sendable {
  /// The number of the spot.
  public let spot: Int
  public let model: String
  public let issued: Moment
  public var part = 1
  /// When the issue was known: the later of its own time and that of its retrieval.
  public let known: Moment
  /// The format of the file.
  public let source: String
  public let times: [Moment]
  public let values: [SeaVariable: [Double]]
  /// How far the place of the forecast is from the spot in kilometres; nil where it is near, or is not known.
  public var distance: Double?

  /// Models look this far ahead at most, so that an older issue says nothing about an hour.
  public static let reach = 17 * 86_400_000_000

  public init(
    spot: Int, model: String, issued: Moment, part: Int = 1, known: Moment, source: String, times: [Moment],
    values: [SeaVariable: [Double]], distance: Double? = nil
  ) {
    (self.spot, self.model, self.issued, self.part, self.known) = (spot, model, issued, part, known)
    (self.source, self.times, self.values, self.distance) = (source, times, values, distance)
  }

  /// The place of an hour; nil where the issue has none.
  public func place(of moment: Moment) -> Int? {
    let low = times.partitioningIndex { $0 >= moment }
    return low < times.count && times[low] == moment ? low : nil
  }

  /// A value; NaN where it is missing.
  public subscript(variable: SeaVariable, row: Int) -> Double {
    guard let column = values[variable], column.indices.contains(row) else { return .nan }
    return column[row]
  }

  /// The heights of the sea, or else of its swell; nil for an issue without waves.
  public var heights: [Double]? { values[.waveHeight] ?? values[.swellHeight] }

  /// The rows within a span; where the step is longer, the nearest row that still describes it.
  public func rows(from: Moment, to: Moment) -> [Int] {
    guard let first = times.first, let last = times.last, to > first.later(-1), from <= last else { return [] }
    let low = times.partitioningIndex { $0 >= from }
    var rows: [Int] = []
    var row = low
    while row < times.count, times[row] < to {
      rows.append(row)
      row += 1
    }
    guard rows.isEmpty else { return rows }
    // Between two hours of the issue at most six hours apart, the nearer one counts.
    guard low > 0, low < times.count, times[low].microseconds - times[low - 1].microseconds <= 6 * 3_600_000_000 else {
      return []
    }
    let middle = from.later((to.microseconds - from.microseconds) / 2)
    let isAfter = times[low].microseconds - middle.microseconds < middle.microseconds - times[low - 1].microseconds
    return [isAfter ? low : low - 1]
  }
}
