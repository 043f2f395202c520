internal import PodiumCore

/// Draws the layers of one panel within its plot area.
struct MarkDrawing {
  let figure: Figure
  let model: PanelModel
  let colors: ColorClasses
  let x: AxisMapping
  let y: AxisMapping
  let area: Box
  /// Where texts of marks may be: the plot area with the room beyond the bars.
  let room: Box
  /// Texts drawn so far; one that would cover another is left away.
  var taken: [Box] = []

  init(figure: Figure, model: PanelModel, colors: ColorClasses, x: AxisMapping, y: AxisMapping, room: Box) {
    (self.figure, self.model, self.colors, self.x, self.y) = (figure, model, colors, x, y)
    area = Box(min(x.start, x.end), min(y.start, y.end), max(x.start, x.end), max(y.start, y.end))
    self.room = Box(room.left, room.top - 2, room.right + 2, room.bottom + 1)
  }

  /// The nodes of all layers, from the back to the front.
  mutating func nodes() -> [Node] {
    var nodes: [Node] = []
    for values in model.layers where !values.rows.isEmpty {
      switch values.layer.mark {
      case .bar: nodes += bars(values)
      case .cell: nodes += cells(values)
      case .point: nodes += points(values)
      case .line, .area: nodes += lines(values)
      case .rule: nodes += rules(values)
      case .interval: nodes += intervals(values)
      case .text: nodes += texts(values)
      }
    }
    return nodes
  }

  static func shown(_ value: Value, _ format: NumberFormat) -> String {
    switch value {
    case .number(let number): NumberTicks.shown(number, format: format)
    case .integer(let number): format == .number ? String(number) : NumberTicks.shown(Double(number), format: format)
    default: SafeText.escape(value.fileText)
    }
  }

  /// The part of a band, as an offset of its middle and a width, for a mark of a colour.
  func slot(_ values: LayerValues, _ place: Int, band: Double, along: Channel?) -> (
    offset: Double, width: Double
  ) {
    let whole = band * 0.8
    guard values.layer.arrangement == .sideBySide, let color = values.layer.color, along != .column(color),
      !values.colors.isEmpty, colors.levels.count > 1
    else { return (0, whole) }
    let count = Double(colors.levels.count)
    let number = Double(colors.place(values.colors[place]) ?? 0)
    return ((number + 0.5) / count * whole - whole / 2, whole / count)
  }

  /// Shapes in groups of one class each, in the order of their first appearance.
  func grouped(_ shapes: [(classes: String, node: Node)], over outer: String) -> [Node] {
    var order: [String] = []
    var groups: [String: [Node]] = [:]
    for shape in shapes {
      if groups[shape.classes] == nil { order.append(shape.classes) }
      groups[shape.classes, default: []].append(shape.node)
    }
    return order.map { .group(outer + " " + $0, groups[$0] ?? []) }
  }

  func isFree(_ box: Box) -> Bool { !taken.contains { $0.overlaps(box) } }

  /// The text column in the row.
  func words(_ values: LayerValues, _ place: Int) -> String {
    guard let name = values.layer.text, values.rows[place] >= 0, let column = figure.data[name],
      !column[values.rows[place]].isMissing
    else { return "" }
    return MarkDrawing.shown(
      column[values.rows[place]],
      figure.colors?.format == .percent && name == values.layer.color ? .percent : NumberFormat(column.scale))
  }
}
