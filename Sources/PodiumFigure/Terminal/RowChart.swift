internal import PodiumCore

/// A line of characters for each category: bars, boxes, intervals and points along one axis of values.
///
/// Categories that a picture has side by side are one below the other here, where their names can be read.
struct RowChart {
  let figure: Figure
  let model: PanelModel
  let colors: ColorClasses
  let glyphs: TerminalGlyphs
  let isColored: Bool

  /// Whether a panel has one axis of categories and nothing that goes from one category to the next.
  static func suits(_ model: PanelModel) -> Bool {
    model.x.isBanded != model.y.isBanded
      && !model.layers.contains { [.line, .area, .cell].contains($0.layer.mark) && !$0.rows.isEmpty }
  }

  private var isTransposed: Bool { model.x.isBanded }
  private var bands: AxisMapping { isTransposed ? model.x : model.y }
  private var values: AxisMapping { isTransposed ? model.y : model.x }

  /// Whether the colours of a category are on lines of their own.
  private var isSplit: Bool {
    model.layers.contains { $0.layer.arrangement == .sideBySide && !$0.colors.isEmpty && !isOwn($0) }
      && colors.levels.count > 1
  }

  private func isOwn(_ layer: LayerValues) -> Bool {
    layer.layer.color.map { (isTransposed ? layer.layer.x : layer.layer.y) == .column($0) } ?? false
  }

  func canvas(width: Int) -> TerminalCanvas {
    let levels = bands.axis.scale.levels ?? []
    let slots = isSplit ? colors.levels.count : 1
    let names = levels.map(SafeText.escape)
    let left = min(names.reduce(0) { max($0, DisplayWidth.of($1)) }, width / 3)
    let texts = model.layers.contains { $0.layer.mark == .bar && $0.layer.text != nil }
    let right = texts ? min(labelWidth, width / 4) + 1 : 0
    let plot = max(4, width - left - 2 - right)
    var canvas = TerminalCanvas(width: width, height: levels.count * slots + 3)
    let axis = values.along(0, Double(plot))
    for (place, cut) in Apart.cut(names, toWidth: left).enumerated() {
      canvas.write(cut, x: left - DisplayWidth.of(cut), y: place * slots)
      for slot in 0..<slots { canvas.put(glyphs.vertical, x: left + 1, y: place * slots + slot, color: .gray) }
    }
    for layer in model.layers where !layer.rows.isEmpty {
      for place in layer.rows.indices {
        draw(layer, place, on: &canvas, axis: axis, left: left + 2, plot: plot, slots: slots)
      }
    }
    below(&canvas, axis: axis, left: left + 2, plot: plot, y: levels.count * slots)
    return canvas
  }

  private var labelWidth: Int {
    var most = 0
    for layer in model.layers where layer.layer.mark == .bar {
      guard let name = layer.layer.text, let column = figure.data[name] else { continue }
      for row in layer.rows where row >= 0 {
        most = max(most, DisplayWidth.of(MarkDrawing.shown(column[row], .number)))
      }
    }
    return most
  }

  private func draw(
    _ layer: LayerValues, _ place: Int, on canvas: inout TerminalCanvas, axis: AxisMapping, left: Int, plot: Int,
    slots: Int
  ) {
    let (bands, ends, seconds) =
      isTransposed ? (layer.x, layer.y, layer.y2) : (layer.y, layer.x, layer.x2)
    guard let name = colors.mark(layer, place) else { return }
    let color = TerminalColor(class: name)
    func column(_ value: Double) -> Int { left + min(plot - 1, max(0, whole(axis.clamped(value)))) }
    guard place < bands.count else {
      // A rule across all categories.
      if layer.layer.mark == .rule, place < ends.count, axis.holds(ends[place]) {
        for y in 0..<(canvas.height - 3) {
          canvas.put(glyphs.vertical, x: column(ends[place]), y: y, color: color ?? .gray)
        }
      }
      return
    }
    let levels = whole(self.bands.limits.upperBound)
    guard place < ends.count, bands[place] >= 0, whole(bands[place]) < levels else { return }
    let slot = slots > 1 && !layer.colors.isEmpty ? colors.place(layer.colors[place]) ?? 0 : 0
    let y = whole(bands[place]) * slots + slot
    switch layer.layer.mark {
    case .bar: bar(layer, place, ends, seconds, on: &canvas, axis: axis, left: left, plot: plot, y: y, color: color)
    case .interval:
      let (low, high) = (column(ends[place]), column(place < seconds.count ? seconds[place] : ends[place]))
      for x in min(low, high)...max(low, high) { canvas.put(glyphs.horizontal, x: x, y: y, color: color) }
      canvas.put(glyphs.start, x: min(low, high), y: y, color: color)
      canvas.put(glyphs.end, x: max(low, high), y: y, color: color)
    case .rule: canvas.put(glyphs.median, x: column(ends[place]), y: y, color: color)
    case .point where axis.holds(ends[place]):
      let number = colors.scale?.isOfNames == true && !layer.colors.isEmpty ? colors.place(layer.colors[place]) ?? 0 : 0
      canvas.put(glyphs.point(number), x: column(ends[place]), y: y, color: color)
    default: break
    }
  }

