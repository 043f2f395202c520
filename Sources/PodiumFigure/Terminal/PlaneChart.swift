internal import PodiumCore

/// Points, lines, columns and cells over two axes; points and lines in dots of braille.
struct PlaneChart {
  let figure: Figure
  let model: PanelModel
  let colors: ColorClasses
  let glyphs: TerminalGlyphs
  let isColored: Bool

  func canvas(width: Int, height: Int) -> TerminalCanvas {
    // Texts of the vertical axis first: they decide how much is left.
    let y = model.y.along(Double(height), 0).inOrder
    let labels = yLabels(y, height: height)
    let left = min(labels.reduce(0) { max($0, DisplayWidth.of($1.text)) }, width / 3)
    let plot = max(4, width - left - 2)
    let x = model.x.along(0, Double(plot))
    let hasTitle = !model.y.title.isEmpty && !model.y.axis.isHidden
    let top = hasTitle ? 1 : 0
    var area = TerminalCanvas(width: plot, height: height)
    for layer in model.layers where !layer.rows.isEmpty { draw(layer, on: &area, x: x, y: y) }

    var canvas = TerminalCanvas(width: width, height: top + height + 3)
    if hasTitle { canvas.write((model.y.isBanded ? "" : "↑ ") + model.y.title, x: 0, y: 0, color: .gray) }
    for row in 0..<height { canvas.put(glyphs.vertical, x: left, y: top + row, color: .gray) }
    for label in labels {
      let text = label.text.cut(toWidth: left)
      canvas.write(text, x: left - DisplayWidth.of(text), y: top + label.row)
      canvas.put(glyphs.tickLeft, x: left, y: top + label.row, color: .gray)
    }
    canvas.paste(area, x: left + 1, y: top)
    AxisRow(glyphs: glyphs).draw(x, on: &canvas, left: left + 1, plot: plot, y: top + height)
    let title = model.x.title + (model.x.isBanded || model.x.title.isEmpty ? "" : " →")
    canvas.write(title, x: max(0, left + 1 + plot - DisplayWidth.of(title)), y: top + height + 2, color: .gray)
    return canvas
  }

  private func yLabels(_ y: AxisMapping, height: Int) -> [(text: String, row: Int)] {
    var last = Int.min
    let ticks = y.isBanded ? y.ticks(0) : y.ticks(max(2, height / 4))
    let rows = ticks.map { tick in
      (
        text: tick.label + (tick.context.map { " " + $0 } ?? ""),
        row: min(height - 1, max(0, whole(y.clamped(tick.value))))
      )
    }
    return rows.sorted { $0.row < $1.row }.filter { label in
      defer { last = max(last, label.row) }
      return last == Int.min || label.row > last
    }
  }

  private func draw(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    switch layer.layer.mark {
    case .bar: columns(layer, on: &area, x: x, y: y)
    case .cell: cells(layer, on: &area, x: x, y: y)
    case .line, .area: lines(layer, on: &area, x: x, y: y)
    case .point: points(layer, on: &area, x: x, y: y)
    case .rule: rules(layer, on: &area, x: x, y: y)
    case .interval: intervals(layer, on: &area, x: x, y: y)
    case .text: break
    }
  }

  /// Bars as columns of eighths; each column of characters shows the bar at its middle, or the highest that ends in it.
  private func columns(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    guard layer.isVertical(model.panel) else { return rows(layer, on: &area, x: x, y: y) }
    let base = y.base
    for place in layer.rows.indices where place < layer.x.count && place < layer.y.count {
      guard let name = colors.mark(layer, place) else { continue }
      let from = x.clamped(layer.x[place])
      let to = place < layer.x2.count ? x.clamped(layer.x2[place]) : from + 1
      let first = whole(min(from, to).rounded())
      let last = max(first + 1, whole(max(from, to).rounded()))
      let end = y.clamped(layer.y[place])
      let low = place < layer.y2.count ? y.clamped(layer.y2[place]) : base
      for column in first..<min(last, area.width) {
        var row = area.height - 1
        while row >= 0 {
          // How much of the cell the bar covers from its lower border, in eighths.
          let covered = min(Double(row + 1), max(end, low)) - max(Double(row), min(end, low))
          if covered >= 1 / 16 {
            let eighths = whole((covered * 8).rounded())
            if !glyphs.isASCII || eighths >= 4 {
              area.put(
                glyphs.eighths(eighths, isVertical: true), x: column, y: row, color: TerminalColor(class: name))
            }
          }
          row -= 1
        }
      }
    }
  }

  private func rows(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    for place in layer.rows.indices where place < layer.x.count && place < layer.y.count {
      guard let name = colors.mark(layer, place) else { continue }
      let (a, b) = (x.clamped(layer.x[place]), place < layer.x2.count ? x.clamped(layer.x2[place]) : x.base)
      let from = y.clamped(layer.y[place])
      let to = place < layer.y2.count ? y.clamped(layer.y2[place]) : from + 1
      for row in whole(min(from, to))..<max(whole(min(from, to)) + 1, whole(max(from, to))) {
        for column in whole(min(a, b))..<max(whole(min(a, b)), whole(max(a, b).rounded())) {
          area.put(glyphs.full, x: column, y: row, color: TerminalColor(class: name))
        }
      }
    }
  }

