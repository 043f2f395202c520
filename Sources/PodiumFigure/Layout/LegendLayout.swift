internal import PodiumCore

/// The legend above the panels: what colours, shapes, dashes and labelled layers mean.
struct LegendLayout {
  static let size = 11.0
  static let line = 20.0

  private let figure: Figure
  private let colors: ColorClasses
  private let models: [PanelModel]

  init(_ figure: Figure, colors: ColorClasses, models: [PanelModel]) {
    (self.figure, self.colors, self.models) = (figure, colors, models)
  }

  /// One piece: a picture of some width, then a text.
  private struct Entry {
    var width: Double
    var text: String
    var isQuiet = false
    var draw: (Double, Double) -> [Node]
  }

  /// The nodes, laid in rows from the top left, and their height.
  func nodes(left: Double, top: Double, width: Double) -> (nodes: [Node], height: Double) {
    var (nodes, x, y) = ([Node](), left, top)
    let entries = entries
    let texts = Apart.cut(entries.map(\.text), size: LegendLayout.size) { min(width - entries[$0].width - 6, 220) }
    for (entry, text) in zip(entries, texts) {
      let length = TextAdvance.width(of: text, size: LegendLayout.size)
      let whole = entry.width + (entry.width > 0 ? 5 : 0) + length
      if x > left, x + whole > left + width { (x, y) = (left, y + LegendLayout.line) }
      nodes += entry.draw(x, y + LegendLayout.line / 2)
      nodes.append(
        .text(
          SceneText(
            text, x: x + entry.width + (entry.width > 0 ? 5 : 0), y: y + LegendLayout.line / 2 + 4,
            size: LegendLayout.size, classes: entry.isQuiet ? "q" : "")))
      x += whole + 14
    }
    return (nodes, entries.isEmpty ? 0 : y + LegendLayout.line - top)
  }

  private var layers: [Layer] { figure.panels.flatMap(\.layers) }

  private var entries: [Entry] {
    var found: [Entry] = []
    if let scale = figure.colors, !scale.isHidden, layers.contains(where: { $0.color != nil }) {
      let title = figure.colorTitle
      if !title.isEmpty { found.append(Entry(width: 0, text: title, isQuiet: true) { _, _ in [] }) }
      switch scale.kind {
      case .category, .ordered: found += names(scale)
      case .sequential, .diverging: found.append(ramp(scale))
      }
    }
    var seen = Set<String>()
    for layer in layers {
      guard let label = layer.label, layer.color == nil, seen.insert(label).inserted else { continue }
      found.append(
        Entry(width: 18, text: SafeText.escape(label)) { x, y in
          LegendLayout.swatch(layer.mark, ColorClasses.tone(layer.tone), shape: 0, dash: layer.isDashed ? 1 : 0, x, y)
        })
    }
    return found
  }

  private func names(_ scale: ColorScale) -> [Entry] {
    let mark = layers.first { $0.color != nil }?.mark ?? .point
    let marks = Set(layers.filter { $0.color != nil }.map(\.mark))
    // Where lines and points share the colours, lines say more.
    let shown: Mark = marks.contains(.line) ? .line : marks.contains(.point) && mark == .interval ? .point : mark
    let isCategory = if case .category = scale.kind { true } else { false }
    var entries: [Entry] = []
    for (place, level) in colors.levels.enumerated() {
      if isCategory, place >= ColorScale.limit {
        let rest = colors.levels.count - ColorScale.limit
        entries.append(
          Entry(width: 18, text: rest == 1 ? SafeText.escape(level) : "\(rest) others") { x, y in
            LegendLayout.swatch(shown, "m", shape: 0, dash: 0, x, y)
          })
        break
      }
      entries.append(
        Entry(width: 18, text: SafeText.escape(level)) { [colors] x, y in
          LegendLayout.swatch(
            shown, colors.level(place), shape: isCategory ? place : 0, dash: isCategory ? place : 0, x, y)
        })
    }
    return entries
  }

