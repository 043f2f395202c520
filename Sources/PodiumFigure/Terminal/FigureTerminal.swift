internal import PodiumCore

/// The drawing of figures in characters of a terminal.
public enum FigureTerminal {
  /// How it is drawn.
  public struct Options: Sendable, Equatable {
    /// The columns of the window.
    public var width: Int
    /// The lines of one plot area; nil chooses them. Rows of categories are as many as there are.
    public var height: Int?
    /// Whether only characters of ASCII are used.
    public var isASCII: Bool
    /// Whether colours are used, as escape sequences.
    public var isColored: Bool
    /// Whether a sentence takes the place of the drawing, for screen readers.
    public var isSpoken: Bool

    /// Sets how it is drawn.
    public init(
      width: Int, height: Int? = nil, isASCII: Bool = false, isColored: Bool = false, isSpoken: Bool = false
    ) {
      (self.width, self.height) = (width, height)
      (self.isASCII, self.isColored, self.isSpoken) = (isASCII, isColored, isSpoken)
    }
  }

  /// The lines of the drawing, none wider than the window; nil for what characters cannot draw, such as a tree.
  ///
  /// Without colours the lines hold no control character.
  public static func lines(of figure: Figure, options: Options) -> [String]? {
    if options.isSpoken { return [figure.sentence] }
    let figure = figure.thinned()
    guard figure.panels.allSatisfy({ panel in panel.layers.allSatisfy { $0.mark != .text } }) else { return nil }
    return TerminalLayout(figure, options).lines()
  }
}

/// Places the panels of a figure on one canvas.
private struct TerminalLayout {
  let figure: Figure
  let options: FigureTerminal.Options
  let models: [PanelModel]
  let colors: ColorClasses
  let glyphs: TerminalGlyphs
  let width: Int

  init(_ figure: Figure, _ options: FigureTerminal.Options) {
    (self.figure, self.options) = (figure, options)
    models = PanelModel.models(of: figure)
    colors = ColorClasses(figure, models: models)
    glyphs = TerminalGlyphs(isASCII: options.isASCII)
    width = min(max(options.width, 20), 400)
  }

  func lines() -> [String] {
    var out: [String] = [bold(SafeText.escape(figure.title).cut(toWidth: width))]
    if let subtitle = figure.subtitle { out.append(SafeText.escape(subtitle).cut(toWidth: width)) }
    if let legend { out += legend }
    let columns = columns
    let panelWidth = (width - (columns - 1) * 2) / columns
    var place = 0
    while place < models.count {
      let row = models[place..<min(place + columns, models.count)].map { panel($0, width: panelWidth) }
      var canvas = TerminalCanvas(width: width, height: row.map(\.height).max() ?? 0)
      for (number, panel) in row.enumerated() { canvas.paste(panel, x: number * (panelWidth + 2), y: 0) }
      out += canvas.lines(isColored: options.isColored)
      place += columns
      if place < models.count { out.append("") }
    }
    return (out + caption).map(plain)
  }

  /// With ASCII glyphs the characters of our own texts are ASCII too; those of the data stay.
  private func plain(_ line: String) -> String {
    guard options.isASCII else { return line }
    var out = ""
    for character in line {
      switch character {
      case "…": out += "~"
      case "·": out += "-"
      case "↑": out += "^"
      case "→": out += ">"
      case "−", "–": out += "-"
      case "×": out += "x"
      default: out.append(character)
      }
    }
    return out
  }

  private func bold(_ text: String) -> String {
    options.isColored ? TerminalColor.bold.start + text + TerminalColor.end : text
  }

  /// Panels side by side, where each has room for a picture.
  private var columns: Int {
    guard models.count > 1, models.allSatisfy({ RowChart.suits($0) == false }) else { return 1 }
    if let wanted = figure.columns { return min(max(1, wanted), max(1, width / 24)) }
    if figure.sharesX, !figure.sharesY { return 1 }
    return max(1, min(models.count, (width + 2) / 36))
  }