  private func cells(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    let steps = ShadeSteps(colors)
    func range(_ mapping: AxisMapping, _ from: [Double], _ to: [Double], _ place: Int) -> Range<Int>? {
      guard place < from.count else { return nil }
      let (a, b): (Double, Double) =
        mapping.isBanded
        ? (mapping.place(from[place]) - mapping.band / 2, mapping.place(from[place]) + mapping.band / 2)
        : (mapping.clamped(from[place]), mapping.clamped(place < to.count ? to[place] : from[place]))
      let first = whole(min(a, b).rounded())
      return first..<max(first + 1, whole(max(a, b).rounded()))
    }
    for place in layer.rows.indices {
      guard let name = colors.mark(layer, place), let columns = range(x, layer.x, layer.x2, place),
        let rows = range(y, layer.y, layer.y2, place)
      else { continue }
      let mark: Character =
        if !layer.colorNumbers.isEmpty { glyphs.shade(steps.step(colors.step(layer.colorNumbers[place]))) } else {
          isColored ? glyphs.shade(8) : glyphs.point(colors.place(layer.colors.isEmpty ? "" : layer.colors[place]) ?? 0)
        }
      for row in rows { for column in columns { area.put(mark, x: column, y: row, color: TerminalColor(class: name)) } }
    }
  }

  /// Whether series must differ by their marks, for want of colours.
  private func needsMarks(_ layer: LayerValues) -> Bool {
    glyphs.isASCII || (!isColored && !layer.colors.isEmpty && colors.levels.count > 1)
  }

  private func mark(_ layer: LayerValues, _ place: Int) -> Character {
    glyphs.point(layer.colors.isEmpty ? 0 : colors.place(layer.colors[place]) ?? 0)
  }

  private func points(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    if let name = layer.layer.angle, let angles = figure.data[name]?.numbers {
      return arrows(layer, angles, on: &area, x: x, y: y)
    }
    var dots = DotCanvas(area)
    let byMarks = needsMarks(layer)
    for place in layer.rows.indices where place < layer.x.count && place < layer.y.count {
      guard let name = colors.mark(layer, place), x.holds(layer.x[place]), y.holds(layer.y[place]) else { continue }
      let (px, py) = (x.place(layer.x[place]), y.place(layer.y[place]))
      if byMarks {
        area.put(mark(layer, place), x: min(whole(px), area.width - 1), y: min(whole(py), area.height - 1))
      } else {
        dots.dot(px, py, color: TerminalColor(class: name))
      }
    }
    if !byMarks { dots.draw(on: &area) }
  }

  /// Arrows in eight directions.
  private func arrows(
    _ layer: LayerValues, _ angles: [Double], on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping
  ) {
    let signs: [Character] =
      glyphs.isASCII ? ["^", "/", ">", "\\", "v", "/", "<", "\\"] : ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
    for place in layer.rows.indices where place < layer.x.count && place < layer.y.count {
      guard x.holds(layer.x[place]), y.holds(layer.y[place]) else { continue }
      let turn = whole((Circle.degrees.normalised(angles[layer.rows[place]]) / 45).rounded()) % 8
      area.put(
        signs[max(0, turn)], x: min(whole(x.place(layer.x[place])), area.width - 1),
        y: min(whole(y.place(layer.y[place])), area.height - 1),
        color: colors.mark(layer, place).flatMap { TerminalColor(class: $0) })
    }
  }

  private func lines(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    guard layer.x.count == layer.rows.count, layer.y.count == layer.rows.count else { return }
    // A band of uncertainty would cover its line: its two borders are enough.
    let ends = layer.layer.mark == .area && !layer.y2.isEmpty ? [layer.y, layer.y2] : [layer.y]
    let byMarks = needsMarks(layer)
    for places in layer.series(in: figure) {
      guard let first = places.first, let name = colors.mark(layer, first) else { continue }
      for values in ends {
        var dots = DotCanvas(area)
        var last: (x: Double, y: Double)?
        for place in places {
          let at = (x: x.clamped(layer.x[place]), y: y.clamped(values[place]))
          if let from = last {
            if layer.layer.isStepped {
              segment(from, (at.x, from.y)) { dots.dot($0, $1, color: TerminalColor(class: name)) }
              segment((at.x, from.y), at) { dots.dot($0, $1, color: TerminalColor(class: name)) }
            } else {
              segment(from, at) { dots.dot($0, $1, color: TerminalColor(class: name)) }
            }
          } else {
            dots.dot(at.x, at.y, color: TerminalColor(class: name))
          }
          last = at
        }
        // The borders of a band are dots, so that the mark is that of the line between them.
        let isBand = ends.count > 1
        if byMarks, !isBand {
          dots.draw(mark(layer, first), on: &area)
        } else if isBand, glyphs.isASCII {
          dots.draw(".", on: &area)
        } else {
          dots.draw(on: &area)
        }
      }
    }
  }