  /// The steps of a scale of numbers between its limits.
  private func ramp(_ scale: ColorScale) -> Entry {
    let low = NumberTicks.shown(colors.range.lowerBound.rounded(toSignificant: 3), format: scale.format)
    let high = NumberTicks.shown(colors.range.upperBound.rounded(toSignificant: 3), format: scale.format)
    let lead = TextAdvance.width(of: low, size: LegendLayout.size) + 5
    let cell = 14.0
    guard colors.range.lowerBound < colors.range.upperBound else {
      // One value has one colour.
      return Entry(width: cell, text: low) { [colors] x, y in
        [
          .shape(
            .rect(Box(x, y - 5, x + cell, y + 5)), classes: "f " + colors.number(colors.range.lowerBound), title: nil)
        ]
      }
    }
    return Entry(width: lead + cell * Double(ColorClasses.steps), text: high) { [colors] x, y in
      let boxes = (0..<ColorClasses.steps).map { step in
        Node.shape(
          .rect(Box(x + lead + cell * Double(step), y - 5, x + lead + cell * Double(step + 1), y + 5)),
          classes: "f " + colors.stepClass(step), title: nil)
      }
      return [.text(SceneText(low, x: x, y: y + 4, size: LegendLayout.size))] + boxes
    }
  }

  private static func swatch(
    _ mark: Mark, _ color: String, shape: Int, dash: Int, _ x: Double, _ y: Double
  ) -> [Node] {
    switch mark {
    case .point, .text:
      return [.shape(PointShape(shape).outline(x: x + 9, y: y, radius: 4), classes: "f " + color, title: nil)]
    case .line, .rule, .interval:
      let line = Shape.path([[Point(x, y), Point(x + 18, y)]], isClosed: false)
      return [.shape(line, classes: "l " + color + (dash > 0 ? " e\(dash)" : ""), title: nil)]
    case .bar, .cell, .area:
      let classes = (mark == .area ? "a " : "f ") + color
      return [.shape(.rect(Box(x + 4, y - 5, x + 16, y + 5)), classes: classes, title: nil)]
    }
  }
}

extension Figure {
  package var colorTitle: String {
    guard let colors else { return "" }
    return SafeText.escape(colors.label) + (colors.unit.map { " (" + SafeText.escape($0) + ")" } ?? "")
  }
}

extension Double {
  func rounded(toSignificant digits: Int) -> Double { Double(NumberText.significant(self, digits)) ?? self }
}

/// The outlines of points: one a colour, so that they differ without it.
struct PointShape {
  private let number: Int

  init(_ number: Int) { self.number = number }

  /// The outline of about the same area for each shape.
  func outline(x: Double, y: Double, radius: Double) -> Shape {
    let r = radius
    func closed(_ points: [(Double, Double)]) -> Shape {
      .path([points.map { Point(x + $0.0 * r, y + $0.1 * r) }], isClosed: true)
    }
    switch number % 8 {
    case 1: return closed([(0, -1.3), (1.2, 0.8), (-1.2, 0.8)])
    case 2: return closed([(-0.89, -0.89), (0.89, -0.89), (0.89, 0.89), (-0.89, 0.89)])
    case 3: return closed([(0, -1.35), (1.1, 0), (0, 1.35), (-1.1, 0)])
    case 4: return closed([(0, 1.3), (1.2, -0.8), (-1.2, -0.8)])
    case 5:
      return closed([
        (-0.45, -1.25), (0.45, -1.25), (0.45, -0.45), (1.25, -0.45), (1.25, 0.45), (0.45, 0.45), (0.45, 1.25),
        (-0.45, 1.25), (-0.45, 0.45), (-1.25, 0.45), (-1.25, -0.45), (-0.45, -0.45),
      ])
    case 6: return closed([(-1.3, 0), (0.8, -1.2), (0.8, 1.2)])
    case 7: return closed([(1.3, 0), (-0.8, -1.2), (-0.8, 1.2)])
    default: return .circle(Point(x, y), radius: r)
    }
  }
}
