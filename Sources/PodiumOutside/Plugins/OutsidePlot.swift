internal import PodiumCore
internal import PodiumFigure
internal import PodiumWire

/// Reads a picture that a program describes in place of drawing it: a table of what is drawn, and layers of marks that name
/// its columns.
struct OutsidePlot {
  /// The most panels of one picture, and the most layers.
  private static let mostPanels = 24
  private static let mostLayers = 50

  private let fields: WireFields
  private let table: Table
  private let layers: [Layer]

  /// Reads the member `plot` of an answer.
  ///
  /// Throws `bad-reply` that names the member and, where there are such, the values allowed.
  static func figure(_ fields: WireFields) throws(Diagnostic) -> Figure { try OutsidePlot(fields).figure() }

  private init(_ fields: WireFields) throws(Diagnostic) {
    self.fields = fields
    let table = try TableReading.table(fields["table"], from: fields.program)
    let given = try fields.list("layers", "layer")
    guard (1...OutsidePlot.mostLayers).contains(given.count) else {
      throw fields.bad("'layers' has \(given.count) entries, and a plot has 1 to \(OutsidePlot.mostLayers)")
    }
    var layers: [Layer] = []
    for (place, layer) in given.enumerated() {
      let named = WireFields(
        value: layer.value, program: fields.program,
        what: (fields.what.isEmpty ? "" : fields.what + ": ")
          + "layer \(place + 1)")
      layers.append(try OutsidePlot.layer(named, of: table))
    }
    (self.table, self.layers) = (table, layers)
  }

  private func figure() throws(Diagnostic) -> Figure {
    let n = try fields.integer("n") ?? table.rowCount
    guard n >= 0 else { throw fields.bad("'n' is below 0") }
    var figure = Figure(
      kind: try fields.text("kind") ?? "plot", title: try fields.text("title") ?? "", data: table,
      x: try axis("x", layers.flatMap { [$0.x, $0.x2] }), y: try axis("y", layers.flatMap { [$0.y, $0.y2] }),
      layers: layers, n: n, counted: try fields.text("counted") ?? "row", colors: try colors())
    (figure.subtitle, figure.summary) = (try fields.text("subtitle"), try fields.text("summary"))
    figure.notes = try fields.texts("notes") ?? []
    for entry in try fields.list("left_out", "left_out") {
      let count = try entry.integer("count") ?? 0
      guard count >= 0 else { throw fields.bad("a count of 'left_out' is below 0") }
      figure.leftOut.append(Figure.LeftOut(count, try entry.required("reason")))
    }
    (figure.x, figure.y) = (OutsidePlot.first(layers.map(\.x)), OutsidePlot.first(layers.map(\.y)))
    figure.color = layers.lazy.compactMap(\.color).first
    guard let facet = try fields.text("facet") else { return figure }
    let column = try OutsidePlot.column(facet, "facet", of: table, fields)
    let panels = Axis.levels(of: column).count
    guard panels <= OutsidePlot.mostPanels else {
      throw fields.bad("'facet' has \(panels) values, and a plot has at most \(OutsidePlot.mostPanels) panels")
    }
    return figure.faceted(by: facet)
  }

  // MARK: Axes and colours

  private enum ScaleName: String, CaseIterable {
    case linear, log, category, ordered, time
  }

  /// An axis: what the answer says of it, otherwise what suits its columns.
  private func axis(_ key: String, _ channels: [Channel?]) throws(Diagnostic) -> Axis {
    let columns = channels.compactMap { channel in
      if case .column(let name)? = channel { table[name] } else { nil }
    }
    var levels: [String] = []
    var seen = Set<String>()
    for column in columns { levels += Axis.levels(of: column).filter { seen.insert($0).inserted } }
    var axis = columns.first.map { Axis(of: $0) } ?? Axis(.linear, label: "")
    if axis.scale.levels != nil { axis.scale = OutsidePlot.bands(levels, like: axis.scale) }
    guard let given = try part(key) else { return axis }
    switch try given.choice("scale", ScaleName.self) {
    case nil: break
    case .linear: axis.scale = .linear
    case .log: axis.scale = .log
    case .category: axis.scale = .category(levels)
    case .ordered: axis.scale = .ordered(levels)
    case .time: axis.scale = .time
    }
    let isOfNumbers = axis.scale == .linear || axis.scale == .log
    for column in columns where isOfNumbers ? !column.type.isNumeric : axis.scale == .time && column.type.hasNames {
      throw given.bad("'scale' does not suit column '\(column.name)' of type \(column.type.rawValue)")
    }
    axis.label = try given.text("label") ?? axis.label
    axis.unit = try given.text("unit")
    axis.includesZero = try given.flag("zero") ?? false
    axis.format = try given.choice("format", NumberFormat.self) ?? .number
    axis.isHidden = try given.flag("hidden") ?? false
    if let low = try given.number("min"), let high = try given.number("max") {
      guard low.isFinite, high.isFinite, low < high else { throw given.bad("'min' is not below 'max'") }
      axis.domain = low...high
    }
    return axis
  }

