internal import PodiumCore

/// Cells of two categories as a table of shades, with their texts where they fit.
struct GridChart {
  let figure: Figure
  let model: PanelModel
  let colors: ColorClasses
  let glyphs: TerminalGlyphs
  let isColored: Bool

  func canvas(width: Int) -> TerminalCanvas {
    let across = (model.x.axis.scale.levels ?? []).map(SafeText.escape)
    let down = (model.y.axis.scale.levels ?? []).map(SafeText.escape)
    let left = min(down.reduce(0) { max($0, DisplayWidth.of($1)) }, width / 3)
    let cell = max(2, min(14, (width - left - 1) / max(1, across.count)))
    // Columns beyond the border are announced, not squeezed.
    let shown = min(across.count, max(1, (width - left - 1) / cell))
    var canvas = TerminalCanvas(width: width, height: down.count + 1 + (shown < across.count ? 1 : 0))
    for (place, name) in Apart.cut(Array(across.prefix(shown)), toWidth: cell - 1).enumerated() {
      canvas.write(name, x: left + 1 + place * cell, y: 0, atMost: cell - 1, color: .gray)
    }
    for (place, cut) in Apart.cut(down, toWidth: left).enumerated() {
      canvas.write(cut, x: left - DisplayWidth.of(cut), y: place + 1)
    }
    let steps = ShadeSteps(colors)
    for layer in model.layers where layer.layer.mark == .cell {
      for place in layer.rows.indices where place < layer.x.count && place < layer.y.count {
        guard let name = colors.mark(layer, place), whole(layer.x[place]) < shown else { continue }
        let color = TerminalColor(class: name)
        let x = left + 1 + whole(layer.x[place]) * cell
        let y = 1 + whole(layer.y[place])
        let mark: Character =
          if !layer.colorNumbers.isEmpty { glyphs.shade(steps.step(colors.step(layer.colorNumbers[place]))) } else {
            isColored ? glyphs.full : glyphs.point(colors.place(layer.colors.isEmpty ? "" : layer.colors[place]) ?? 0)
          }
        let text = words(layer, place)
        if text.isEmpty || DisplayWidth.of(text) + 3 > cell {
          for column in 0..<(cell - 1) { canvas.put(mark, x: x + column, y: y, color: color) }
        } else {
          canvas.put(mark, x: x, y: y, color: color)
          canvas.write(text, x: x + 2, y: y)
        }
      }
    }
    if shown < across.count {
      let rest = across.count - shown
      let text = rest == 1 ? "1 more column does not fit" : "\(rest) more columns do not fit"
      canvas.write("\(text); a wider window or 'to FILE.svg' shows all", x: 0, y: down.count + 1)
    }
    return canvas
  }

  private func words(_ layer: LayerValues, _ place: Int) -> String {
    guard let name = layer.layer.text, layer.rows[place] >= 0, let value = figure.data[name]?[layer.rows[place]],
      !value.isMissing
    else { return "" }
    return MarkDrawing.shown(value, .number)
  }
}
