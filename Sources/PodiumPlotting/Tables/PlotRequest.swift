public import PodiumCore
internal import PodiumFigure

/// A plot of a table as it was asked for: names not yet looked up, each with where it was typed.
public struct PlotRequest: Sendable {
  /// A kind of plot of a table; each is made in the file that draws it.
  public struct Kind: Sendable, Equatable {
    public let name: String
    /// What it shows, in a few words.
    public let summary: String
    /// The types of the columns it takes by place; any type where empty.
    public let types: [ColumnType]
    let draw: @Sendable (TablePlot) throws(Diagnostic) -> Figure

    init(
      _ name: String, _ summary: String, types: [ColumnType] = [],
      _ draw: @escaping @Sendable (TablePlot) throws(Diagnostic) -> Figure
    ) {
      (self.name, self.summary, self.types, self.draw) = (name, summary, types, draw)
    }

    /// All kinds, in the order of the help.
    public static let all: [Kind] = [.hist, .bar, .box, .scatter, .line, .heatmap]

    /// The types of numbers, and of what is along time.
    static let numbers: [ColumnType] = [.number, .integer]
    static let measured: [ColumnType] = [.number, .integer, .date, .datetime]

    /// Kinds are equal by their names.
    public static func == (a: Kind, b: Kind) -> Bool { a.name == b.name }
  }

  /// A name as it was typed.
  public struct Name: Sendable, Equatable {
    public var text: String
    /// Where it was typed.
    public var span: SourceSpan?

    /// Names a column.
    public init(_ text: String, _ span: SourceSpan? = nil) { (self.text, self.span) = (text, span) }
  }

  /// The axes that can be logarithmic.
  public enum LogAxis: String, Sendable, CaseIterable {
    case x, y
  }

  public var kind: Kind
  /// The columns given by place.
  public var columns: [Name] = []
  /// The columns given by key.
  public var x: Name?
  public var y: Name?
  public var color: Name?
  public var facet: Name?
  /// The columns of `by`.
  public var groups: [Name] = []
  /// The number of bins; nil lets the data decide.
  public var bins: Int?
  /// Where `bins=` was typed.
  public var binsSpan: SourceSpan?
  /// Whether a line of least squares is drawn.
  public var hasTrend = false
  /// The logarithmic axes.
  public var log: Set<LogAxis> = []
  /// Where `log=` was typed.
  public var logSpan: SourceSpan?
  /// The place of the kind, for errors about what is not there.
  public var span: SourceSpan?

  /// Asks for a kind of plot.
  public init(_ kind: Kind) { self.kind = kind }
}

extension PlotRequest {
  /// Refuses keys that the kind has no use for.
  func refuse(x: Bool = false, y: Bool = false, color: Bool = false, bins: Bool = false, log: Set<LogAxis> = [])
    throws(Diagnostic)
  {
    func unused(_ key: String, _ span: SourceSpan?, _ help: String? = nil) -> Diagnostic {
      Diagnostic("unused-key", "'plot \(kind.name)' has no use for \(key)=", span: span, help: help)
    }
    if x, let name = self.x { throw unused("x", name.span) }
    if y, let name = self.y { throw unused("y", name.span) }
    if color, let name = self.color { throw unused("color", name.span) }
    if bins, self.bins != nil { throw unused("bins", binsSpan) }
    for axis in LogAxis.allCases where log.contains(axis) && self.log.contains(axis) {
      throw Diagnostic(
        "unused-key", "'plot \(kind.name)' has no logarithmic \(axis.rawValue) axis", span: logSpan,
        help: LogAxis.allCases.filter { !log.contains($0) }.first.map { "log=\($0.rawValue) is possible" }
          ?? "plot scatter and line take log=x and log=y")
    }
  }

  /// An error for columns that are missing or too many.
  func wrongCount(_ what: String, isTooMany: Bool = true) -> Diagnostic {
    if isTooMany, let extra = columns.last {
      return Diagnostic(
        "unexpected-argument", "'plot \(kind.name)' takes \(what), not '\(extra.text)' too", span: extra.span,
        help: "'help plot' shows one of each kind")
    }
    return Diagnostic(
      "missing-argument", "'plot \(kind.name)' needs \(what)", span: span, help: "'columns' lists the columns")
  }
}
