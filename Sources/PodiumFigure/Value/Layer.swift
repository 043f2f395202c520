/// The shape that a layer draws for each of its rows.
public enum Mark: String, Sendable, Hashable, CaseIterable {
  /// A bar from 0, or from its second value, as wide as its category or from `x` to `x2`.
  case bar
  /// A point; with `angle` an arrow.
  case point
  /// A line through the rows of a series in their order.
  case line
  /// The area between `y` and `y2` (0 without it) along the rows of a series in their order.
  case area
  /// A straight line: across the whole panel at a value, or from (`x`, `y`) to (`x2`, `y2`).
  case rule
  /// A thin line with caps from the first to the second value: an estimate's interval, a box's whiskers.
  case interval
  /// A rectangle of a grid: two categories, or from `x` to `x2` and from `y` to `y2`.
  case cell
  case text
}

/// Where a mark is on one axis: the value of a column, or the same value for all.
public enum Channel: Sendable, Hashable {
  /// The value of the row in a column of the figure's table.
  case column(String)
  case number(Double)
}

/// Marks of one kind over the rows of a panel; every name is a column of the figure's table.
///
/// Use the makers (`Layer.bar`, `.point`, …). Which way a bar or an interval runs follows from the axes: along the one that
/// is not a category; where neither is, vertically, unless only `y2` is given for its thickness.
public struct Layer: Sendable, Equatable {
  /// What is drawn.
  public var mark: Mark
  /// The horizontal place, and its second end where the mark has two.
  public var x: Channel?
  public var x2: Channel?
  /// The vertical place, and its second end where the mark has two.
  public var y: Channel?
  public var y2: Channel?
  /// The column that the figure's `colors` are for; in lines and areas each of its values is a series.
  public var color: String?
  /// The column that tells series of one colour apart; lines and areas only.
  public var series: String?
  /// The column of texts: of a text mark, or written on a cell or after the end of a bar.
  public var text: String?
  /// The column of directions that arrows point to, in degrees clockwise from up; points only.
  public var angle: String?
  /// The column whose values the areas of points or cells are proportional to.
  public var size: String?
  /// The colour of layers without a colour column.
  public var tone: Tone
  /// The name in the legend; nil for layers that need none.
  public var label: String?
  /// How marks of several colours share a place.
  public var arrangement: Arrangement
  /// Whether lines are dashed.
  public var isDashed: Bool
  /// Whether lines go in steps, as a cumulative distribution does: level until the next point.
  public var isStepped: Bool
  /// Further columns whose values the pointer shows with each mark.
  public var details: [String]

  /// The colour of marks that stand for no value of a column.
  public enum Tone: String, Sendable, Hashable, CaseIterable {
    case main
    /// The second hue, for what needs attention.
    case accent
    /// Grey, for what is context.
    case muted
    /// The colour of the text.
    case ink
  }

  /// How marks of several colours share a place.
  public enum Arrangement: String, Sendable, Hashable, CaseIterable {
    /// One over the other.
    case overlaid
    /// Next to each other within the category; bars, points and intervals.
    case sideBySide
    /// One on top of the other; bars and areas of values of 0 or more.
    case stacked
    /// Beside each other as far as they would overlap, within the category; points on a category axis.
    case spread
  }

  /// Makes a layer without any channel; the makers below set what each mark needs.
  public init(_ mark: Mark, tone: Tone = .main) {
    (self.mark, self.tone) = (mark, tone)
    (arrangement, isDashed, isStepped, details) = (.overlaid, false, false, [])
  }
}

extension Layer {
  /// Bars over categories, or over ranges from `x` to `x2`; `text` is written at the end of each.
  public static func bar(
    x: String, x2: String? = nil, y: String, y2: String? = nil, color: String? = nil, text: String? = nil,
    arrangement: Arrangement = .overlaid, tone: Tone = .main
  ) -> Layer {
    var layer = Layer(.bar, tone: tone)
    layer.place(x, x2, y, y2)
    (layer.color, layer.text, layer.arrangement) = (color, text, arrangement)
    return layer
  }

  /// Points; with `angle` arrows.
  public static func point(
    x: String, y: String, color: String? = nil, angle: String? = nil, size: String? = nil,
    arrangement: Arrangement = .overlaid, tone: Tone = .main
  ) -> Layer {
    var layer = Layer(.point, tone: tone)
    layer.place(x, nil, y, nil)
    (layer.color, layer.angle, layer.size, layer.arrangement) = (color, angle, size, arrangement)
    return layer
  }