  private var caption: [String] {
    var (lines, line) = ([String](), "")
    for word in figure.caption.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if DisplayWidth.of(longer) <= width {
        line = longer
      } else {
        if !line.isEmpty { lines.append(line) }
        line = String(word).cut(toWidth: width)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Whether colours are those of bars, not of points or lines.
  private var fillsAreas: Bool { figure.panels.flatMap(\.layers).first { $0.color != nil }?.mark == .bar }

  /// What the colours or marks mean, in as many lines as it takes.
  private var legend: [String]? {
    guard let scale = figure.colors, !scale.isHidden,
      figure.panels.flatMap(\.layers).contains(where: { $0.color != nil })
    else { return nil }
    var entries: [(mark: String, color: TerminalColor?, text: String)] = []
    if scale.isOfNames {
      for (place, level) in colors.levels.enumerated().prefix(ColorScale.limit) {
        let color = TerminalColor(class: colors.level(place))
        let mark = String(options.isColored ? glyphs.fill(0) : fillsAreas ? glyphs.fill(place) : glyphs.point(place))
        entries.append((mark, color, SafeText.escape(level).cut(toWidth: min(36, width - 2))))
      }
      if colors.levels.count > ColorScale.limit {
        entries.append((" ", .gray, "\(colors.levels.count - ColorScale.limit) others"))
      }
    } else {
      let (low, high) = (colors.range.lowerBound, colors.range.upperBound)
      let isOne = !(low < high)
      let steps = isOne ? [colors.step(low)] : Array(0..<ColorClasses.steps)
      let ramp = steps.map { String(glyphs.shade(shadeStep($0))) }.joined()
      let range =
        NumberTicks.shown(low, format: scale.format)
        + (isOne ? "" : " to " + NumberTicks.shown(high, format: scale.format))
      entries.append((ramp, nil, range.cut(toWidth: width - ColorClasses.steps - 1)))
    }
    var (lines, line, taken) = ([String](), "", 0)
    if !figure.colorTitle.isEmpty {
      line = figure.colorTitle.cut(toWidth: width / 2)
      taken = DisplayWidth.of(line)
    }
    for entry in entries {
      let text = entry.mark + " " + entry.text
      let length = DisplayWidth.of(text)
      if taken > 0, taken + 2 + length > width {
        lines.append(line)
        (line, taken) = ("", 0)
      }
      if taken > 0 { line += "  " }
      let mark =
        options.isColored
        ? (entry.color?.start ?? "") + entry.mark + (entry.color == nil ? "" : TerminalColor.end) : entry.mark
      line += mark + " " + entry.text
      taken += (taken > 0 ? 2 : 0) + length
    }
    return lines + [line]
  }

  private func shadeStep(_ step: Int) -> Int { ShadeSteps(colors).step(step) }

  private func panel(_ model: PanelModel, width: Int) -> TerminalCanvas {
    var top = 0
    let title = model.panel.title ?? ""
    let chart: TerminalCanvas =
      if model.isEmpty { nothing(width) } else if model.x.isBanded, model.y.isBanded {
        GridChart(figure: figure, model: model, colors: colors, glyphs: glyphs, isColored: options.isColored).canvas(
          width: width)
      } else if RowChart.suits(model) {
        RowChart(figure: figure, model: model, colors: colors, glyphs: glyphs, isColored: options.isColored).canvas(
          width: width)
      } else {
        PlaneChart(figure: figure, model: model, colors: colors, glyphs: glyphs, isColored: options.isColored).canvas(
          width: width, height: min(max(options.height ?? (models.count > 1 ? 8 : 16), 3), 200))
      }
    if !title.isEmpty { top = 1 }
    var canvas = TerminalCanvas(width: width, height: chart.height + top)
    if top > 0 { canvas.write(SafeText.escape(title), x: 0, y: 0, color: .bold) }
    canvas.paste(chart, x: 0, y: top)
    return canvas
  }

  private func nothing(_ width: Int) -> TerminalCanvas {
    var canvas = TerminalCanvas(width: width, height: 1)
    canvas.write("no values", x: 0, y: 0)
    return canvas
  }
}

/// Shades of steps: the farther from the ground, the darker; on diverging scales on both sides of the middle.
struct ShadeSteps {
  private let isDiverging: Bool

  init(_ colors: ColorClasses) {
    isDiverging = if case .diverging = colors.scale?.kind { true } else { false }
  }

  func step(_ step: Int) -> Int { isDiverging ? (step - 4).magnitude > 0 ? Int((step - 4).magnitude) * 2 : 0 : step }
}
