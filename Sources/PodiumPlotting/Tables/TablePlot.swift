public import PodiumCore
public import PodiumFigure

/// Plots of a table: from columns to a figure, without a look at files, clocks or screens.
public struct TablePlot: Sendable {
  let table: Table
  let request: PlotRequest
  let cancellation: Cancellation

  static let mostFacets = 24

  /// Asks for a plot of some rows.
  public init(_ request: PlotRequest, of table: Table, cancellation: Cancellation = Cancellation()) {
    (self.request, self.table, self.cancellation) = (request, table, cancellation)
  }

  /// Draws it.
  ///
  /// Throws `missing-argument`, `unexpected-argument`, `unknown-column`, `wrong-column-type`, `unused-key`,
  /// `too-many-values` for more than 24 panels, and `interrupted`.
  public func figure() throws(Diagnostic) -> Figure {
    var figure = try request.kind.draw(self)
    for (name, units) in TablePlot.units(figure) where units.count == 1 {
      guard let zone = table.columns.lazy.compactMap(\.zone).first(where: { units.contains($0.name) }),
        let column = figure.data[name], column.zone == nil, case .datetime(let times) = column.values
      else { continue }
      // What was computed by the clock of a zone is kept as moments of that zone.
      figure.data = try figure.data.setting(zone.column(name, showing: times))
    }
    return figure
  }

  /// The units of the axes of time along which each column of a figure is drawn.
  private static func units(_ figure: Figure) -> [String: Set<String?>] {
    var units: [String: Set<String?>] = [:]
    for panel in figure.panels {
      for layer in panel.layers {
        for (axis, channels) in [(panel.x, [layer.x, layer.x2]), (panel.y, [layer.y, layer.y2])]
        where axis.scale == .time {
          for case .column(let name)? in channels { units[name, default: []].insert(axis.unit) }
        }
      }
    }
    return units
  }
}

extension TablePlot {
  func column(_ name: PlotRequest.Name) throws(Diagnostic) -> Column { try table.column(name.text, at: name.span) }

  func areWhole(_ names: [PlotRequest.Name]) throws(Diagnostic) -> Bool {
    for name in names where try column(name).type != .integer { return false }
    return true
  }

  /// A column of numbers; with `orTime` days and moments too.
  func measured(_ name: PlotRequest.Name, orTime: Bool = false) throws(Diagnostic) -> Measured {
    let column = try column(name)
    guard let found = Measured(column), orTime || !found.isTime else {
      throw wrongType(column, name.span, needs: orTime ? "numbers or dates" : "numbers")
    }
    return found
  }

  /// How the numbers of some columns are written along one axis.
  func format(_ names: [PlotRequest.Name]) throws(Diagnostic) -> NumberFormat {
    var formats: Set<NumberFormat> = []
    for name in names { formats.insert(NumberFormat(try column(name).scale)) }
    return formats.count == 1 ? formats.first ?? .number : .number
  }

  /// Throws `wrong-column-type` for a column on a circle, such as directions, where a picture would average or order it.
  func refuseCircular(_ name: PlotRequest.Name) throws(Diagnostic) {
    let column = try column(name)
    guard let circle = column.circle else { return }
    let place = column.scale == .time ? "midnight" : NumberText.shortest(circle.period) + ", as directions do"
    throw Diagnostic(
      "wrong-column-type",
      "'\(name.text)' comes round again at \(place), so "
        + "'plot \(request.kind.name)' has no mean or quartiles of it", span: name.span,
      help: "'plot hist \(CommandText.column(name.text))' counts it; mean(x) and sd(x) go around the circle")
  }

  /// The error for a column that a kind cannot draw; it names the kinds that suit it.
  func wrongType(_ column: Column, _ span: SourceSpan?, needs: String) -> Diagnostic {
    let ways: String
    let name = CommandText.column(column.name)
    switch column.type {
    case .category, .ordered, .text, .boolean:
      let number = table.columns.first { $0.type.isNumeric }.map { CommandText.column($0.name) }
      ways =
        "'plot bar \(name)' counts its values" + (number.map { "; 'plot box \($0) x=\(name)' compares a number" } ?? "")
    case .date, .datetime:
      ways = "'plot hist \(name)' counts it over time; 'plot line' and 'plot scatter' take it as x="
    case .number, .integer: ways = "'plot hist \(name)' shows its values; 'bin \(name)' makes categories of it"
    }
    return Diagnostic(
      "wrong-column-type",
      "column '\(column.name)' has type \(column.typeName), but 'plot \(request.kind.name)' needs \(needs) here",
      span: span, help: ways)
  }

