public import PodiumCore

/// A picture as a value: a table of what is drawn, the marks that draw it, and every text beside it.
///
/// A maker computes `data` (bins, quartiles, means, …) and names in each layer the columns of `data` that place its marks. A
/// layer draws one mark for each row of its panel in which all columns of places, colour, size and angle have a value, and skips
/// the others. So one table serves several layers: a box plot has rows with quartiles for its bars and rows with single
/// values for its points.
///
/// The drawings compute the rest (limits of axes, ticks, sizes, legends); the same figure gives the same bytes.
/// Positions are in the units of the data: numbers as they are, days and moments on `Scale.time`, names of categories on
/// `Scale.category` and `Scale.ordered`.
public struct Figure: Sendable, Equatable {
  /// The kind of plot as the user names it (`hist`, `bar`, `box`, `roc`, `surf.forecast`).
  public var kind: String
  /// The heading: what is shown, in a few words.
  public var title: String
  /// A second, quieter line below the heading.
  public var subtitle: String?
  /// What is drawn, row by row; `plot … to f.csv` and the metadata hold just this.
  public var data: Table
  /// The panels in reading order: one, or one a facet.
  public var panels: [Panel]
  /// Whether the panels have one horizontal scale; false for small multiples with units of their own.
  public var sharesX: Bool
  /// Whether the panels have one vertical scale.
  public var sharesY: Bool
  /// The number of panels side by side; nil chooses it by the width.
  public var columns: Int?
  /// What the colours mean; nil where no layer has a colour column.
  public var colors: ColorScale?
  /// The number of rows, or of what the picture counts, that went into it.
  public var n: Int
  /// What `n` counts, in the singular (`row`, `fold`, `match`).
  public var counted: String
  /// What was left out, by reason.
  public var leftOut: [LeftOut]
  /// Further sentences for the caption ("binned: 100000 points in 40 × 30 cells").
  public var notes: [String]
  /// One sentence with the figures that matter, for those who cannot see the picture; nil lets `sentence` compose one.
  public var summary: String?
  /// The source column on the horizontal axis, where it is one.
  public var x: String?
  /// The source column on the vertical axis, where it is one.
  public var y: String?
  /// The source column of the colours, where it is one.
  public var color: String?
  /// The source column of the panels, where it is one.
  public var facet: String?
  /// The size asked for in pixels, if any; a drawing chooses what is nil.
  public var size: Size

  /// Makes a figure of one panel or several.
  ///
  /// `sharesX` and `sharesY` matter with several panels only.
  public init(
    kind: String, title: String, data: Table, panels: [Panel], n: Int, counted: String = "row",
    sharesX: Bool = true, sharesY: Bool = true, colors: ColorScale? = nil
  ) {
    (self.kind, self.title, self.data, self.panels) = (kind, title, data, panels)
    (self.n, self.counted, self.colors) = (n, counted, colors)
    (self.sharesX, self.sharesY) = (sharesX, sharesY)
    (leftOut, notes, size) = ([], [], Size())
  }

  /// Makes a figure of one panel that draws all rows of `data`.
  public init(
    kind: String, title: String, data: Table, x: Axis, y: Axis, layers: [Layer], n: Int, counted: String = "row",
    colors: ColorScale? = nil
  ) {
    self.init(
      kind: kind, title: title, data: data, panels: [Panel(x: x, y: y, layers: layers)], n: n, counted: counted,
      colors: colors)
  }

  /// Rows that are not in the picture, and why.
  public struct LeftOut: Sendable, Equatable {
    /// How many; 0 is never shown.
    public var count: Int
    /// The reason as it follows the count: `without body_mass_g`, `not above 0 (log scale)`.
    public var reason: String

    /// Counts what was left out for one reason.
    public init(_ count: Int, _ reason: String) { (self.count, self.reason) = (count, reason) }
  }

  /// A size in pixels of CSS.
  public struct Size: Sendable, Equatable {
    /// The width; nil takes that of the medium.
    public var width: Int?
    /// The height; nil takes what the content needs.
    public var height: Int?

    /// Asks for a size.
    public init(width: Int? = nil, height: Int? = nil) { (self.width, self.height) = (width, height) }
  }
}

extension Figure {
  /// The same figure with one panel a level of `column`, all with the axes and layers of the first panel.
  ///
  /// `column` is a column of `data`; rows without a value there are in no panel. Returns the figure unchanged when there
  /// is neither such a column nor a panel.
  public func faceted(by column: String, levels: [String]? = nil) -> Figure {
    guard let values = data[column], let first = panels.first else { return self }
    var rows: [String: [Int]] = [:]
    for row in 0..<data.rowCount where !values[row].isMissing { rows[values[row].fileText, default: []].append(row) }
    var copy = self
    copy.panels = (levels ?? Axis.levels(of: values)).map { level in
      Panel(
        title: level, rows: rows[level] ?? [], x: first.x, y: first.y, layers: first.layers, isRound: first.isRound)
    }
    copy.facet = facet ?? column
    return copy
  }
}

/// One coordinate system of a figure with its marks.
public struct Panel: Sendable, Equatable {
  /// The heading, for one of several panels.
  public var title: String?
  /// The rows of the figure's table that belong to it; nil for all. Rows that do not exist are skipped.
  public var rows: [Int]?
  /// The horizontal axis.
  public var x: Axis
  /// The vertical axis; categories run from top to bottom.
  public var y: Axis
  /// What is drawn, from the back to the front.
  public var layers: [Layer]
  /// Whether the categories of `x` go around, clockwise from the top, and the values of `y` outwards from the middle: bars
  /// are sectors then, and a rule at a place of `x` is a ray. Characters draw it like any other panel.
  public var isRound: Bool

  /// Makes a panel.
  public init(
    title: String? = nil, rows: [Int]? = nil, x: Axis, y: Axis, layers: [Layer], isRound: Bool = false
  ) {
    (self.title, self.rows, self.x, self.y, self.layers) = (title, rows, x, y, layers)
    self.isRound = isRound
  }
}
