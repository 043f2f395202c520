public import PodiumCore

/// How values become places along an axis.
public enum Scale: Sendable, Equatable {
  /// Numbers at even distances.
  case linear
  /// Numbers above 0 by their logarithm; others are not drawn, and the maker counts them in `leftOut`.
  case log
  /// Names without an order, each with a band of its own, in this order.
  case category([String])
  /// Names with an order, each with a band of its own, in this order.
  case ordered([String])
  /// Days and moments in UTC, or by the clock of a column's zone; numbers are seconds since 1970.
  case time

  /// The names of a scale of bands; nil for the others.
  public var levels: [String]? {
    switch self {
    case .category(let levels), .ordered(let levels): levels
    case .linear, .log, .time: nil
    }
  }
}

/// One axis of a panel.
public struct Axis: Sendable, Equatable {
  /// How values become places.
  public var scale: Scale
  /// What is on the axis, as a rule the name of a column; empty where the heading says it.
  public var label: String
  /// The unit, shown in parentheses after the label.
  public var unit: String?
  /// The limits; nil takes those of what is drawn. Marks beyond them are cut off or not drawn; scales of bands ignore it.
  public var domain: ClosedRange<Double>?
  /// Whether 0 is on the axis, whatever the data; bars and areas always start there.
  public var includesZero: Bool
  /// How its numbers are written.
  public var format: NumberFormat
  /// Whether its ticks are whole numbers; they are too where all columns along it hold whole numbers.
  public var isWhole: Bool
  /// Whether ticks, labels and lines of the axis are left away, as for a tree.
  public var isHidden: Bool

  /// Makes an axis.
  public init(
    _ scale: Scale, label: String, unit: String? = nil, domain: ClosedRange<Double>? = nil, includesZero: Bool = false,
    format: NumberFormat = .number
  ) {
    (self.scale, self.label, self.unit, self.domain) = (scale, label, unit, domain)
    (self.includesZero, self.format, isWhole, isHidden) = (includesZero, format, false, false)
  }

  /// Makes the axis that suits a column: numbers linear, days and moments in time, all others by their levels.
  public init(of column: Column, label: String? = nil, unit: String? = nil) {
    let scale: Scale =
      switch column.type {
      case .number, .integer: .linear
      case .date, .datetime: .time
      case .ordered: .ordered(Axis.levels(of: column))
      case .category, .text, .boolean: .category(Axis.levels(of: column))
      }
    self.init(scale, label: label ?? column.name, unit: unit ?? column.zone?.name, format: NumberFormat(column.scale))
  }

  /// An axis that places marks and is not drawn.
  public static func hidden(_ scale: Scale = .linear) -> Axis {
    var axis = Axis(scale, label: "")
    axis.isHidden = true
    return axis
  }

  /// The distinct values of a column as they are written: those of categories in the order of their levels, all others
  /// in the order of the rows.
  public static func levels(of column: Column) -> [String] {
    if let categorical = column.categorical {
      var used = [Bool](repeating: false, count: categorical.levels.count)
      for code in categorical.codes where code >= 0 { used[Int(code)] = true }
      return categorical.levels.indices.filter { used[$0] }.map { categorical.levels[$0] }
    }
    var (seen, found) = (Set<String>(), [String]())
    for row in 0..<column.count where !column[row].isMissing {
      let text = column[row].fileText
      if seen.insert(text).inserted { found.append(text) }
    }
    return found
  }
}

/// How the numbers of an axis, a legend or a pointer are written.
public enum NumberFormat: String, Sendable, Hashable, CaseIterable {
  case number
  /// Fractions as percent: 0.25 is `25%`.
  case percent
  /// Seconds of a duration: 721.4 is `12:01.4`.
  case duration
  /// Seconds since midnight: 30600 is `08:30`.
  case time

  /// The format of a column's numbers.
  public init(_ scale: NumberScale?) {
    switch scale {
    case .duration: self = .duration
    case .time: self = .time
    case .circle, .zone, nil: self = .number
    }
  }

  /// What the numbers count; nil for numbers and percent.
  var scale: NumberScale? {
    switch self {
    case .number, .percent: nil
    case .duration: .duration
    case .time: .time
    }
  }
}

/// What the colours of a figure mean.
///
/// Categories use the colours of Okabe and Ito, which people with every kind of colour vision tell apart, and a shape
/// each for points; order and numbers use one hue from light to dark.
public struct ColorScale: Sendable, Equatable {
  /// The kind of values that are coloured.
  public var kind: Kind
  /// What the colours show: the title of the legend.
  public var label: String
  /// The unit, shown in parentheses after the label.
  public var unit: String?
  /// How numbers of the legend are written.
  public var format: NumberFormat
  /// Whether no legend is drawn, because labels in the picture say the same.
  public var isHidden: Bool

  /// The number of categories with a colour of their own; further ones are grey.
  public static let limit = 8

  /// The kind of values that are coloured.
  public enum Kind: Sendable, Equatable {
    case category([String])
    case ordered([String])
    /// Numbers from the lower to the upper limit; nil takes those of the data.
    case sequential(ClosedRange<Double>?)
    /// Numbers on both sides of a middle, each side with a hue; `reach` is the distance of the strongest colour from
    /// the middle, nil takes that of the data.
    case diverging(middle: Double, reach: Double?)
  }

  /// Makes a scale of colours.
  public init(_ kind: Kind, label: String, unit: String? = nil, format: NumberFormat = .number) {
    (self.kind, self.label, self.unit, self.format, isHidden) = (kind, label, unit, format, false)
  }

  /// Makes the scale that suits a column.
  public init(of column: Column, label: String? = nil, unit: String? = nil) {
    let kind: Kind =
      switch column.type {
      case .number, .integer: .sequential(nil)
      case .ordered: .ordered(Axis.levels(of: column))
      case .category, .text, .boolean, .date, .datetime: .category(Axis.levels(of: column))
      }
    self.init(kind, label: label ?? column.name, unit: unit, format: NumberFormat(column.scale))
  }
}
