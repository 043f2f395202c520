public import PodiumCore
internal import PodiumFigure
public import PodiumPlugin
internal import SurfModel

/// `surf.rose`: how often wind or waves come from each of the 16 compass points, around a compass.
///
/// The length of a sector is its share of the rows; with `weight=` it is its share of the weights (height, speed), and a
/// point is its share of the rows. Rows without a direction, or with a weight that is missing or
/// zero, are left out and counted.
public struct RoseFigure: FigureMaker {
  static let column = Parameter<String?>.column(
    "column", types: [.number, .integer],
    help: "Column of directions in degrees; by default the first whose name ends in _deg.")
  static let weight = Parameter<String?>.column(
    "weight", types: [.number, .integer],
    help: "Column of row weights, such as height or speed; by default each row counts 1.")

  public let key = "surf.rose"
  public let summary = "How often wind or waves come from each compass point."
  public let parameters: [AnyParameter] = [column.any, weight.any]

  public init() {}

  /// Throws `no-directions`, `wrong-column-type`, `not-a-direction`, `bad-weight`, and `no-values` when no row is left.
  public func figure(of table: Table, options: ImportOptions) throws(Diagnostic) -> FigureOutput {
    FigureOutput(
      try Rose(table, column: options[RoseFigure.column], weight: options[RoseFigure.weight]).figure(as: key))
  }
}

extension Rose {
  /// Sectors as long as the shares of the weights, with points at the shares of the rows where they differ.
  func figure(as kind: String) throws(Diagnostic) -> Figure {
    let share = weight.map { "share of " + $0 } ?? "share of rows"
    var columns = [
      Column(
        "direction", .category(Categorical(levels: Compass.points, codes: Compass.points.indices.map { Int32($0) }))),
      Column(share, .number(weights)),
    ]
    var layers: [Layer] = [.bar(x: "direction", y: share)]
    if weight != nil {
      columns.append(Column("share of rows", .number(rows)))
      layers[0] = layers[0].labelled(share)
      layers.append(Layer.point(x: "direction", y: "share of rows", tone: .ink).labelled("share of rows"))
    }
    if let direction = mean?.direction {
      layers.append(.rule(x: direction / 22.5, label: "mean direction", isDashed: true, tone: .accent))
    }
    let panel = Panel(
      x: Axis(.category(Compass.points), label: "coming from"), y: Axis(.linear, label: share, format: .percent),
      layers: layers, isRound: true)
    var figure = Figure(
      kind: kind, title: "directions of " + column + (weight.map { " by " + $0 } ?? ""), data: try Table(columns),
      panels: [panel], n: counted)
    figure.x = column
    figure.leftOut = [Figure.LeftOut(left, weight == nil ? "without a direction" : "without a direction or weight")]
    if let mean {
      let length = "R " + NumberText.fixed(mean.length, 2)
      figure.notes = [
        mean.direction.map {
          "mean \(NumberText.fixed(Direction.normalised($0.rounded()), 0))° (\(Compass.name(of: $0))), \(length)"
        } ?? "no mean direction, \(length)"
      ]
    }
    return figure
  }
}

/// Shares of the 16 compass points.
struct Rose: Equatable {
  let column: String
  let weight: String?
  /// Each point's share of the rows.
  let rows: [Double]
  /// Each point's share of the weights; equal to `rows` without weights.
  let weights: [Double]
  let mean: CircularMean?
  /// The number of rows used, and of rows without a direction or weight.
  let counted: Int
  let left: Int

  init(_ table: Table, column: String?, weight: String?) throws(Diagnostic) {
    let name: String
    if let column {
      name = column
    } else {
      let found = table.columns.first { $0.type.isNumeric && $0.name.hasSuffix(DirectionStep.suffix) }
      guard let found else {
        throw Diagnostic(
          "no-directions", "no numeric column has a name ending in '\(DirectionStep.suffix)'",
          help: "name the column: column=COLUMN")
      }
      name = found.name
    }
    let directions = try Rose.numbers(of: name, in: table)
    let given = try weight.map { name throws(Diagnostic) in try Rose.numbers(of: name, in: table) }
    var rows = [Double](repeating: 0, count: Compass.points.count)
    var weights = rows
    var counted = 0
    for (place, direction) in directions.enumerated() where !direction.isNaN {
      guard (0...360).contains(direction) else {
        throw Diagnostic(
          "not-a-direction",
          "column '\(name)' contains \(NumberText.shortest(direction)), which is outside 0 to 360 degrees",
          help: "name a column of degrees: column=COLUMN")
      }
      let value = given?[place] ?? 1
      guard !(value < 0), value < .infinity || value.isNaN else {
        throw Diagnostic(
          "bad-weight",
          "column '\(weight ?? "")' contains \(NumberText.shortest(value)), but weights must be 0 or more",
          help: "choose another column: weight=COLUMN")
      }
      guard value > 0 else { continue }
      rows[Compass.place(of: direction)] += 1
      weights[Compass.place(of: direction)] += value
      counted += 1
    }
    let total = weights.reduce(0, +)
    guard counted > 0, total.isFinite else {
      throw Diagnostic(
        "no-values", "column '\(name)' has no row with a direction and a positive weight", help: "choose another column"
      )
    }
    self.column = name
    self.weight = weight
    self.rows = rows.map { $0 / Double(counted) }
    self.weights = weights.map { $0 / total }
    self.counted = counted
    left = directions.count - counted
    mean = CircularMean(directions, weights: given)
  }

  private static func numbers(of name: String, in table: Table) throws(Diagnostic) -> [Double] {
    let column = try table.column(name)
    guard column.type.isNumeric, let numbers = column.numbers else {
      throw Diagnostic(
        "wrong-column-type", "column '\(name)' is of type \(column.type.rawValue), not number or integer")
    }
    return numbers
  }
}
