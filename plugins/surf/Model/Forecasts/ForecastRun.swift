public import PodiumCore

/// One issue of a forecast for one place by one model: hours and what they bring.
public struct ForecastRun: Sendable, Equatable {
  /// The model, or the product where it names none (`meteofrance_wave`, `spitcast`).
  public var model: String
  /// Where the source says its values are: a grid cell or a spot; nil where it does not say.
  public var place: Coordinate?
  /// The source's name of the place.
  public var placeName: String?
  /// When the source computed it; nil where it does not say.
  public var issued: Moment?
  /// In order, each once.
  public private(set) var times: [Moment]
  /// One number for each time, NaN where it is missing; in the units of `SeaVariable.column`.
  public private(set) var values: [SeaVariable: [Double]]

  /// An issue without hours.
  public init(model: String, place: Coordinate? = nil, placeName: String? = nil, issued: Moment? = nil) {
    (self.model, self.place, self.placeName, self.issued) = (model, place, placeName, issued)
    (times, values) = ([], [:])
  }

  /// Takes the hours in any order; of one that repeats the first counts, and columns without a value are left out.
  ///
  /// Every column has one number for each time.
  public mutating func set(_ times: [Moment], _ values: [SeaVariable: [Double]]) {
    var order = times.indices.ordered { (times[$0], $0) < (times[$1], $1) }
    var last: Moment?
    order = order.filter { place in
      defer { last = times[place] }
      return times[place] != last
    }
    self.times = order.map { times[$0] }
    self.values = values.filter { column in
      column.value.count == times.count && column.value.contains { !$0.isNaN }
    }.mapValues { column in order.map { column[$0] } }
  }

  /// A value; NaN where it is missing.
  public subscript(variable: SeaVariable, row: Int) -> Double {
    guard let column = values[variable], column.indices.contains(row) else { return .nan }
    return column[row]
  }
}

/// What a reader of a file reports: the rows it took, those it refused, and remarks.
public struct ReadingReport: Sendable, Equatable {
  /// A part of a file that was not taken, and why.
  public struct Refusal: Sendable, Equatable {
    /// Where: `line 12`, `hour 2026-05-12T03:00`, `entry 4`.
    public let place: String
    public let reason: String

    public init(_ place: String, _ reason: String) { (self.place, self.reason) = (place, reason) }
  }

  /// Rows, hours or entries that were read.
  public var read = 0
  public var kept = 0
  public var refused: [Refusal] = []
  /// Rows of which only some values were refused.
  public private(set) var partial: Set<String> = []
  /// Sentences about what was accepted all the same.
  public var remarks: [String] = []

  public init() {}

  public mutating func refuse(_ place: String, _ reason: String) { refused.append(Refusal(place, reason)) }

  /// Marks a row as kept although some of its values were refused.
  public mutating func keep(part place: String) { partial.insert(place) }

  /// The rows of which nothing was kept.
  public var refusedRows: Int { Set(refused.map(\.place)).subtracting(partial).count }

  /// `: line 3: it has 4 cells`, the first refusal as the end of a sentence; empty without one.
  public var why: String { refused.first.map { ": \($0.place): \($0.reason)" } ?? "" }

  /// Adds a remark once.
  public mutating func remark(_ sentence: String) {
    if !remarks.contains(sentence) { remarks.append(sentence) }
  }
}