  private static func bands(_ levels: [String], like scale: Scale) -> Scale {
    if case .ordered = scale { .ordered(levels) } else { .category(levels) }
  }

  private enum ColorName: String, CaseIterable {
    case category, ordered, sequential, diverging
  }

  private func colors() throws(Diagnostic) -> ColorScale? {
    guard let column = layers.lazy.compactMap(\.color).first.flatMap({ table[$0] }) else { return nil }
    var scale = ColorScale(of: column)
    guard let given = try part("color") else { return scale }
    switch try given.choice("scale", ColorName.self) {
    case nil: break
    case .category: scale.kind = .category(Axis.levels(of: column))
    case .ordered: scale.kind = .ordered(Axis.levels(of: column))
    case .sequential: scale.kind = .sequential(nil)
    case .diverging: scale.kind = .diverging(middle: try given.number("middle") ?? 0, reach: nil)
    }
    if !scale.isOfNames, !column.type.isNumeric {
      throw given.bad("'scale' needs numbers, and column '\(column.name)' has type \(column.type.rawValue)")
    }
    scale.label = try given.text("label") ?? scale.label
    scale.unit = try given.text("unit")
    scale.format = try given.choice("format", NumberFormat.self) ?? .number
    scale.isHidden = try given.flag("hidden") ?? false
    return scale
  }

  private func part(_ key: String) throws(Diagnostic) -> WireFields? {
    guard let value = fields[key] else { return nil }
    guard value.members != nil else { throw fields.bad("'\(key)' is not an object") }
    return WireFields(
      value: value, program: fields.program, what: (fields.what.isEmpty ? "" : fields.what + ": ") + "'\(key)'")
  }

  // MARK: Layers

  private static func layer(_ given: WireFields, of table: Table) throws(Diagnostic) -> Layer {
    guard let mark = try given.choice("mark", Mark.self) else {
      throw given.bad("'mark' is missing", Mark.allCases.map(\.rawValue))
    }
    var layer = Layer(
      mark, tone: try given.choice("tone", Layer.Tone.self) ?? (mark == .rule || mark == .text ? .ink : .main))
    func channel(_ key: String) throws(Diagnostic) -> Channel? {
      if let number = given[key]?.number {
        guard number.isFinite else { throw given.bad("'\(key)' is not finite") }
        return .number(number)
      }
      return try name(key).map(Channel.column)
    }
    func name(_ key: String) throws(Diagnostic) -> String? {
      guard let name = try given.text(key) else { return nil }
      return try column(name, key, of: table, given).name
    }
    (layer.x, layer.x2) = (try channel("x"), try channel("x2"))
    (layer.y, layer.y2) = (try channel("y"), try channel("y2"))
    guard layer.x != nil || layer.y != nil else { throw given.bad("neither 'x' nor 'y' is given") }
    if mark != .rule, layer.x == nil || layer.y == nil { throw given.bad("'x' and 'y' are both needed") }
    (layer.color, layer.series, layer.text) = (try name("color"), try name("series"), try name("text"))
    (layer.angle, layer.size) = (try name("angle"), try name("size"))
    if mark == .cell, layer.color == nil { throw given.bad("'color' is needed") }
    for key in ["angle", "size"] {
      if let text = try given.text(key), table[text]?.type.isNumeric != true {
        throw given.bad("'\(key)' names column '\(text)', which has no numbers")
      }
    }
    layer.label = try given.text("label")
    layer.arrangement = try given.choice("arrangement", Layer.Arrangement.self) ?? .overlaid
    (layer.isDashed, layer.isStepped) = (try given.flag("dashed") ?? false, try given.flag("stepped") ?? false)
    for detail in try given.texts("details") ?? [] {
      layer.details.append(try column(detail, "details", of: table, given).name)
    }
    return layer
  }

  private static func column(
    _ name: String, _ key: String, of table: Table, _ fields: WireFields
  ) throws(Diagnostic) -> Column {
    guard let column = table[name] else {
      throw fields.bad("'\(key)' names the column '\(name)', which is not in 'table'", Array(table.names.prefix(20)))
    }
    return column
  }

  private static func first(_ channels: [Channel?]) -> String? {
    channels.lazy.compactMap { if case .column(let name)? = $0 { name } else { nil } }.first
  }
}

extension ColumnType {
  /// Whether its values are names, which have no places along an axis of numbers or time.
  fileprivate var hasNames: Bool {
    switch self {
    case .category, .ordered, .text, .boolean: true
    case .number, .integer, .date, .datetime: false
    }
  }
}