  /// Categories for colours: at most eight; where they are those of an axis, the axis's own.
  func colours(
    _ name: PlotRequest.Name?, axis: (name: String, categories: Categories)? = nil
  ) throws(Diagnostic) -> (name: String, categories: Categories)? {
    guard let name else { return nil }
    if let axis, axis.name == name.text { return axis }
    let column = try column(name)
    let found = try Categories(column, cancellation: cancellation)
    if column.type.isNumeric, found.names.count > Categories.most {
      throw Diagnostic(
        "wrong-column-type",
        "column '\(name.text)' has \(found.names.count) different numbers, and color= takes categories here",
        span: name.span,
        help: "'bin \(CommandText.word(name.text))' makes categories of it; plot scatter colours by numbers")
    }
    return (name.text, found.merged(above: Categories.colours, to: Categories.colours - 1))
  }

  static func scale(_ colours: (name: String, categories: Categories)?) -> ColorScale? {
    colours.map { name, categories in
      ColorScale(categories.isOrdered ? .ordered(categories.names) : .category(categories.names), label: name)
    }
  }
}

/// The panels of a plot: a column whose values each have one, or none.
struct Facets {
  /// The column's name; nil for a single panel.
  let name: String?
  let levels: [String]
  /// For each row its panel; nil where the column has no value. Empty for a single panel.
  let codes: [Int?]

  func panel(_ row: Int) -> Int { name == nil ? 0 : codes[row] ?? 0 }

  /// The panels as a part of a grid; nil for a single one.
  var part: RowCells.Part? { name == nil ? nil : .categories(codes, count: levels.count) }
}

extension TablePlot {
  /// The rows that have all that is needed, the panel first.
  func kept(_ facets: Facets, _ needs: [KeptRows.Need?]) throws(Diagnostic) -> KeptRows {
    let panel = facets.name.map { KeptRows.Need.code(facets.codes, $0) }
    return try KeptRows(
      table.rowCount, [panel].compactMap(\.self) + needs.compactMap(\.self), cancellation: cancellation)
  }

  /// The panels that `facet=` or `by` ask for.
  ///
  /// Throws `conflicting-keys` for both, and `too-many-values`.
  func facets() throws(Diagnostic) -> Facets {
    if let facet = request.facet, !request.groups.isEmpty {
      throw Diagnostic(
        "conflicting-keys", "'by' and facet= both ask for panels", span: facet.span, help: "omit one of them")
    }
    let names = request.facet.map { [$0] } ?? request.groups
    guard let first = names.first else {
      return Facets(name: nil, levels: [""], codes: [])
    }
    var columns: [Column] = []
    for name in names { columns.append(try column(name)) }
    let joint = try TablePlot.joined(columns)
    let found = try Categories(joint, cancellation: cancellation)
    guard found.names.count <= TablePlot.mostFacets else {
      throw Diagnostic(
        "too-many-values",
        "'\(joint.name)' has \(found.names.count) values, and a picture has at most \(TablePlot.mostFacets) panels",
        span: first.span, help: "choose some with 'if', or make fewer with bin")
    }
    // Panels are read one by one, so words come in their own order and not by frequency.
    let order =
      found.isOrdered
      ? Array(found.names.indices)
      : CodePointOrder.places(of: found.names)
    var place = [Int](repeating: 0, count: order.count)
    for (position, code) in order.enumerated() { place[code] = position }
    return Facets(
      name: joint.name, levels: order.map { found.names[$0] }, codes: found.codes.map { $0.map { place[$0] } })
  }

  /// Several columns as one of texts; missing where any of them is.
  private static func joined(_ columns: [Column]) throws(Diagnostic) -> Column {
    guard columns.count > 1, let first = columns.first else { return columns[0] }
    let texts = (0..<first.count).map { row -> String? in
      let values = columns.map { $0[row] }
      return values.contains(where: \.isMissing) ? nil : values.map(\.fileText).joined(separator: ", ")
    }
    return Column(columns.map(\.name).joined(separator: ", "), .text(texts))
  }

  /// The figure in panels, where any were asked for.
  func finished(_ figure: Figure, _ facets: Facets) -> Figure {
    guard let name = facets.name else { return figure }
    var figure = figure.faceted(by: name, levels: facets.levels)
    figure.facet = name
    return figure
  }
}

/// Whether categories have more room on the vertical axis, where their names are written in lines.
func readsBetterAcross(_ names: [String], panels: Int) -> Bool {
  let widths = names.prefix(64).map { DisplayWidth.of($0) + 2 }
  return widths.reduce(0, +) > (panels > 1 ? 30 : 68) || (widths.max() ?? 0) > 22
}