  private func segment(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ dot: (Double, Double) -> Void) {
    let steps = max(1, min(4000, whole(max((b.x - a.x).magnitude * 2, (b.y - a.y).magnitude * 4).rounded(.up))))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      dot(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    }
  }

  private func rules(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    for place in layer.rows.indices {
      let color = colors.mark(layer, place).flatMap { TerminalColor(class: $0) } ?? .gray
      switch (layer.x.isEmpty, layer.y.isEmpty) {
      case (false, true) where x.holds(layer.x[place]):
        let column = min(whole(x.place(layer.x[place])), area.width - 1)
        for row in 0..<area.height where area.character(x: column, y: row) == " " {
          area.put(glyphs.vertical, x: column, y: row, color: color)
        }
      case (true, false) where y.holds(layer.y[place]):
        let row = min(whole(y.place(layer.y[place])), area.height - 1)
        for column in 0..<area.width where area.character(x: column, y: row) == " " {
          area.put(glyphs.horizontal, x: column, y: row, color: color)
        }
      case (false, false):
        let to = (
          x.clamped(layer.x2.isEmpty ? layer.x[place] : layer.x2[place]),
          y.clamped(layer.y2.isEmpty ? layer.y[place] : layer.y2[place])
        )
        var dots = DotCanvas(area)
        segment((x.clamped(layer.x[place]), y.clamped(layer.y[place])), to) { dots.dot($0, $1, color: color) }
        if glyphs.isASCII { dots.draw(".", on: &area) } else { dots.draw(on: &area) }
      default: break
      }
    }
  }

  private func intervals(_ layer: LayerValues, on area: inout TerminalCanvas, x: AxisMapping, y: AxisMapping) {
    let isVertical = layer.isVertical(model.panel)
    for place in layer.rows.indices where place < layer.x.count && place < layer.y.count {
      let color = colors.mark(layer, place).flatMap { TerminalColor(class: $0) }
      if isVertical, place < layer.y2.count {
        let column = min(whole(x.clamped(layer.x[place])), area.width - 1)
        let (a, b) = (whole(y.clamped(layer.y[place])), whole(y.clamped(layer.y2[place])))
        for row in min(a, b)...max(a, b) {
          area.put(glyphs.vertical, x: column, y: min(row, area.height - 1), color: color)
        }
      } else if place < layer.x2.count {
        let row = min(whole(y.clamped(layer.y[place])), area.height - 1)
        let (a, b) = (whole(x.clamped(layer.x[place])), whole(x.clamped(layer.x2[place])))
        for column in min(a, b)...max(a, b) { area.put(glyphs.horizontal, x: column, y: row, color: color) }
      }
    }
  }
}

/// Dots of braille: two across and four down in each character.
struct DotCanvas {
  private let width: Int
  private let height: Int
  private var bits: [UInt8]
  private var colors: [TerminalColor?]

  init(_ canvas: TerminalCanvas) {
    (width, height) = (canvas.width, canvas.height)
    bits = [UInt8](repeating: 0, count: width * height)
    colors = [TerminalColor?](repeating: nil, count: width * height)
  }

  /// Sets the dot at a place in characters; what is outside is moved to the border.
  mutating func dot(_ x: Double, _ y: Double, color: TerminalColor?) {
    guard x.isFinite, y.isFinite, width > 0, height > 0 else { return }
    let column = min(max(whole(min(max(x * 2, -1), 1e6)), 0), width * 2 - 1)
    let row = min(max(whole(min(max(y * 4, -1), 1e6)), 0), height * 4 - 1)
    let bit: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    let cell = row / 4 * width + column / 2
    bits[cell] |= bit[row % 4][column % 2]
    colors[cell] = color
  }

  /// Draws the dots over what is there.
  func draw(on canvas: inout TerminalCanvas) {
    for cell in bits.indices where bits[cell] != 0 {
      // Dots of two lines in one character show together.
      let there = canvas.character(x: cell % width, y: cell / width)?.unicodeScalars.first?.value ?? 0
      let both = (0x2800...0x28FF).contains(there) ? UInt32(bits[cell]) | (there - 0x2800) : UInt32(bits[cell])
      guard let scalar = Unicode.Scalar(0x2800 + both) else { continue }
      canvas.put(Character(scalar), x: cell % width, y: cell / width, color: colors[cell])
    }
  }

  /// Draws a mark for each character that has a dot.
  func draw(_ mark: Character, on canvas: inout TerminalCanvas) {
    for cell in bits.indices where bits[cell] != 0 {
      canvas.put(mark, x: cell % width, y: cell / width, color: colors[cell])
    }
  }
}