  private func bar(
    _ layer: LayerValues, _ place: Int, _ ends: [Double], _ seconds: [Double], on canvas: inout TerminalCanvas,
    axis: AxisMapping, left: Int, plot: Int, y: Int, color: TerminalColor?
  ) {
    let second = place < seconds.count ? axis.clamped(seconds[place]) : axis.base
    let (from, to) = (min(axis.clamped(ends[place]), second), max(axis.clamped(ends[place]), second))
    let isBox = place < seconds.count && layer.layer.arrangement != .stacked
    let number = colors.scale?.isOfNames == true && !layer.colors.isEmpty ? colors.place(layer.colors[place]) ?? 0 : 0
    let fill = isColored ? glyphs.full : glyphs.fill(number)
    let first = whole(from.rounded(.down))
    let last = whole(to.rounded(.down))
    for x in first..<max(first, min(last, plot)) {
      canvas.put(isBox ? glyphs.box : fill, x: left + x, y: y, color: color)
    }
    let rest = whole(((to - Double(last)) * 8).rounded())
    var end = last
    if rest > 0, last < plot, !isBox {
      // Only the full block has parts.
      if fill == "█" || rest >= 4 {
        canvas.put(
          fill == "█" ? glyphs.eighths(rest, isVertical: false) : fill, x: left + last, y: y, color: color)
        end += 1
      }
    } else if first == last, isBox {
      canvas.put(glyphs.box, x: left + min(last, plot - 1), y: y, color: color)
    }
    guard let name = layer.layer.text, layer.rows[place] >= 0, let value = figure.data[name]?[layer.rows[place]] else {
      return
    }
    canvas.write(MarkDrawing.shown(value, .number), x: left + end + 1, y: y)
  }

  private func below(_ canvas: inout TerminalCanvas, axis: AxisMapping, left: Int, plot: Int, y: Int) {
    AxisRow(glyphs: glyphs).draw(axis, on: &canvas, left: left, plot: plot, y: y)
    let title = values.title + (values.title.isEmpty ? "" : " →")
    canvas.write(title, x: max(0, left + plot - DisplayWidth.of(title)), y: y + 2, color: .gray)
    canvas.write(bands.title, x: 0, y: y + 2, atMost: max(0, left + plot - DisplayWidth.of(title) - 2), color: .gray)
  }
}

/// The line of an axis with its ticks and their texts below it.
struct AxisRow {
  let glyphs: TerminalGlyphs

  func draw(_ axis: AxisMapping, on canvas: inout TerminalCanvas, left: Int, plot: Int, y: Int) {
    canvas.put(glyphs.corner, x: left - 1, y: y, color: .gray)
    for x in 0..<plot { canvas.put(glyphs.horizontal, x: left + x, y: y, color: .gray) }
    var count = max(1, plot / 9)
    while true {
      let ticks =
        axis.isBanded ? thinned(axis, every: max(1, axis.axis.scale.levels?.count ?? 1) / count + 1) : axis.ticks(count)
      let texts = ticks.map { tick -> (start: Int, text: String, at: Int) in
        let text = (tick.label + (tick.context.map { " " + $0 } ?? "")).cut(toWidth: plot)
        let at = left + min(plot - 1, max(0, whole(axis.clamped(tick.value))))
        let start = min(max(0, at - DisplayWidth.of(text) / 2), max(0, canvas.width - DisplayWidth.of(text)))
        return (start, text, at)
      }
      let apart = zip(texts, texts.dropFirst()).allSatisfy { $0.start + DisplayWidth.of($0.text) + 1 <= $1.start }
      if apart || count == 1 {
        for text in apart ? texts : Array(texts.prefix(1)) {
          canvas.put(glyphs.tickBelow, x: text.at, y: y, color: .gray)
          canvas.write(text.text, x: text.start, y: y + 1)
        }
        return
      }
      count -= 1
    }
  }

  private func thinned(_ axis: AxisMapping, every k: Int) -> [Tick] {
    axis.ticks(0).enumerated().filter { $0.offset % k == 0 }.map(\.element)
  }
}