  /// Lines through the rows of each series in their order.
  public static func line(
    x: String, y: String, color: String? = nil, series: String? = nil, isStepped: Bool = false, isDashed: Bool = false,
    tone: Tone = .main
  ) -> Layer {
    var layer = Layer(.line, tone: tone)
    layer.place(x, nil, y, nil)
    (layer.color, layer.series, layer.isStepped, layer.isDashed) = (color, series, isStepped, isDashed)
    return layer
  }

  /// Areas between two lines, or between a line and 0: bands of uncertainty, tides.
  public static func area(
    x: String, y: String, y2: String? = nil, color: String? = nil, series: String? = nil,
    arrangement: Arrangement = .overlaid, tone: Tone = .main
  ) -> Layer {
    var layer = Layer(.area, tone: tone)
    layer.place(x, nil, y, y2)
    (layer.color, layer.series, layer.arrangement) = (color, series, arrangement)
    return layer
  }

  /// A vertical line across the panel: a threshold, the line at 0.
  public static func rule(x: Double, label: String? = nil, isDashed: Bool = false, tone: Tone = .ink) -> Layer {
    var layer = Layer(.rule, tone: tone)
    (layer.x, layer.label, layer.isDashed) = (.number(x), label, isDashed)
    return layer
  }

  /// A horizontal line across the panel.
  public static func rule(y: Double, label: String? = nil, isDashed: Bool = false, tone: Tone = .ink) -> Layer {
    var layer = Layer(.rule, tone: tone)
    (layer.y, layer.label, layer.isDashed) = (.number(y), label, isDashed)
    return layer
  }

  /// One straight line between two places: the diagonal of a ROC curve.
  public static func rule(
    from: (x: Double, y: Double), to: (x: Double, y: Double), label: String? = nil, isDashed: Bool = true,
    tone: Tone = .muted
  ) -> Layer {
    var layer = Layer(.rule, tone: tone)
    (layer.x, layer.y, layer.x2, layer.y2) = (.number(from.x), .number(from.y), .number(to.x), .number(to.y))
    (layer.label, layer.isDashed) = (label, isDashed)
    return layer
  }

  /// A straight line a row, from (`x`, `y`) to (`x2`, `y2`): the branches of a tree. Without `x2` and `y2`, the mark of a
  /// median: a line across the category at the value.
  public static func rules(
    x: String, y: String, x2: String? = nil, y2: String? = nil, color: String? = nil, tone: Tone = .ink
  ) -> Layer {
    var layer = Layer(.rule, tone: tone)
    layer.place(x, x2, y, y2)
    layer.color = color
    return layer
  }

  /// Vertical intervals from `low` to `high` at `x`.
  public static func interval(
    x: String, low: String, high: String, color: String? = nil, arrangement: Arrangement = .overlaid, tone: Tone = .main
  ) -> Layer {
    var layer = Layer(.interval, tone: tone)
    layer.place(x, nil, low, high)
    (layer.color, layer.arrangement) = (color, arrangement)
    return layer
  }

  /// Horizontal intervals from `low` to `high` at `y`.
  public static func interval(
    y: String, low: String, high: String, color: String? = nil, arrangement: Arrangement = .overlaid, tone: Tone = .main
  ) -> Layer {
    var layer = Layer(.interval, tone: tone)
    layer.place(low, high, y, nil)
    (layer.color, layer.arrangement) = (color, arrangement)
    return layer
  }

  /// Rectangles of a grid, with `text` on them where it fits.
  public static func cell(
    x: String, x2: String? = nil, y: String, y2: String? = nil, color: String, text: String? = nil
  ) -> Layer {
    var layer = Layer(.cell)
    layer.place(x, x2, y, y2)
    (layer.color, layer.text) = (color, text)
    return layer
  }

  /// Texts centred on their places; one that would cover another is left away in the drawing, never in the data.
  public static func text(x: String, y: String, text: String, tone: Tone = .ink) -> Layer {
    var layer = Layer(.text, tone: tone)
    layer.place(x, nil, y, nil)
    layer.text = text
    return layer
  }

  /// The same layer with a name in the legend.
  public func labelled(_ label: String) -> Layer {
    var copy = self
    copy.label = label
    return copy
  }

  /// The same layer with further columns for the pointer.
  public func detailed(_ columns: [String]) -> Layer {
    var copy = self
    copy.details = columns
    return copy
  }

  private mutating func place(_ x: String?, _ x2: String?, _ y: String?, _ y2: String?) {
    (self.x, self.x2) = (x.map(Channel.column), x2.map(Channel.column))
    (self.y, self.y2) = (y.map(Channel.column), y2.map(Channel.column))
  }
}
